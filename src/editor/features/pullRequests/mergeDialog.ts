import { l10n, ThemeIcon } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { cancelled, Failure, isFailure } from '../../../core/errors.ts';
import { oneLine, shownText } from '../../../core/text.ts';
import type { Gates, OwnRights } from '../../../domain/permissions/gates.ts';
import { isReadyButNotByMe, unmetConditions } from '../../../domain/pullRequests/mergeConditions.ts';
import {
  allowedMethods,
  type Merge,
  type MergeMethod,
  type MergeOutcome,
  type PullRequests,
} from '../../../domain/pullRequests/pullRequests.ts';
import type { Invocation } from '../../kit/command.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { explain } from '../../kit/messages/explain.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { confirm, Prompt } from '../../kit/prompts/prompt.ts';
import type { PickItem } from '../../kit/prompts/question.ts';
import { conditionText } from '../../kit/rows/pullRequestTexts.ts';
import { decidedOn, lookedAt, placeText, rightsText, stateTexts, type ConfirmParts } from './confirmPullRequest.ts';

export interface MergeDialogParts extends ConfirmParts {
  readonly load: () => Promise<PullRequests>;
  readonly loadGates: () => Promise<Gates>;
}

export interface MergeWish extends Merge {
  readonly removeBranch?: boolean | undefined;
}

export interface MergedPullRequest {
  readonly outcome: MergeOutcome;
  /** As it was right before the merge. */
  readonly pull: PullRequest;
  readonly removeBranch: boolean;
}

/** `note`: choosing it shows all that is missing in whole sentences. */
type Row = MergeMethod | 'force' | 'title' | 'message' | 'branch' | 'changes' | 'note';

interface Shown {
  readonly pull: PullRequest;
  readonly wish: MergeWish;
  readonly rights: OwnRights;
  /** The commit that the account looked at, if there are others now. */
  readonly since: string | undefined;
}

/**
 * One list with all of a merge: what is missing, the ways to merge, the texts of the commit and the branch. The row of a
 * way merges. If the pull request changed meanwhile, or the host refuses, the list says so above its rows.
 */
export async function mergeByDialog(
  parts: MergeDialogParts,
  { on, number, given }: { readonly on: AtRepository; readonly number: string; readonly given: MergeWish },
  { signal, withoutProgress }: Invocation,
): Promise<MergedPullRequest> {
  const [pullRequests, gates] = await Promise.all([parts.load(), parts.loadGates()]);
  const read = async (): Promise<PullRequest> => await pullRequests.get(on, number, { signal });
  const [first, rights, removesHead] = await Promise.all([
    read(),
    gates.rights(on.connection, on.name),
    gates.removesHead(on.connection, on.name),
  ]);
  if (first.state === 'merged')
    throw new Failure('refused', `!${number} is merged`, { reason: 'alreadyMerged', about: [number] });
  const looked = lookedAt(parts, on, number);
  let pull = first;
  let wish: MergeWish = { removeBranch: removesHead, ...given };
  let notice: string | undefined;
  for (;;) {
    const since = looked.movedSince(pull);
    const row = await withoutProgress(askRow({ pull, wish, rights, since }, notice, signal));
    notice = undefined;
    if (row === 'changes') {
      await looked.showChanges(since ?? '');
      throw cancelled();
    }
    if (row === 'branch') wish = { ...wish, removeBranch: wish.removeBranch !== true };
    else if (row === 'title' || row === 'message') wish = await withoutProgress(typed(pull, row, wish, signal));
    else if (row === 'note') {
      const missing = missingTexts({ pull, wish, rights, since });
      if (missing.length > 0)
        await withoutProgress(showMessage('information', l10n.t('Missing for a merge'), [], missing.join('\n\n')));
    } else {
      if (row === 'force') await withoutProgress(confirmForce(pull));
      const shown = pull;
      pull = await read();
      const isSame = JSON.stringify(decidedOn(pull)) === JSON.stringify(decidedOn(shown));
      if (!isSame) {
        notice = l10n.t('This changed after you were asked. Look at it again.');
        continue;
      }
      const { removeBranch = false, ...merge } = wish;
      try {
        const outcome = await pullRequests.merge(on, number, { ...merge, ...wayOf(row, pull, wish) }, { signal });
        return { outcome, pull, removeBranch: removeBranch && isRemovable(pull) };
      } catch (error) {
        if (!isFailure(error, 'refused', 'invalid', 'forbidden', 'conflict')) throw error;
        const { serverMessage } = error;
        notice = serverMessage === undefined ? explain(error) : l10n.t('The host says: {0}', serverMessage);
        pull = await read();
      }
    }
  }
}

/** A rebase creates no commit of its own. */
const wayOf = (row: MergeMethod | 'force', pull: PullRequest, { merge_method }: MergeWish): Merge =>
  row === 'force'
    ? { merge_method: merge_method ?? usualMethod(pull), force_merge: true }
    : { merge_method: row, ...(row === 'rebase' ? { title: undefined, message: undefined } : {}) };

function usualMethod(pull: PullRequest): MergeMethod {
  const methods = allowedMethods(pull);
  const told = pull.mergeable_state?.merge_request_switch?.merge_method;
  return methods.find((one) => one === told) ?? 'merge';
}

const isRemovable = ({ head, prune_branch: isRemovedByHost }: PullRequest): boolean =>
  head.ref !== undefined && head.repo !== undefined && isRemovedByHost !== true;

async function askRow(shown: Shown, notice: string | undefined, signal: AbortSignal): Promise<Row> {
  const { pull, wish, since } = shown;
  const title = l10n.t('Merge !{0} {1}', pull.number, plainLabel(pull.title ?? ''));
  const usual = wish.merge_method ?? usualMethod(pull);
  return await new Prompt({ title, ...(notice === undefined ? {} : { refusal: notice }) }).pick<Row>({
    placeholder: [placeText(pull), ...stateTexts(pull, since)].join(' '),
    items: [...missingItems(shown), ...wayItems(shown), ...commitItems(shown)],
    active: (row) => row === usual,
    signal,
  });
}

const note = (label: string, icon: string): PickItem<Row> => ({ label, iconPath: new ThemeIcon(icon), value: 'note' });

/** In the words of the host. A list shows only the beginning of a long one. */
function missingTexts({ pull, rights }: Shown): string[] {
  const unmet = unmetConditions(pull) ?? [];
  const isSaid = unmet.some(({ name }) => name === 'merged_by_user');
  return [
    ...unmet.map((condition) => condition.reason ?? conditionText(condition)),
    ...(rights.may('pr', 'merge') === false && !isSaid ? [rightsText(rights)] : []),
  ];
}

function missingItems(shown: Shown): PickItem<Row>[] {
  const { pull, since } = shown;
  const items = [
    ...missingTexts(shown).map((text) => note(shownText(oneLine(text, 300)), 'circle-slash')),
    ...(isReadyButNotByMe(pull) ? [note(l10n.t('Others can merge it now'), 'info')] : []),
  ];
  const changes = {
    label: l10n.t('Changes Since I Looked'),
    iconPath: new ThemeIcon('diff'),
    value: 'changes',
  } as const;
  return [
    ...(items.length === 0 ? [] : [{ heading: l10n.t('Missing for a merge') }, ...items]),
    ...(since === undefined ? [] : [changes]),
  ];
}

function wayItems({ pull, rights }: Shown): PickItem<Row>[] {
  const ways = {
    merge: { label: l10n.t('Merge'), description: l10n.t('all commits, and one that joins them') },
    squash: { label: l10n.t('Squash'), description: l10n.t('one commit with all changes') },
    rebase: { label: l10n.t('Rebase'), description: l10n.t('all commits, one after the other') },
  };
  const { mergeable_state: told } = pull;
  const canForce = told?.can_force_merge === true && told.state === false && rights.isAdministrator === true;
  const force = { label: l10n.t('Force the Merge…'), iconPath: new ThemeIcon('warning'), value: 'force' } as const;
  return [
    { heading: l10n.t('Merge now') },
    ...allowedMethods(pull).map((value) => ({ ...ways[value], iconPath: new ThemeIcon('git-merge'), value })),
    ...(canForce ? [force] : []),
  ];
}

function commitItems({ pull, wish }: Shown): PickItem<Row>[] {
  const branch = plainLabel(pull.head.ref ?? '');
  const isRemoved = wish.removeBranch === true;
  const icon = new ThemeIcon('edit');
  return [
    { heading: l10n.t('Change before the merge') },
    {
      label: l10n.t('Title of the commit'),
      description: wish.title ?? l10n.t('the host writes it'),
      iconPath: icon,
      value: 'title',
    },
    {
      label: l10n.t('Message below the title'),
      description: wish.message ?? l10n.t('none'),
      iconPath: icon,
      value: 'message',
    },
    ...(isRemovable(pull)
      ? [
          {
            label: l10n.t('Remove the branch “{0}” after the merge', branch),
            description: isRemoved ? l10n.t('yes') : l10n.t('no'),
            iconPath: new ThemeIcon(isRemoved ? 'check' : 'circle-large-outline'),
            value: 'branch' as const,
          },
        ]
      : pull.prune_branch === true
        ? [note(l10n.t('The host removes the branch “{0}”', branch), 'check')]
        : []),
  ];
}

/** The wish with another text; as it was if the question is dismissed. */
async function typed(
  { number, title = '' }: PullRequest,
  row: 'title' | 'message',
  wish: MergeWish,
  signal: AbortSignal,
): Promise<MergeWish> {
  const prompt =
    row === 'title'
      ? l10n.t('Title of the commit (empty: the host writes it)')
      : l10n.t('Message below the title (may be empty)');
  const value = wish[row] ?? (row === 'title' ? `${plainLabel(title, 200)} (!${number})` : '');
  const asked = new Prompt({ title: l10n.t('Merge !{0} {1}', number, plainLabel(title)) }).input({
    prompt,
    value,
    signal,
  });
  return await asked.then(
    (text) => ({ ...wish, [row]: text.trim() === '' ? undefined : text }),
    (error: unknown) => {
      if (signal.aborted || !isFailure(error, 'cancelled')) throw error;
      return wish;
    },
  );
}

async function confirmForce(pull: PullRequest): Promise<void> {
  const missing = (unmetConditions(pull) ?? []).map(conditionText);
  const detail = [l10n.t('As an administrator you merge it although this is missing:'), ...missing].join('\n');
  await confirm(l10n.t('Force the merge of !{0}?', pull.number), detail, l10n.t('Force'));
}
