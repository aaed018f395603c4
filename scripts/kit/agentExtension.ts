import { packageTestExtension } from './packageTestExtension.ts';

/** The title of the command of `packageAgent`. */
export const agentCommand = 'Agent: Correct the README';

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
  const manifest = { contributes: { commands: [{ command: 'agent.run', title: agentCommand }] } };
  return await packageTestExtension(folder, { name: 'agent', program, manifest });
}
