import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';
import { packageGenerated } from '../kit/vsix.ts';

/** The environment variable with the token of the sample account. */
export const guideToken = 'SOURCEHOST_GUIDE_TOKEN';

const walkthrough = 'sourcehost.sourcehost-guide#start';
const sample = { host: 'local', repository: 'alice/website' };
const link = (command: string, ...args: readonly unknown[]): string =>
  `command:${command}${args.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(args))}`}`;

const steps = [
  {
    id: 'signIn',
    title: 'Sign in to the local service',
    description: [
      'It runs on this machine and holds sample data.',
      `[Sign In as alice](${link('sourcehost-guide.signIn')})`,
      `Or [sign in through the browser](${link('sourcehost.account.signIn')}): the terminal shows the client secret.`,
    ].join('\n'),
    media: { svg: 'signIn.svg', altText: 'A key that opens a code host' },
    // The editor misses a key that is set before it reads the steps.
    completionEvents: [
      'onContext:sourcehost.signedIn',
      'onContext:activeEditor == gettingStartedPage && sourcehost.signedIn',
    ],
  },
  {
    id: 'open',
    title: 'Open the sample repository',
    description: [
      `${sample.repository} becomes a folder of this window, without a clone.`,
      `[Open the Sample Repository](${link('sourcehost.repository.open', sample)})`,
      `What to try then: [Get Started with Sourcehost](${link('workbench.action.openWalkthrough', 'sourcehost.sourcehost#start')})`,
    ].join('\n'),
    media: { svg: 'open.svg', altText: 'A repository as a folder in the Explorer' },
    completionEvents: ['onContext:sourcehost.hasRemoteFolder'],
  },
];

const manifest = {
  name: 'sourcehost-guide',
  displayName: 'Try Sourcehost',
  publisher: 'sourcehost',
  version: '0.0.1',
  engines: { vscode: '^1.103.0' },
  main: 'extension.js',
  extensionKind: ['workspace'],
  activationEvents: ['onStartupFinished'],
  files: ['extension.js', '*.svg'],
  contributes: {
    walkthroughs: [{ id: 'start', title: 'Try Sourcehost', description: 'With sample data on this machine', steps }],
  },
};

/** In a window without a folder, shows the sidebar of Sourcehost and the walkthrough. */
const code = `const { commands, workspace } = require('vscode');
exports.activate = async ({ subscriptions }) => {
  const token = process.env.${guideToken};
  const signIn = () => commands.executeCommand('sourcehost.account.signInWithToken', { host: 'local', token });
  subscriptions.push(commands.registerCommand('sourcehost-guide.signIn', signIn));
  if (workspace.workspaceFolders !== undefined) return;
  await commands.executeCommand('workbench.view.extension.sourcehost');
  await commands.executeCommand('workbench.action.openWalkthrough', '${walkthrough}', false);
};
`;

/** Packages the extension that shows a new user where to begin. @returns the path of the VSIX. */
export async function packageGuide(): Promise<string> {
  const cwd = join(root, 'out', 'guide');
  const packagePath = join(root, 'out', 'guide.vsix');
  await mkdir(cwd, { recursive: true });
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest, undefined, 2));
  await writeFile(join(cwd, 'extension.js'), code);
  for (const { media } of steps) await copyFile(join(root, 'media', 'walkthrough', media.svg), join(cwd, media.svg));
  await packageGenerated(cwd, packagePath);
  return packagePath;
}
