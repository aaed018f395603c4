/** What is done about a report of `git fsck` on a fetched object, and why. */
interface Rule {
  /** False: the report ends the fetch. */
  readonly isAccepted: boolean;
  readonly why: string;
}

const accept = (why: string): Rule => ({ isAccepted: true, why });
const reject = (why: string): Rule => ({ isAccepted: false, why });

const oldTree = accept('old tools wrote such modes; each is read as the mode that it means');
const oldPerson = accept(
  'old tools wrote such people and times; they are shown as text, an unreadable time is left out',
);
const oldTag = accept('the first versions of git wrote such tags; a tag is read only for the commit that it names');
const link = accept('a link is never followed as a setting');
const unreadable = reject('git cannot read the object');
const confusing = reject('one file could hide another one, or be seen as another one by the next reader');
const escaping = reject('a later checkout would write outside the folder, or into the folder of git');
const command = reject('a later clone could run a command or write outside the folder');
const size = reject('it could fill the memory of a reader');
const refs = reject('it is about the refs of a repository on this computer, which only this extension writes');

/** By message id of git-fsck(1), from git 2.39 to 2.55. Any other id ends the fetch, as git does by default. */
export const fsckRules: Readonly<Record<string, Rule>> = {
  badDate: oldPerson,
  badDateOverflow: oldPerson,
  badEmail: oldPerson,
  badFilemode: oldTree,
  badGpgsig: reject('the end of the signature is not clear, so the message is not clear either'),
  badHeadTarget: refs,
  badHeaderContinuation: reject('the end of the header is not clear, so the message is not clear either'),
  badName: oldPerson,
  badObjectSha1: unreadable,
  badPackedRefEntry: refs,
  badPackedRefHeader: refs,
  badParentSha1: unreadable,
  badRefContent: refs,
  badRefFiletype: refs,
  badRefName: refs,
  badRefOid: refs,
  badReferentName: refs,
  badReftableTableName: refs,
  badTagName: oldTag,
  badTimezone: oldPerson,
  badTree: unreadable,
  badTreeSha1: unreadable,
  badType: unreadable,
  duplicateEntries: confusing,
  emptyName: confusing,
  emptyPackedRefsFile: refs,
  extraHeaderEntry: oldTag,
  fullPathname: escaping,
  gitattributesBlob: confusing,
  gitattributesLarge: size,
  gitattributesLineLength: size,
  gitattributesMissing: unreadable,
  gitattributesSymlink: link,
  gitignoreSymlink: link,
  gitmodulesBlob: command,
  gitmodulesLarge: size,
  gitmodulesMissing: unreadable,
  gitmodulesName: command,
  gitmodulesParse: accept('the file is shown as text; a submodule without an address says so'),
  gitmodulesPath: command,
  gitmodulesSymlink: command,
  gitmodulesUpdate: command,
  gitmodulesUrl: command,
  hasDot: escaping,
  hasDotdot: escaping,
  hasDotgit: escaping,
  largePathname: size,
  mailmapSymlink: link,
  missingAuthor: oldPerson,
  missingCommitter: oldPerson,
  missingEmail: oldPerson,
  missingNameBeforeEmail: oldPerson,
  missingObject: unreadable,
  missingSpaceBeforeDate: oldPerson,
  missingSpaceBeforeEmail: oldPerson,
  missingTag: unreadable,
  missingTagEntry: unreadable,
  missingTaggerEntry: oldTag,
  missingTree: unreadable,
  missingType: unreadable,
  missingTypeEntry: unreadable,
  multipleAuthors: oldPerson,
  nulInCommit: accept('git shows the message up to the first NUL'),
  nulInHeader: unreadable,
  nullSha1: reject('the entry has no content, so a commit of it would be refused by other hosts'),
  packedRefEntryNotTerminated: refs,
  packedRefUnsorted: refs,
  refMissingNewline: refs,
  symlinkRef: refs,
  symrefTargetIsNotARef: refs,
  trailingRefContent: refs,
  treeNotSorted: confusing,
  unknownType: unreadable,
  unterminatedHeader: unreadable,
  zeroPaddedDate: oldPerson,
  zeroPaddedFilemode: oldTree,
};

/** The options that accept reports: of `fsck`, or of a fetch (`fetch.fsck`). Git ignores an id that it does not know. */
export const fsckOptions = (section: 'fsck' | 'fetch.fsck'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fsckRules).flatMap(([id, { isAccepted }]) => (isAccepted ? [[`${section}.${id}`, 'ignore']] : [])),
  );

/** Whether git rejected an object because of an accepted report: many versions have no options for a partial fetch. */
export function isRejectedThoughAccepted(errors: string): boolean {
  const report = rejectedObject(errors)?.report ?? '';
  return Object.hasOwn(fsckRules, report) && fsckRules[report]?.isAccepted === true;
}

/** The object that git rejected, and the name of the report; undefined if the errors of a fetch or of fsck have none. */
export function rejectedObject(errors: string): { readonly sha: string; readonly report: string } | undefined {
  const [, sha, report] = / ([0-9a-f]{40}(?:[0-9a-f]{24})?): ([a-zA-Z]{1,40}):/.exec(errors) ?? [];
  return sha === undefined || report === undefined ? undefined : { sha, report };
}
