import manifest from '../../package.json' with { type: 'json' };

/** What a walk opens. `kind` says how, and which looks it gets. */
export interface Screen {
  readonly name: string;
  readonly kind: 'view' | 'page' | 'document' | 'menu' | 'question';
  /** The command that opens it; for a menu, the one that shows its view. */
  readonly command: string;
  /** An argument object, or an address. */
  readonly args?: object | string;
}

const repository = 'alice/website';
const host = 'local';
const record = (path: string): string => `sourcehost-record://local/${repository}/${path}`;

const views = Object.values(manifest.contributes.views)
  .flat()
  .map(({ id }): Screen => ({ name: id, kind: 'view', command: `${id}.focus` }));

/** What fills a view that is empty at first. */
const filled: readonly Screen[] = [
  { name: 'results of a search in files', kind: 'view', command: 'sourcehost.search.text', args: { query: 'menu' } },
  { name: 'history', kind: 'view', command: 'sourcehost.history.show', args: { repository } },
  {
    name: 'comparison',
    kind: 'view',
    command: 'sourcehost.ref.compare',
    args: { repository, base: 'v1.0', head: 'main' },
  },
  {
    name: 'changes of a pull request',
    kind: 'view',
    command: 'sourcehost.pullRequest.compare',
    args: { repository, number: 41 },
  },
  { name: 'files', kind: 'view', command: 'workbench.view.explorer' },
  { name: 'source control', kind: 'view', command: 'workbench.view.scm' },
];

const page = (command: string, args: object): Screen => ({
  name: command,
  kind: 'page',
  command: `sourcehost.${command}`,
  args: { host, ...args },
});

const pages: readonly Screen[] = [
  page('repository.show', { repository }),
  page('issue.show', { repository, number: 12 }),
  page('issue.show', { repository, number: 1 }),
  page('pullRequest.show', { repository, number: 41 }),
  page('pullRequest.show', { repository, number: 42 }),
  page('pullRequest.show', { repository, number: 43 }),
  page('user.show', { username: 'alice' }),
  page('user.show', { username: 'xiaoming' }),
  page('organization.show', { org: 'acme' }),
  page('branch.show', { repository, branch: 'main' }),
  {
    name: 'walkthrough',
    kind: 'document',
    command: 'workbench.action.openWalkthrough',
    args: { category: 'sourcehost.sourcehost#start' },
  },
];

const document = (path: string): Screen => ({
  name: path,
  kind: 'document',
  command: 'vscode.open',
  args: record(path),
});

const documents: readonly Screen[] = [
  ...['issues/12.md', 'issues/new.md', 'pulls/41.md', 'pulls/new.md', 'milestones/new.md'].map(document),
  ...['releases/v1.0.md', 'releases/new.md'].map(document),
  { name: 'file', kind: 'document', command: 'vscode.open', args: `sourcehost://local/${repository}/README.md` },
  { name: 'blame', kind: 'document', command: 'sourcehost.blame.toggle' },
  {
    name: 'settings',
    kind: 'document',
    command: 'workbench.action.openSettings',
    args: { query: '@ext:sourcehost.sourcehost' },
  },
  { name: 'report', kind: 'document', command: 'sourcehost.support.report' },
];

const menus = views
  .filter(({ name }) => name.startsWith('sourcehost.'))
  .map(({ name, command }): Screen => ({ name: `menu of ${name}`, kind: 'menu', command }));

/** They leave the window, the account or the data, or open no question. */
const unasked =
  /^(account\.signOut|host\.remove|repository\.(open|transfer|clone|continueLocally)|view\.refresh|log\.show|pullRequest\.open|inbox\.open)$/;
const unlisted = new Set(
  manifest.contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
);
/** They change what later questions are about, so they are the last ones. */
const turning = /^sourcehost\.(repository\.(choose|filter)|ref\.switch|\w+\.filter)$/;
const questions = manifest.contributes.commands
  .map(({ command }) => command)
  .filter((command) => !unlisted.has(command) && !unasked.test(command.replace('sourcehost.', '')))
  .sort((one, other) => Number(turning.test(one)) - Number(turning.test(other)))
  .map((command): Screen => ({ name: command, kind: 'question', command }));

/** Every view, page, document and menu, and the questions of every command of the palette. */
export const screens: readonly Screen[] = [...filled, ...views, ...pages, ...documents, ...menus, ...questions];
