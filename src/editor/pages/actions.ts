import { commands, FileType, workspace, type Uri } from 'vscode';
import { withoutEnd } from '../../core/text.ts';
import { parseFullName } from '../../domain/hosts/address.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import { target as rowTarget } from '../kit/prompts/target.ts';
import { fileUri } from '../kit/uri.ts';
import type { Page } from './page.ts';

/** Runs an action of a page. Only the actions below are accepted, with the string fields that they declare. */
export async function runAction(
  message: Readonly<Record<string, unknown>>,
  target: PageTarget,
  page: Page,
  open: (target: PageTarget) => Promise<unknown>,
): Promise<unknown> {
  const text = (field: string): string => {
    const value = message[field];
    return typeof value === 'string' ? value : '';
  };
  const seen = { host: target.host, ...(target.account === undefined ? {} : { account: target.account }) };
  const repository = 'repository' in target ? target.repository : '';
  // Runs the command as from a row of a view: the user chose it, so the command may ask questions and show failures.
  const run = (id: `sourcehost.${string}`, more: object): Thenable<unknown> =>
    commands.executeCommand(id, { [rowTarget]: { ...seen, ...more } });
  switch (text('action')) {
    case 'retry':
      await page.retry(text('section'));
      return undefined;
    case 'refresh':
      return await page.reload();
    case 'more':
      await page.more(text('section'));
      return undefined;
    case 'signIn':
      return await commands.executeCommand('sourcehost.account.signIn');
    case 'user':
      return await run('sourcehost.user.show', { username: text('username') });
    case 'repository':
      return await run('sourcehost.repository.show', { repository: text('repository') });
    case 'organization':
      return await run('sourcehost.organization.show', { org: text('org') });
    case 'milestone':
      return await run('sourcehost.milestone.open', { repository, number: Number(text('number')) });
    case 'branch':
      return await run('sourcehost.branch.show', { repository, branch: text('branch') });
    case 'openFiles':
      return await run('sourcehost.repository.open', { repository });
    case 'issue':
    case 'pullRequest': {
      const kind = text('action') === 'issue' ? 'issue' : 'pullRequest';
      return await open({ host: target.host, account: target.account, kind, repository, number: text('number') });
    }
    case 'run':
      return await run('sourcehost.run.show', { repository, workflow_run_id: text('run') });
    case 'failedStep':
      return await run('sourcehost.run.showFailedStep', { repository, workflow_run_id: text('run') });
    case 'changeBase':
      return 'number' in target
        ? await run('sourcehost.pullRequest.edit', { repository, number: target.number, base: text('base') })
        : undefined;
    case 'record':
      return await runOnRecord(text('do'), target, run);
    case 'file':
      return await openFile(target.host, repository, withoutEnd(text('path'), '/'), run);
    default:
      return undefined;
  }
}

/** What the buttons of an issue and of a pull request do. */
const recordCommands = {
  issue: {
    edit: ['sourcehost.issue.open'],
    close: ['sourcehost.issue.close'],
    reopen: ['sourcehost.issue.reopen'],
    startWork: ['sourcehost.issue.startWork'],
  },
  pullRequest: {
    approve: ['sourcehost.pullRequest.review'],
    assignApprovers: ['sourcehost.pullRequest.assignApprovers'],
    assignReviewers: ['sourcehost.pullRequest.assignReviewers'],
    assignTesters: ['sourcehost.pullRequest.assignTesters'],
    close: ['sourcehost.pullRequest.edit', { state: 'closed' }],
    compare: ['sourcehost.pullRequest.compare'],
    edit: ['sourcehost.pullRequest.edit'],
    markTested: ['sourcehost.pullRequest.markTested'],
    merge: ['sourcehost.pullRequest.merge'],
    open: ['sourcehost.pullRequest.open'],
    ready: ['sourcehost.pullRequest.edit', { draft: false }],
    reopen: ['sourcehost.pullRequest.edit', { state: 'open' }],
    tryMerge: ['sourcehost.pullRequest.tryMerge'],
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<string, readonly [id: `sourcehost.${string}`, more?: object]>>>
>;

export type RecordAction = keyof typeof recordCommands.issue | keyof typeof recordCommands.pullRequest;

async function runOnRecord(
  action: string,
  target: PageTarget,
  run: (id: `sourcehost.${string}`, more: object) => Thenable<unknown>,
): Promise<unknown> {
  if (!('number' in target)) return undefined;
  const { kind, number, repository } = target;
  const [, [id, more = {}] = []] =
    Object.entries<readonly [`sourcehost.${string}`, object?]>(recordCommands[kind]).find(
      ([name]) => name === action,
    ) ?? [];
  return id === undefined ? undefined : await run(id, { repository, number, ...more });
}

async function openFile(
  host: string,
  repository: string,
  path: string,
  run: (id: `sourcehost.${string}`, more: object) => Thenable<unknown>,
): Promise<unknown> {
  const name = parseFullName(repository);
  if (name === undefined) return undefined;
  const uri = fileUri({ host, ...name, ref: undefined, path });
  return (await isFolderAt(uri))
    ? await run('sourcehost.repository.open', { repository, path })
    : await commands.executeCommand('vscode.open', uri);
}

/** A path that cannot be resolved is opened as a file: the editor then shows the error. */
async function isFolderAt(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type === FileType.Directory;
  } catch {
    return false;
  }
}
