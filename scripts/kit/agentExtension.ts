import { createVSIX } from '@vscode/vsce';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The title of the command of `packageAgent`. */
export const agentCommand = 'Agent: Correct the README';

const manifest = {
  name: 'agent',
  publisher: 'example',
  version: '1.0.0',
  engines: { vscode: '^1.103.0' },
  main: './agent.js',
  files: ['agent.js'],
  contributes: { commands: [{ command: 'agent.run', title: agentCommand }] },
};

const program = `
const { commands, lm } = require('vscode');
const call = (tool, input) =>
  lm.invokeTool('sourcehost_' + tool, { input: { repository: 'alice/website', ...input }, toolInvocationToken: undefined });
exports.activate = ({ subscriptions }) =>
  subscriptions.push(
    commands.registerCommand('agent.run', async () => {
      await call('edit_file', { path: 'README.md', old_text: 'npm run build', new_text: 'npm run build -- --watch' });
      await call('commit', { message: 'Build again at every change' });
    }),
  );
`;

/**
 * Packages an extension into `folder` that edits a file of alice/website and commits it with the tools. @returns the path
 * of the VSIX.
 */
export async function packageAgent(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'agent.js'), program);
  const packagePath = join(folder, 'agent.vsix');
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
