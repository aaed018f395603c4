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

const links = {
  signIn: link('sourcehost-guide.signIn'),
  browser: link('sourcehost.account.signIn'),
  open: link('sourcehost.repository.open', sample),
  next: link('workbench.action.openWalkthrough', 'sourcehost.sourcehost#start'),
};

/** The texts in the two languages of the extension, by their keys in the manifest. */
const texts = {
  'package.nls.json': {
    title: 'Try Sourcehost',
    description: 'With sample data on this machine',
    'signIn.title': 'Sign in to the local service',
    'signIn.description': `It runs on this machine and holds sample data.\n[Sign In as alice](${links.signIn})\nOr [sign in through the browser](${links.browser}): the terminal shows the client secret.`,
    'signIn.alt': 'A key that opens a code host',
    'open.title': 'Open the sample repository',
    'open.description': `${sample.repository} becomes a folder of this window, without a clone.\n[Open the Sample Repository](${links.open})\nWhat to try then: [Get Started with Sourcehost](${links.next})`,
    'open.alt': 'A repository as a folder in the Explorer',
  },
  'package.nls.zh-cn.json': {
    title: '试用 Sourcehost',
    description: '使用本机上的示例数据',
    'signIn.title': '登录本地服务',
    'signIn.description': `它在本机上运行，包含示例数据。\n[以 alice 身份登录](${links.signIn})\n或[通过浏览器登录](${links.browser})：终端会显示 Client Secret。`,
    'signIn.alt': '打开代码托管平台的钥匙',
    'open.title': '打开示例仓库',
    'open.description': `${sample.repository} 无需克隆即成为此窗口的文件夹。\n[打开示例仓库](${links.open})\n接下来可以试试：[Sourcehost 入门](${links.next})`,
    'open.alt': '资源管理器中作为文件夹的仓库',
  },
};

const steps = [
  {
    id: 'signIn',
    title: '%signIn.title%',
    description: '%signIn.description%',
    media: { svg: 'signIn.svg', altText: '%signIn.alt%' },
    // The editor misses a key that is set before it reads the steps.
    completionEvents: [
      'onContext:sourcehost.signedIn',
      'onContext:activeEditor == gettingStartedPage && sourcehost.signedIn',
    ],
  },
  {
    id: 'open',
    title: '%open.title%',
    description: '%open.description%',
    media: { svg: 'open.svg', altText: '%open.alt%' },
    completionEvents: ['onContext:sourcehost.hasRemoteFolder'],
  },
];

const manifest = {
  name: 'sourcehost-guide',
  displayName: '%title%',
  publisher: 'sourcehost',
  version: '0.0.1',
  engines: { vscode: '^1.103.0' },
  main: 'extension.js',
  extensionKind: ['workspace'],
  activationEvents: ['onStartupFinished'],
  files: ['extension.js', '*.svg', 'package.nls*.json'],
  contributes: {
    walkthroughs: [{ id: 'start', title: '%title%', description: '%description%', steps }],
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
  for (const [file, all] of Object.entries(texts)) await writeFile(join(cwd, file), JSON.stringify(all));
  for (const { media } of steps) await copyFile(join(root, 'media', 'walkthrough', media.svg), join(cwd, media.svg));
  await packageGenerated(cwd, packagePath);
  return packagePath;
}
