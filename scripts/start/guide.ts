import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../test/service/handle.ts';
import { root } from '../kit/paths.ts';

/** The environment variables with the token of the sample account, and with what lets another one open an issue. */
const guideToken = 'SOURCEHOST_GUIDE_TOKEN';
const guideIssue = 'SOURCEHOST_GUIDE_ISSUE';

/** The environment of the guide, in which the first account is the sample account. */
export function guideEnvironment(service: Service): NodeJS.ProcessEnv {
  const [user = '', other = ''] = service.state.accounts.keys();
  const issue = { url: service.url, token: service.token(other), assignee: user };
  return { [guideToken]: service.token(user), [guideIssue]: JSON.stringify(issue) };
}

const walkthrough = 'sourcehost.sourcehost-guide#start';
const sample = { host: 'local', repository: 'alice/website' };
const link = (command: string, ...args: readonly unknown[]): string =>
  `command:${command}${args.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(args))}`}`;

const links = {
  signIn: link('sourcehost-guide.signIn'),
  browser: link('sourcehost.account.signIn'),
  open: link('sourcehost.repository.open', sample),
  pullRequest: link('sourcehost.pullRequest.show', { ...sample, number: 41 }),
  runs: link('sourcehost-guide.showRuns'),
  form: link('sourcehost.issue.createFromTemplate', sample),
  picture: link('sourcehost.file.open', { ...sample, repository: 'carol/game', path: 'assets/cover.png' }),
  fork: link('sourcehost.repository.show', { ...sample, repository: 'erik/website' }),
  inbox: link('sourcehost-guide.fillInbox'),
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
    'open.description': `${sample.repository} becomes a folder of this window, without a clone.\n[Open the Sample Repository](${links.open})`,
    'open.alt': 'A repository as a folder in the Explorer',
    'look.title': 'Look around',
    'look.description': `[A pull request](${links.pullRequest}) with its conversation; its run failed.\n[All runs](${links.runs}): one goes on.\n[A form for an issue](${links.form}).\n[A picture of Git LFS](${links.picture}) in carol/game.\n[The fork](${links.fork}) of erik.\n[Let bob report an issue](${links.inbox}): it arrives in your Inbox.\nWhat to try then: [Get Started with Sourcehost](${links.next})`,
    'look.alt': 'A pull request',
  },
  'package.nls.zh-cn.json': {
    title: '试用 Sourcehost',
    description: '使用本机上的示例数据',
    'signIn.title': '登录本地服务',
    'signIn.description': `它在本机上运行，包含示例数据。\n[以 alice 身份登录](${links.signIn})\n或[通过浏览器登录](${links.browser})：终端会显示 Client Secret。`,
    'signIn.alt': '打开代码托管平台的钥匙',
    'open.title': '打开示例仓库',
    'open.description': `${sample.repository} 无需克隆即成为此窗口的文件夹。\n[打开示例仓库](${links.open})`,
    'open.alt': '资源管理器中作为文件夹的仓库',
    'look.title': '四处看看',
    'look.description': `[合并请求](${links.pullRequest})及其讨论，它的运行失败了。\n[所有运行](${links.runs})，其中一个正在进行。\n[Issue 表单](${links.form})。\ncarol/game 中的 [Git LFS 图片](${links.picture})。\nerik 的[派生仓库](${links.fork})。\n[让 bob 提交一个 Issue](${links.inbox})：它会出现在你的收件箱中。\n接下来可以试试：[Sourcehost 入门](${links.next})`,
    'look.alt': '一个合并请求',
  },
};

/** The editor misses a key that is set before it reads the steps. */
const completedBy = (key: string): readonly string[] => [
  `onContext:${key}`,
  `onContext:activeEditor == gettingStartedPage && ${key}`,
];

const steps = [
  {
    id: 'signIn',
    title: '%signIn.title%',
    description: '%signIn.description%',
    media: { svg: 'signIn.svg', altText: '%signIn.alt%' },
    completionEvents: completedBy('sourcehost.signedIn'),
  },
  {
    id: 'open',
    title: '%open.title%',
    description: '%open.description%',
    media: { svg: 'open.svg', altText: '%open.alt%' },
    completionEvents: completedBy('sourcehost.hasRemoteFolder'),
  },
  {
    id: 'look',
    title: '%look.title%',
    description: '%look.description%',
    media: { svg: 'pullRequest.svg', altText: '%look.alt%' },
    completionEvents: ['onCommand:sourcehost.pullRequest.show'],
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
  const fillInbox = async () => {
    const { url, token, assignee } = JSON.parse(process.env.${guideIssue});
    await fetch(url + '/api/v5/repos/alice/issues', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
      body: JSON.stringify({ repo: 'website', title: 'The page is empty at ' + new Date().toLocaleTimeString(), assignee }),
    });
    await commands.executeCommand('sourcehost.inbox.focus');
    await commands.executeCommand('sourcehost.inbox.refresh');
  };
  const showRuns = async () => {
    await commands.executeCommand('sourcehost.repository.choose', ${JSON.stringify(sample)});
    await commands.executeCommand('sourcehost.runs.focus');
  };
  for (const [name, run] of Object.entries({ signIn, fillInbox, showRuns }))
    subscriptions.push(commands.registerCommand('sourcehost-guide.' + name, run));
  if (workspace.workspaceFolders !== undefined) return;
  await commands.executeCommand('workbench.view.extension.sourcehost');
  await commands.executeCommand('workbench.action.openWalkthrough', '${walkthrough}', false);
};
`;

/** Writes the extension that shows a new user where to begin. @returns its folder. */
export async function writeGuide(): Promise<string> {
  const folder = join(root, 'out', 'guide');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  await writeFile(join(folder, 'extension.js'), code);
  for (const [file, all] of Object.entries(texts)) await writeFile(join(folder, file), JSON.stringify(all));
  for (const { media } of steps) await copyFile(join(root, 'media', 'walkthrough', media.svg), join(folder, media.svg));
  return folder;
}
