import type { Api } from '../../api/client/client.ts';
import type { Issue } from '../../api/record/issue.ts';
import { Failure, isFailure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { withoutEnd } from '../../core/text.ts';
import { isUndecided } from '../hosts/creations.ts';
import type { RequestOptions, Source } from '../hosts/source.ts';
import { refNameProblem } from '../objects/gitNames.ts';
import { assigneesOf, editIssue } from '../documents/kinds/issue.ts';
import { createBranch } from '../refs/newRefs.ts';
import { findBranch } from '../refs/refs.ts';

const defaultPattern = '{number}-{title}';
const longestTitle = 50;

/** `pattern` with the values of `{number}` and `{title}`; if no valid name, the default one, then the number. */
export function workBranchName(pattern: string, issue: { readonly number: string; readonly title: string }): string {
  const names = [pattern, defaultPattern].map((one) => filled(one, issue));
  return names.find((name) => refNameProblem(name) === undefined) ?? issue.number;
}

function filled(pattern: string, { number, title }: { readonly number: string; readonly title: string }): string {
  const name = pattern
    .trim()
    .replaceAll(/\{(number|title)\}/g, (_, value) => (value === 'number' ? number : titlePart(title)));
  return withoutEnd(name, '-_.');
}

/** The letters and digits of a title in lower case, joined by dashes, and cut: at a dash, unless that is in its first half. */
function titlePart(title: string): string {
  const plain = title.toWellFormed().normalize('NFKC').toLowerCase();
  const whole = [...plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].join('-');
  const characters = Array.from(whole);
  if (characters.length <= longestTitle) return whole;
  const cut = characters.slice(0, longestTitle).join('');
  const atDash = characters[longestTitle] === '-' ? cut : cut.replace(/-[^-]*$/, '');
  // A language without blanks has few dashes: most of the title would be missing.
  return atDash.length < cut.length / 2 ? cut : atDash;
}

/** Creates the branch `name` unless it exists. Resolves with whether it is new; true if that is not known. */
export async function createWorkBranch(
  source: Source,
  name: string,
  base: string,
  options: RequestOptions,
): Promise<boolean> {
  const place = { connection: await source.connect(), name: source };
  try {
    await createBranch(place, { refs: base, name }, options);
    return true;
  } catch (error) {
    if (isFailure(error, 'cancelled', 'signedOut') || isUndecided(error)) throw error;
    const existing = await findBranch(source, name, options).catch(() => undefined);
    if (existing === undefined) throw error;
    return isFailure(error, 'unreachable', 'timeout', 'unreadable', 'broken');
  }
}

/**
 * Assigns an issue; undefined if `login` has it already, or the reply has no record. At most three requests.
 * @throws Failure `refused` if the service keeps the assignee, `invalid` (field `agreed`) if others changed the
 * assignees after `issue` was read
 */
export async function assignIssue(
  api: Api,
  at: { readonly owner: string; readonly repo: string },
  issue: Issue,
  login: string,
  options: RequestOptions,
): Promise<Issue | undefined> {
  const before = assigneesOf(issue);
  if (before.includes(login)) return undefined;
  const { number } = issue;
  // The user was asked about other assignees: since then others can have changed them, or the title, which every edit sends.
  const latest = before.length === 0 ? issue : await api.issues.get({ ...at, number }, options);
  if (assigneesOf(latest).includes(login)) return latest;
  if (assigneesOf(latest).join() !== before.join()) throw wrongValue('agreed', requires('agreed'));
  const { title = '' } = latest;
  const edited = await editIssue(api, { ...at, number, title: title.toWellFormed(), assignee: login }, options);
  if (edited === undefined || assigneesOf(edited).includes(login)) return edited;
  const now = await api.issues.get({ ...at, number }, options);
  if (assigneesOf(now).includes(login)) return now;
  throw new Failure('refused', `#${number} is not assigned to ${login}`, { reason: 'notAssigned', about: [login] });
}
