import { l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { AllowedPushers, PushBlocker } from '../../../domain/permissions/pushBlockers.ts';
import type { CommitPlan, CommitTransport } from '../../../domain/sourceControl/commit/commitPlan.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { Change } from '../../../domain/sourceControl/drafts/draft.ts';

/** `3 files: 3 commits`, or `3 files: 1 commit` */
export function commitCountLabel(files: number, transport: CommitTransport): string {
  if (files === 1) return l10n.t('1 file: 1 commit');
  return transport === 'git' ? l10n.t('{0} files: 1 commit', files) : l10n.t('{0} files: {0} commits', files);
}

/** Asks whether to commit to `branch`, and the button for it. Both say the number of commits. */
export function commitQuestion(
  { files: { length: files }, transport }: CommitPlan,
  branch: string,
): { readonly question: string; readonly action: string } {
  if (files > 1 && transport === 'git')
    return { question: l10n.t('Make 1 commit of {0} files on {1}?', files, branch), action: l10n.t('Make 1 Commit') };
  return files === 1
    ? { question: l10n.t('Make 1 commit on {0}?', branch), action: l10n.t('Make 1 Commit') }
    : { question: l10n.t('Make {0} commits on {1}?', files, branch), action: l10n.t('Make {0} Commits', files) };
}

/** What `commitQuestion` is about: the author, the files, and what cannot be stored of them. */
export function commitDetail(plan: CommitPlan): string {
  const { files, author, transport } = plan;
  const plain = lostModes(plan);
  const person = author && `${author.name} <${author.email}>`;
  const each =
    person === undefined
      ? l10n.t('Each file becomes a commit.')
      : l10n.t('Each file becomes a commit. Author: {0}', person);
  const one = person === undefined ? [] : [l10n.t('Author: {0}', person)];
  return [
    ...(transport === 'git' ? one : [each]),
    pathSummary(files.map(({ change: { kind, path } }) => (kind === 'removed' ? `− ${path}` : path))),
    ...(plain.length === 0 ? [] : ['', pathSummary(plain)]),
  ].join('\n');
}

/** Warnings about the modes of files that the commit does not store. Git stores all. */
export function lostModes({ files, transport }: CommitPlan): string[] {
  return transport === 'git' ? [] : files.flatMap(({ change }) => unsupportedModeWarnings(change));
}

const mostPaths = 10;

/** The first paths, one per line. */
export function pathSummary(paths: readonly string[]): string {
  const lines = paths.slice(0, mostPaths).join('\n');
  const more = paths.length - mostPaths;
  return more <= 0 ? lines : `${lines}\n${l10n.t('…and {0} more', more)}`;
}

/** File modes that the service cannot store: new files get the default mode. */
function unsupportedModeWarnings({ kind, base, mode, path }: Change): string[] {
  if (kind !== 'file' || base !== undefined) return [];
  if (mode === '100755')
    return [l10n.t('{0} will not be executable: file modes cannot be committed to this host.', path)];
  return mode === '120000'
    ? [l10n.t('{0} will be a file: symbolic links cannot be committed to this host.', path)]
    : [];
}

export function pushBlockerText({ branch }: Checkout, blocker: PushBlocker): string {
  switch (blocker.kind) {
    case 'archived':
      return l10n.t('{0} is archived and read-only.', fullName(branch));
    case 'readOnly':
      return branch.account === undefined
        ? l10n.t('Not signed in.')
        : l10n.t('{0} has read-only access to {1}.', branch.account, fullName(branch));
    case 'rule':
      return l10n.t('It is protected by the rule “{0}”. {1}', blocker.rule, allowedText(blocker.allowed));
  }
}

function allowedText(allowed: AllowedPushers): string {
  switch (allowed) {
    case 'nobody':
      return l10n.t('No one can push to it.');
    case 'administrators':
      return l10n.t('Only administrators can push to it.');
    case 'others':
      return l10n.t('This account cannot push to it.');
    default:
      return l10n.t('Only these users can push to it: {0}.', allowed.join(', '));
  }
}
