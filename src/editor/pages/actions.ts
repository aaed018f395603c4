import { commands, FileType, workspace, type Uri } from 'vscode';
import { withoutEnd } from '../../core/text.ts';
import { parseFullName } from '../../domain/hosts/address.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import { target as rowTarget } from '../kit/prompts/target.ts';
import { fileUri } from '../kit/uri.ts';
import { textsOf } from './content.ts';
import type { Page } from './page.ts';

/** Runs an action of a page. Only the actions below are accepted, with the string fields that they declare. */
export async function runAction(
  message: Readonly<Record<string, unknown>>,
  target: PageTarget,
  page: Page,
  open: (target: PageTarget) => Promise<unknown>,
): Promise<unknown> {
  const text = textsOf(message);
  const { host, account } = target;
  const repository = 'repository' in target ? target.repository : '';
  // Runs the command as from a row of a view: the user chose it, so the command may ask questions and show failures.
  const run: RunOnRow = (id, more) =>
    commands.executeCommand(id, { [rowTarget]: { host, ...(account && { account }), repository, ...more } });
  const action = text('action');
  switch (action) {
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
    case 'milestone':
      return await run('sourcehost.milestone.open', { number: Number(text('number')) });
    case 'issue':
    case 'pullRequest':
      return await open({ host, account, kind: action, repository, number: text('number') });
    case 'changeBase':
      return 'number' in target
        ? await run('sourcehost.pullRequest.edit', { number: target.number, base: text('base') })
        : undefined;
    case 'record':
      return await runOnRecord(text('do'), target, run);
    case 'file':
      return await openFile(host, repository, withoutEnd(text('path'), '/'), run);
    default: {
      const [id, argument, field = argument] = (Object.hasOwn(openings, action) && openings[action]) || [];
      return id === undefined ? undefined : await run(id, argument && field ? { [argument]: text(field) } : {});
    }
  }
}

type RunOnRow = (id: `sourcehost.${string}`, more: object) => Thenable<unknown>;

/** The commands that open what a link of a page names, each with its argument and the field of the link. */
const openings: Readonly<Record<string, readonly [id: `sourcehost.${string}`, argument?: string, field?: string]>> = {
  user: ['sourcehost.user.show', 'username'],
  repository: ['sourcehost.repository.show', 'repository'],
  organization: ['sourcehost.organization.show', 'org'],
  branch: ['sourcehost.branch.show', 'branch'],
  openFiles: ['sourcehost.repository.open'],
  run: ['sourcehost.run.show', 'workflow_run_id', 'run'],
  failedStep: ['sourcehost.run.showFailedStep', 'workflow_run_id', 'run'],
};

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

async function runOnRecord(action: string, target: PageTarget, run: RunOnRow): Promise<unknown> {
  if (!('number' in target)) return undefined;
  const { kind, number } = target;
  const [, [id, more = {}] = []] =
    Object.entries<readonly [`sourcehost.${string}`, object?]>(recordCommands[kind]).find(
      ([name]) => name === action,
    ) ?? [];
  return id === undefined ? undefined : await run(id, { number, ...more });
}

async function openFile(host: string, repository: string, path: string, run: RunOnRow): Promise<unknown> {
  const name = parseFullName(repository);
  if (name === undefined) return undefined;
  const uri = fileUri({ host, ...name, ref: undefined, path });
  return (await isFolderAt(uri))
    ? await run('sourcehost.repository.open', { path })
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
