import { l10n } from 'vscode';
import { filledText, flag, integer, name, names, oneOf, optional, text } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import type { AnyCommand, Ask, Invocation, Known } from '../../kit/command.ts';
import { askFrom, askText } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { atRepository, onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { askPullRequest } from './askPullRequest.ts';

type Id = `sourcehost.pullRequest.${'create' | 'edit'}`;

export interface PullRequestCommandParts {
  readonly load: () => Promise<PullRequests>;
  readonly changes: Changes;
}

const askHead = askFrom(
  () => l10n.t('Merge which branch?'),
  ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
  (branch) => ({ label: plainLabel(branch.name), value: branch.name }),
  (typed) => (typed.trim() === '' ? undefined : { label: typed.trim(), value: typed.trim() }),
);

const askTarget = askFrom(
  () => l10n.t('Into which branch?'),
  ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
  (branch) => ({
    label: plainLabel(branch.name),
    ...(branch.default === true ? { description: l10n.t('default') } : {}),
    value: branch.name,
  }),
);

/** Commands that create and change pull requests, where the host has them. */
export function pullRequestCommands(parts: PullRequestCommandParts): Record<Id, AnyCommand> {
  return {
    'sourcehost.pullRequest.create': create(parts),
    'sourcehost.pullRequest.edit': edit(parts),
  };
}

function create({ load, changes }: PullRequestCommandParts): AnyCommand {
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    fields: {
      head: name,
      base: optional(name),
      title: filledText,
      body: optional(text),
      draft: optional(flag),
      issue: optional(recordNumber),
    },
    ask: {
      head: askHead,
      base: askTarget,
      title: async (prompt, known, invocation) => {
        const subject = await subjectOf(await atRepository(invocation, known), known.head, invocation.signal);
        return await askText(() => ({ prompt: l10n.t('Title of the new pull request'), value: subject }))(
          prompt,
          known,
          invocation,
        );
      },
      issue: askLinkedIssue,
    },
    run: async ({ issue, ...given }, on, { signal, silent }) => {
      const inputs = { ...given, issue: issue === undefined ? undefined : String(issue) };
      const created = await (await load()).create(on, inputs, { signal });
      notify(on, { silent }, ...(created === undefined ? [] : [created.number]));
      return created;
    },
  });
}

/** The number of an issue in the name of a branch: `12-menu`, `fix/12-menu`. */
const issueIn = (branch: unknown): string | undefined =>
  typeof branch === 'string' ? /(?:^|\/)([1-9]\d*)(?=[-_]|$)/.exec(branch)?.[1] : undefined;

/** Asks whether the issue that the name of the branch names is linked. */
const askLinkedIssue: Ask<string | undefined> = Object.assign(
  async (...[prompt, known, invocation]: Parameters<Ask<string>>): Promise<string | undefined> => {
    const number = issueIn(known.head);
    if (number === undefined) return undefined;
    const { api, at } = await atRepository(invocation, known);
    const issue = await api.issues.get({ ...at, number }, { signal: invocation.signal }).catch(() => undefined);
    if (issue === undefined) return undefined;
    return await prompt.pick({
      placeholder: l10n.t('Link an issue?'),
      items: [
        { label: `#${number} ${oneLine(issue.title ?? '', 120)}`, value: number },
        { label: l10n.t('Link no issue'), value: undefined },
      ],
    });
  },
  { answered: ({ head }: Known) => issueIn(head) === undefined },
);

/** The first line of the last commit of the branch; empty if it cannot be read. */
async function subjectOf({ api, at }: AtRepository, branch: unknown, signal: AbortSignal): Promise<string> {
  if (typeof branch !== 'string' || branch.includes(':')) return '';
  const read = api.branches.get({ ...at, branch }, { signal }).catch(() => undefined);
  return (await read)?.commit?.message?.split('\n')[0]?.trim() ?? '';
}

/** `closed` and `reopen` are the words of the API; `close` is the word of `issue.edit`. */
const states = { closed: 'closed', close: 'closed', reopen: 'reopen', open: 'reopen' } as const;

function edit({ load, changes }: PullRequestCommandParts): AnyCommand {
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    fields: {
      number: recordNumber,
      title: optional(filledText),
      body: optional(text),
      state: optional(oneOf('closed', 'reopen', 'close', 'open')),
      draft: optional(flag),
      labels: optional(names),
      milestone: optional(integer),
    },
    ask: { number: askPullRequest(load, 'all') },
    runAsks: ['title', 'body', 'state', 'draft', 'labels', 'milestone'],
    run: async ({ number, state, ...given }, on, invocation) => {
      const { signal, silent } = invocation;
      const pullRequests = await load();
      const change = { ...given, state: state && states[state] };
      const isEmpty = Object.values(change).every((value) => value === undefined);
      if (isEmpty && invocation.origin === 'code')
        throw new Failure('invalid', 'nothing is to be changed', { field: 'title', reason: 'nothingToChange' });
      const wanted = isEmpty ? await askChange(pullRequests, on, String(number), invocation) : change;
      const edited = await pullRequests.edit(on, String(number), wanted, { signal });
      notify(on, { silent }, String(number));
      return edited;
    },
  });
}

/** Asks a user what to change: the state, the draft or the title. */
async function askChange(
  pullRequests: PullRequests,
  on: AtRepository,
  number: string,
  invocation: Invocation,
): Promise<Parameters<PullRequests['edit']>[2]> {
  const { signal, withoutProgress } = invocation;
  const now = await pullRequests.get(on, number, { signal });
  const prompt = new Prompt({ title: `!${number} ${now.title ?? ''}` });
  const isOpen = now.state === 'open';
  return await withoutProgress(
    (async () => {
      const wanted = await prompt.pick<'title' | 'state' | 'draft'>({
        placeholder: l10n.t('Change what?'),
        items: [
          { label: l10n.t('Title'), value: 'title' },
          { label: isOpen ? l10n.t('Close') : l10n.t('Reopen'), value: 'state' },
          { label: now.draft === true ? l10n.t('Mark as Ready') : l10n.t('Mark as Draft'), value: 'draft' },
        ],
        signal,
      });
      if (wanted === 'state') return { state: isOpen ? ('closed' as const) : ('reopen' as const) };
      if (wanted === 'draft') return { draft: now.draft !== true };
      return { title: await prompt.input({ prompt: l10n.t('Title'), value: now.title ?? '', signal }) };
    })(),
  );
}
