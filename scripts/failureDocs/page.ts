import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { Failure, wrongValue, type FailureKind } from '../../src/core/errors.ts';
import type { FailureReason } from '../../src/core/failureReason.ts';
import type { RequirementCode } from '../../src/core/requirement.ts';
import { root } from '../kit/paths.ts';
import { l10n } from './texts.ts';

const texts = new URL('texts.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: texts, shortCircuit: true } : next(specifier, context),
});
export const { explain } = await import('../../src/editor/kit/messages/explain.ts');

const file = 'src/app.ts';
const none: readonly string[] = [];

const kinds: Readonly<Record<FailureKind, undefined>> = {
  signedOut: undefined,
  forbidden: undefined,
  missing: undefined,
  conflict: undefined,
  invalid: undefined,
  throttled: undefined,
  unsupported: undefined,
  refused: undefined,
  unreachable: undefined,
  timeout: undefined,
  unreadable: undefined,
  broken: undefined,
  cancelled: undefined,
};

/** Every reason, with example values for its sentence. */
const reasons: Readonly<Record<Exclude<FailureReason, 'wrongValue'>, readonly string[]>> = {
  offline: none,
  dns: none,
  refused: none,
  reset: none,
  connectTimeout: none,
  answerTimeout: none,
  stalled: none,
  tlsExpired: none,
  tlsSelfSigned: none,
  tlsUnknownIssuer: none,
  tlsWrongName: none,
  tls: none,
  proxyAuth: none,
  proxyUnreachable: none,
  proxyRefused: none,
  proxyInvalid: none,
  portBusy: none,
  network: none,
  diskFull: [file],
  diskDenied: ['/home/alice/setup.zip'],
  diskMissing: ['/home/alice/setup.zip'],
  disk: ['/home/alice/setup.zip'],
  signInDenied: none,
  requestRefused: none,
  signInLate: none,
  codeRefused: none,
  clientRefused: none,
  tokenRefused: none,
  sessionEnded: none,
  noAccount: none,
  accountSignedOut: ['alice', 'GitCode'],
  unusableToken: none,
  renewedElsewhere: none,
  environmentToken: none,
  notTheApi: none,
  noSignInPages: none,
  notSafe: none,
  settingNotTaken: none,
  isTag: none,
  isCommit: none,
  isArchived: none,
  notAllowed: none,
  isRestricted: none,
  isFolder: ['src'],
  isNotFolder: [file],
  isNotEmpty: ['src'],
  intoItself: ['src'],
  draftedThere: ['src/app.ts', 'README.md'],
  nameNotUtf8: ['caf\ufffd.txt'],
  unusableName: ['src/.git'],
  isProtected: none,
  isDefaultBranch: ['main', 'alice/demo'],
  isProtectedBranch: ['release/1.0', 'release/*'],
  noSuchRef: ['feature/login', 'alice/demo'],
  noRefInLink: ['feature', 'alice/demo'],
  isConflict: ['src/app.ts', 'README.md'],
  draftsChanged: ['src/app.ts', 'README.md'],
  maybeCommitted: ['src/app.ts', '2', '5'],
  answersFail: ['5', '12'],
  gitMissing: none,
  gitRefused: none,
  gitCacheFailed: none,
  gitFailed: none,
  gitBusy: none,
  gitHostFailed: none,
  gitEnded: none,
  gitAsks: none,
  noCloneAddress: none,
  dashedRef: ['-x'],
  gitOff: none,
  gitTooOld: none,
  gitTokenRefused: none,
  gitDenied: none,
  gitNoRepository: none,
  gitNoService: none,
  gitNoCommit: none,
  pushDenied: none,
  pushRefused: none,
  removalDenied: none,
  refExists: ['feature/login'],
  gitOtherAccount: ['alice'],
  branchMoved: none,
  rejectedObject: ['1234567890ab', 'hasDotgit'],
  damagedObject: ['1234567890ab'],
  gitTooLarge: ['1024'],
  tooManyFiles: none,
  largeFetch: none,
  localChanges: none,
  gitSilent: none,
  targetNotEmpty: ['/home/alice/demo'],
  emptyFolder: none,
  partOfRepository: none,
  requestLimit: ['30'],
  noCommitList: ['GitCode', 'https://gitcode.com/alice/website/commits/main'],
  noOperation: ['GitCode', 'https://gitcode.com/alice/website/issues/12'],
  redirected: none,
  unsafeAddress: none,
  tooLarge: ['32'],
  damaged: none,
  incomplete: ['setup.zip', '512', '1024'],
  longerThanStated: ['setup.zip', '1024'],
  noContent: [file],
  noBranchCommit: ['main'],
  noFileList: ['alice/demo'],
  unconfirmed: none,
  notListed: none,
  noArgumentObject: none,
  nothingToChange: none,
  noRepositoryAddress: none,
  noRecordAddress: none,
  noFileVersion: none,
  noHost: ['gitcode'],
  noFile: [file],
  fileExists: [file],
  noText: [file],
  noRule: ['release/*'],
  noMilestone: ['1.0'],
  noQuery: ['Mine'],
  noWebAddress: none,
  noOpenClone: ['alice/website'],
  ownCommits: ['pr/45'],
  noLookedHead: ['!45', 'alice/website'],
  tooManyVersions: ['300'],
  noPullRequestHead: ['!45', 'alice/website'],
  noComparison: none,
  noCommits: none,
  noTextEditor: none,
  noClone: none,
  noOpenRecord: none,
  noInboxIssue: none,
  noRelease: none,
  noRecord: none,
  nothingStaged: none,
  nothingDiscarded: none,
  noInterruptedCommit: none,
  noChange: [file],
  noConflict: [file],
  noConflictHere: none,
  noDrafts: none,
  draftDamaged: [file],
  draftChanged: [file],
  noDraftOnDisk: [file],
  invalidRecordText: none,
  recordConflict: ['title', 'labels'],
  noComment: none,
  noRecordConflict: none,
  newRecord: none,
  textNotSaved: none,
  replacesTooMuch: ['20'],
  issuesNotChanged: ['1', '3', '#7: …'],
  branchNotCreated: none,
  notAssigned: none,
  branchNotOpened: none,
  draftsNotCopied: ['src/app.ts'],
  filesNotAttached: ['setup.zip: …'],
  unexpected: ['…'],
};

/** Every requirement of an argument, with example values for its sentence. */
const requirements: Readonly<Record<RequirementCode, readonly string[]>> = {
  text: none,
  unicode: none,
  filled: none,
  printable: none,
  publicKey: none,
  integer: none,
  atLeast: ['0'],
  between: ['1', '100'],
  base64: none,
  boolean: none,
  time: none,
  date: none,
  names: none,
  noComma: ['a, b'],
  someOf: ['owner, member'],
  oneOf: ['open, closed'],
  uri: none,
  webUrl: none,
  uris: none,
  number: none,
  numbers: none,
  id: none,
  issueNumber: none,
  inboxIssues: none,
  lines: none,
  committedLine: none,
  path: none,
  paths: none,
  author: none,
  rows: none,
  repository: none,
  sha: none,
  localFile: none,
  localFolder: none,
  otherBranch: none,
  given: none,
  oneGiven: ['pusher, merger'],
  oneBranch: none,
  known: none,
  alone: ['type'],
  atMost: ['50'],
  shorter: ['1000'],
  inOrganization: none,
  valid: none,
  https: none,
  unused: none,
  removable: none,
  userSetting: none,
  header: none,
  ownOperation: none,
  encoded: none,
  hostLink: none,
  repositoryLink: none,
  recordLink: none,
  expression: none,
  fastExpression: none,
  allowedRepository: none,
  cursor: none,
  occursOnce: ['2'],
  agreed: none,
  openableLink: none,
};

export interface Sentence {
  readonly of: string;
  readonly english: string;
  readonly chinese: string;
}

const chinese = JSON.parse(readFileSync(join(root, 'l10n', 'bundle.l10n.zh-cn.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

function sentenceOf(of: string, failure: Failure): Sentence {
  const english = explain(failure);
  l10n.bundle = chinese;
  const translated = explain(failure);
  l10n.bundle = {};
  return { of, english, chinese: translated };
}

/** The sentences of all failures in both languages. */
export const sentences = {
  kinds: [
    ...entries(kinds).map(([kind]) => sentenceOf(kind, new Failure(kind, 'an answer', { status: 400 }))),
    sentenceOf('forbidden, with account', new Failure('forbidden', 'an answer', { status: 403, account: 'alice' })),
    sentenceOf('missing, with account', new Failure('missing', 'an answer', { status: 404, account: 'alice' })),
    sentenceOf('conflict, with a name', new Failure('conflict', 'an answer', { status: 409, about: ['v1.0'] })),
    sentenceOf(
      'throttled, with retryAfter',
      new Failure('throttled', 'an answer', { status: 429, retryAfter: 30_000 }),
    ),
  ],
  reasons: entries(reasons).map(([reason, about]) =>
    sentenceOf(reason, new Failure('refused', 'our own', { reason, about })),
  ),
  requirements: entries(requirements).map(([code, values]) => sentenceOf(code, wrongValue('field', { code, values }))),
};

function entries<K extends string, V>(record: Readonly<Record<K, V>>): (readonly [K, V])[] {
  return Object.entries(record) as [K, V][];
}

const table = (title: string, rows: readonly Sentence[]): string =>
  [
    `| ${title} | English | Chinese |`,
    '|---|---|---|',
    ...rows.map(({ of, english, chinese: translated }) => `| \`${of}\` | ${english} | ${translated} |`),
  ].join('\n');

/** docs/failures.md: the messages of all failures. */
export function failurePage(): string {
  return `# Failures

Written by \`npm run docs:failures\`; not edited by hand.

A \`Failure\` (\`src/core/errors.ts\`) is an answer of the service, with its HTTP status, or the extension's own, with a
\`reason\`. The types refuse one that has neither. A message says first what failed, in the language of the editor:
“Issue #12 of alice/website was not saved”, “Create Branch failed for “fix” of alice/website”. Then follow the sentence
below and what the service or git said: “The host says: …”, “Git says: …”. Only \`serverMessage\` is quoted like that, and
only texts of the service and of git are ever \`serverMessage\`. The row of a view says “No access to the issues of
acme/vault”, and the sentence follows in its description and its tooltip.

## Answers of the service, by kind

${table('kind', sentences.kinds)}

## Failures of the extension, by reason

Paths, names and numbers are examples.

${table('reason', sentences.reasons)}

## Arguments of commands, by requirement

The reason is \`wrongValue\`. \`message\` says the same in English, for code: \`field must be text\`.

${table('requirement', sentences.requirements)}
`;
}
