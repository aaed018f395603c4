import { mayBeDone, type Failure, type FailureKind } from '../core/errors.ts';
import type { FailureReason } from '../core/failureReason.ts';
import { withoutCredentials } from '../core/log.ts';
import { requirementText, type Requirement, type RequirementCode } from '../core/requirement.ts';
import { oneLine } from '../core/text.ts';
import { fenced, fenceNote, quotedName } from './kit/fence.ts';

/** Characters of a message; it can quote an input. */
const longestMessage = 1_000;

interface FailureTextOptions {
  readonly what?: string | undefined;
  /** As in `ToolServices`. */
  readonly howToAllow?: string;
  /** In place of what this extension says to an agent in the editor. */
  readonly texts?: ReasonTexts;
}

/** As the result of a tool, or of `what`. Own refusals say what to do; other messages are untrusted, so fenced. */
export function toolFailureText(
  failure: Failure,
  { what = 'The tool failed', howToAllow = '', texts = {} }: FailureTextOptions = {},
): string {
  const { kind, field, requirement, message } = failure;
  const input = field === undefined || hidden.has(field) ? '' : `, input ${oneLine(field, 40)}`;
  const start = `${what} (${kind}${input})`;
  const own = ownText(failure, { ...reasonTexts, ...texts });
  const more = requirement?.code === 'allowedRepository' ? `\n${howToAllow}`.trimEnd() : '';
  if (own !== undefined) return `${start}: ${own}.${more}`;
  // The path of the API does not help an agent.
  const details = withoutCredentials(message).replace(/^[A-Z]+ \/\S* was answered /, 'the host answered ');
  return [`${start}.`, fenceNote, fenced(cut(details)), nextStep(failure)].join('\n');
}

/** Names that no model has given. */
const hidden: ReadonlySet<string> = new Set(['agreed', 'host']);

/** The sentence of this extension about a failure, without its full stop; undefined: the host or git said what is wrong. */
function ownText(
  { field = '', reason, requirement, about = [] }: Failure,
  texts: ReasonTexts = reasonTexts,
): string | undefined {
  if (requirement !== undefined) return brokenText(field, requirement);
  const text = reason && texts[reason];
  return reason === 'isConflict' || reason === 'draftChanged' ? text?.replace('{0}', listed(about)) : text;
}

/** Files that a refusal names. */
const mostNamed = 20;

const listed = (paths: readonly string[]): string => paths.slice(0, mostNamed).map(quotedName).join(', ');

/** What to do after a failure whose message comes from the service or from git. */
function nextStep(failure: Failure): string {
  if (mayBeDone(failure))
    return 'The host may have made the change. Read whether it is there before you call the tool again.';
  const { kind, reason, retryAfter = 0 } = failure;
  if (kind === 'throttled' && retryAfter > 60_000)
    return `The host takes no more requests for ${Math.ceil(retryAfter / 1_000)} seconds. Call the tool again then.`;
  if (reason === undefined || !needsGit.has(reason)) return afterAnswer[kind];
  return 'This needs git, which cannot be used for this repository. Tell the user. Files, search and comparisons work without git.';
}

const needsGit: ReadonlySet<FailureReason> = new Set([
  'gitMissing',
  'gitRefused',
  'gitOff',
  'gitTooOld',
  'gitTooOldToMerge',
  'gitTokenRefused',
  'gitDenied',
  'gitNoRepository',
  'gitNoService',
]);

const afterAnswer: Readonly<Record<FailureKind, string>> = {
  signedOut: 'The sign-in is missing or has expired. Ask the user to sign in again.',
  forbidden: 'The account of the user has no permission for this. Ask the user.',
  missing: 'It does not exist, or the account of the user has no access. Check the inputs, or ask the user.',
  throttled: 'The host takes no more requests now. Wait a minute, then call the tool again.',
  broken: 'The host failed. Call the tool again later.',
  conflict: 'It exists already, or it changed meanwhile. Read it, then use another name or value.',
  invalid: 'Change the inputs as the message says, then call the tool again.',
  unsupported: 'This host does not have the operation. Tell the user.',
  refused: 'It was refused. Tell the user what the message says.',
  unreachable: 'The host did not answer. Call the tool again later, or tell the user.',
  timeout: 'The host did not answer in time. Call the tool again later, or tell the user.',
  unreadable: 'The answer of the host is not as its API describes it. Tell the user.',
  cancelled: 'The call was cancelled. Ask the user how to go on.',
};

const cut = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;

const notAgreed =
  'the change is not the one that the user agreed to, because something changed meanwhile; call the tool again';

type ReasonTexts = Partial<Record<FailureReason, string>>;

/** What this extension says of its own reasons: the model knows its inputs, so none is repeated. `{0}`: the files. */
const reasonTexts: ReasonTexts = {
  noCommits: 'the repository is empty; write a file and commit it first',
  noChange: 'there is no draft at this path; sourcehost_show_drafts shows them',
  largeFetch:
    'the history needs more than 200 MB from the host, which only a user can confirm in the view History of Sourcehost',
  tooManyFiles: 'there are more files than git can list; ask the user to look at them with git in a clone',
  isRestricted: 'tools do not change the files that configure the editor; ask the user to change them',
  refExists: 'it exists already; use another name',
  isConflict:
    '{0} changed here and on the host; the drafts hold conflict markers: read them, edit them until no marker is left, then commit again',
  draftsChanged: notAgreed,
  draftChanged: '{0} was saved meanwhile; read it again, then call the tool again',
  noDrafts: 'there are no drafts to commit; change files first, see sourcehost_edit_file and sourcehost_write_file',
  onlyIgnored: '.gitignore ignores all new drafts; name them in paths if they shall be committed all the same',
  noRepositoryAddress:
    'this is no address of a file or an issue; use sourcehost://host/owner/repo/path?ref=main or sourcehost-record://host/owner/repo/issues/1.md',
  noRecordAddress:
    'this is no address of a file or an issue; use sourcehost://host/owner/repo/path?ref=main or sourcehost-record://host/owner/repo/issues/1.md',
  noFile: 'there is no such file or folder; sourcehost_list_folder with query finds files by a part of their path',
  isFolder: 'this is a folder; use sourcehost_list_folder, or give the path of a file',
  isNotFolder: 'this is a file; use sourcehost_read_file, or give the path of a folder',
  fileExists: 'something has the new path; use another one, or delete that first',
  noText: 'this is no text file, which tools neither read nor edit; tell the user',
  noSuchRef: 'there is no such branch, tag or commit; sourcehost_get_repository lists the newest branches',
  isTag: 'only a branch can be changed; use one as ref, or create one with sourcehost_create_ref',
  isCommit: 'only a branch can be changed; use one as ref, or create one with sourcehost_create_ref',
  isArchived: 'the repository is archived, so nothing in it can be changed; tell the user',
  isProtected: 'a rule protects the branch from the user; create another one with sourcehost_create_ref',
  notAllowed:
    'the user may not push to this repository, but can to a fork of it. Ask the user to commit the drafts by Commit to Your Fork…, in Source Control of Sourcehost. Or, if sourcehost_list_repositories lists a fork, change the files of a new branch there, commit, and create a pull request here with owner/repo:branch as head. Without a fork, ask the user to make one by Fork Repository…, and to let tools use it. Never make one without the user',
  noArgumentObject: 'the inputs must be an object, as the schema of the tool describes it',
};

/** Sentences in place of the general ones, which do not say what an agent can do. */
const sentences: Partial<Record<RequirementCode, string>> = {
  allowedRepository:
    'tools may not use this repository; use one that sourcehost_list_repositories lists, or ask the user to allow it',
  cursor: 'the cursor is not one of a result; leave it out to read from the beginning',
  agreed: notAgreed,
  change: 'everything is as wanted already, so nothing is sent',
};

/** What follows the general sentence. `{0}`: the value of the requirement. */
const advice: Partial<Record<RequirementCode, string>> = {
  known: '; the inputs are: {0}',
  expression: '; leave is_regex out to search the text as it is',
  atMost: '; call the tool again for the others',
  occursOnce: ': read the file, then give the text with the lines around it',
};

function brokenText(field: string, requirement: Requirement): string {
  const { code, values } = requirement;
  if (field === 'host' && code === 'given') return 'several hosts have this repository; write it as host/owner/repo';
  const rule = code === 'known' ? 'is not an input of this tool' : requirementText(requirement);
  const more = advice[code]?.replace('{0}', values.join(', ')) ?? '';
  return sentences[code] ?? `${oneLine(field, 40)} ${rule}${more}`;
}
