/**
 * What `git fsck` reports of a fetched object, and is accepted. All other reports end the fetch, as a fetch with
 * `fsckObjects` does by default: they could mislead a reader or a later checkout (names such as `.git` and `..`, two
 * entries with one name, an order that hides entries, settings of submodules that run commands, sizes).
 *
 * The names are those of git-fsck(1). A version of git that does not know one ignores it.
 */
const accepted = {
  // Old tools wrote modes such as 040000 and 100664. Both are read as the mode that they mean.
  zeroPaddedFilemode: 'a mode with a leading zero',
  badFilemode: 'an unusual mode of a file',
  // Old tools wrote authors and times in other forms. They are shown as text, and an unreadable time is left out.
  badDate: 'a time that is no number',
  badDateOverflow: 'a time that is too large',
  badEmail: 'an address with an unexpected character',
  badName: 'a name with an unexpected character',
  badTimezone: 'a time zone with an unexpected form',
  missingEmail: 'an author without an address',
  missingNameBeforeEmail: 'an author without a name',
  missingSpaceBeforeDate: 'no blank before the time',
  missingSpaceBeforeEmail: 'no blank before the address',
  zeroPaddedDate: 'a time with a leading zero',
  multipleAuthors: 'more than one author',
  // Git shows the message up to the first NUL.
  nulInCommit: 'NUL in a message',
  // Tags of the first versions of git.
  badTagName: 'a tag object with an invalid name',
  missingTaggerEntry: 'a tag object without an author',
  extraHeaderEntry: 'a tag object with another header',
} as const;

/** The options that accept these reports: of `fsck`, or of a fetch (`fetch.fsck`). */
export const fsckOptions = (section: 'fsck' | 'fetch.fsck'): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(accepted).map((id) => [`${section}.${id}`, 'ignore']));

/** Whether git rejected an object because of an accepted report: many versions have no options for a partial fetch. */
export function isRejectedThoughAccepted(errors: string): boolean {
  return Object.hasOwn(accepted, rejectedObject(errors)?.report ?? '');
}

/** The object that git rejected, and the name of the report; undefined if the errors of a fetch or of fsck have none. */
export function rejectedObject(errors: string): { readonly sha: string; readonly report: string } | undefined {
  const [, sha, report] = / ([0-9a-f]{40}(?:[0-9a-f]{24})?): ([a-zA-Z]{1,40}):/.exec(errors) ?? [];
  return sha === undefined || report === undefined ? undefined : { sha, report };
}
