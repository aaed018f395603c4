import { createVSIX } from '@vscode/vsce';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const manifest = {
  name: 'agent',
  publisher: 'test',
  version: '0.0.1',
  engines: { vscode: '^1.103.0' },
  main: './index.js',
  contributes: {
    commands: [
      { command: 'agent.report', title: 'Agent: Report' },
      { command: 'agent.edit', title: 'Agent: Edit' },
    ],
  },
};

const program = `
const { commands, lm } = require('vscode');
const at = { host: 'local', repository: 'alice/website' };
const call = (name, input) =>
  lm.invokeTool('sourcehost_' + name, { input: { ...at, ...input }, toolInvocationToken: undefined }).then(undefined, () => undefined);
exports.activate = () => {
  commands.registerCommand('agent.report', async () => {
    await call('create_issue', { title: 'The README does not name the owner', body: 'Name the owner in the first line.' });
  });
  commands.registerCommand('agent.edit', async () => {
    await call('edit_file', { path: 'README.md', old_text: '# Website\\n', new_text: '# Website of Alice\\n' });
    await call('commit', { message: 'Name the owner in the first line' });
  });
};
`;

/**
 * Packages an extension that calls tools of Sourcehost, as an agent does outside of a chat. @returns the path of the VSIX.
 */
export async function packageToolCaller(folder: string): Promise<string> {
  const cwd = join(folder, 'agent');
  await mkdir(cwd, { recursive: true });
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(cwd, 'index.js'), program);
  const packagePath = join(folder, 'agent.vsix');
  await createVSIX({ cwd, packagePath, dependencies: false, skipLicense: true, allowMissingRepository: true });
  return packagePath;
}
