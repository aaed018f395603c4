import { mayBeDone, type Failure, type FailureKind } from '../core/errors.ts';
import type { FailureReason } from '../core/failureReason.ts';
import { withoutCredentials } from '../core/log.ts';
import { requirementText, type Requirement, type RequirementCode } from '../core/requirement.ts';
import { oneLine } from '../core/text.ts';
import { fenced, fenceNote } from './kit/fence.ts';

/** Characters of a message; it can quote an input. */
const longestMessage = 1_000;

/**
 * A failure as the result of a tool, or of `what` else. What this extension refuses is one sentence that says what to do. Any other message
 * can have text of the service, so it is fenced.
 */
export function toolFailureText(failure: Failure, what = 'The tool failed'): string {
  const { kind, field, reason, requirement, message } = failure;
  const input = field === undefined ? '' : `, input ${oneLine(field, 40)}`;
  const start = `${what} (${kind}${input})`;
  const own = requirement === undefined ? reasonText(reason) : brokenText(field ?? '', requirement);
  if (own !== undefined) return `${start}: ${own}.`;
  const next = nextStep(failure);
  const lines = [`${start}.`, fenceNote, fenced(cut(withoutCredentials(message)))];
  return [...lines, ...(next === undefined ? [] : [next])].join('\n');
}

/** What to do after a failure whose message comes from the service or from git. */
function nextStep(failure: Failure): string | undefined {
  if (mayBeDone(failure))
    return 'The host may have made the change. Read whether it is there before you call the tool again.';
  if (failure.reason === 'noSuchRef')
    return 'Use another branch, tag or commit; sourcehost_get_repository lists the newest branches.';
  if (failure.reason === 'noFile') return 'Check the path; sourcehost_find_file finds files by a part of it.';
  if (failure.reason === undefined) return afterAnswer[failure.kind];
  if (!needsGit.has(failure.reason)) return undefined;
  return 'This needs git, which cannot be used for this repository. Tell the user. Files, search and comparisons work without git.';
}

const needsGit: ReadonlySet<FailureReason> = new Set([
  'gitMissing',
  'gitRefused',
  'gitOff',
  'gitTooOld',
  'gitTokenRefused',
  'gitDenied',
  'gitNoRepository',
  'gitNoService',
]);

/** What to do after an error response of the service. */
const afterAnswer: Partial<Record<FailureKind, string>> = {
  signedOut: 'The sign-in is missing or has expired. Ask the user to sign in again.',
  forbidden: 'The account of the user has no permission for this. Ask the user.',
  missing: 'It does not exist, or the account of the user has no access. Check the inputs, or ask the user.',
  throttled: 'The host takes no more requests now. Wait a minute, then call the tool again.',
  broken: 'The host failed. Call the tool again later.',
};

const cut = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;

const notAgreed =
  'the change is not the one that the user agreed to, because something changed meanwhile; call the tool again';

function reasonText(reason: FailureReason | undefined): string | undefined {
  switch (reason) {
    case 'largeFetch':
      return 'the history needs more than 200 MB from the host; ask the user to open the History view of the repository and to confirm the download, then call the tool again';
    case 'isRestricted':
      return 'tools do not change the files that configure the editor; ask the user to change them';
    case 'draftsChanged':
      return notAgreed;
    case 'noDrafts':
      return 'there are no drafts to commit; change files first, see sourcehost_edit_file and sourcehost_write_file';
    case 'noRepositoryAddress':
    case 'noRecordAddress':
      return 'this is no address of a file or an issue; use sourcehost://host/owner/repo/path?ref=main or sourcehost-record://host/owner/repo/issues/1.md';
    case 'noArgumentObject':
      return 'the inputs must be an object, as the schema of the tool describes it';
    default:
      return undefined;
  }
}

/** Sentences in place of the general ones, which do not say what an agent can do. */
const sentences: Partial<Record<RequirementCode, string>> = {
  allowedRepository:
    'tools may not use this repository; use one that sourcehost_list_repositories lists, or ask the user to open it, to pin it or to add it to the setting sourcehost.tools.repositories',
  cursor: 'the cursor is not one of a result; leave it out to read from the beginning',
  agreed: notAgreed,
};

/** What follows the general sentence. `{0}`: the value of the requirement. */
const advice: Partial<Record<RequirementCode, string>> = {
  known: '; the inputs are: {0}',
  occursOnce: ': read the file, then give the text with the lines around it',
};

function brokenText(field: string, requirement: Requirement): string {
  const { code, values } = requirement;
  if (field === 'host' && code === 'given') return 'several hosts have this repository; write it as host/owner/repo';
  const rule = code === 'known' ? 'is not an input of this tool' : requirementText(requirement);
  const more = advice[code]?.replace('{0}', values.join(', ')) ?? '';
  return sentences[code] ?? `${oneLine(field, 40)} ${rule}${more}`;
}
