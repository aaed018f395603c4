import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { Failure, wrongValue } from '../../src/core/errors.ts';
import { failureTexts, type NamingReason } from '../../src/core/failureReason.ts';
import { requirementTexts, type RequirementCode } from '../../src/core/requirement.ts';
import { root } from '../kit/paths.ts';
import { l10n } from './texts.ts';

const texts = new URL('texts.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: texts, shortCircuit: true } : next(specifier, context),
});
const messages = await import('../../src/editor/kit/messages/explain.ts');
export const { explain } = messages;

const file = 'src/app.ts';

/** Example values for the sentences of reasons. */
const reasonExamples: Readonly<Record<NamingReason, readonly string[]>> = {
  diskDenied: ['/home/alice/setup.zip'],
  diskMissing: ['/home/alice/setup.zip'],
  disk: ['/home/alice/setup.zip'],
  accountSignedOut: ['alice', 'GitCode'],
  otherAccount: ['alice'],
  isFolder: ['src'],
  isNotFolder: [file],
  isNotEmpty: ['src'],
  placeTaken: ['src/app.ts', 'src'],
  draftedThere: ['src/app.ts', 'README.md'],
  draftsElsewhere: ['trunk', 'main', 'fix'],
  otherDefaultBranch: ['trunk', 'main'],
  nameNotUtf8: ['caf\ufffd.txt'],
  controlInName: ['a\ufffdb.txt'],
  unusableName: ['src/.git'],
  isDefaultBranch: ['main', 'alice/demo'],
  isProtectedBranch: ['main'],
  isProtectedByRule: ['release/1.0', 'release/*'],
  refExists: ['feature/login'],
  noSuchRef: ['feature/login', 'alice/demo'],
  refUndecided: ['v0.1', 'alice/demo'],
  noRefInLink: ['feature', 'alice/demo'],
  isConflict: ['src/app.ts', 'README.md'],
  draftsChanged: ['src/app.ts', 'README.md'],
  maybeCommitted: ['src/app.ts', '2', '5'],
  answersFail: ['5', '12'],
  dashedRef: ['-x'],
  gitOtherAccount: ['alice'],
  rejectedObject: ['1234567890ab', 'hasDotgit'],
  damagedObject: ['1234567890ab'],
  gitTooLarge: ['1024'],
  tooManyVersions: ['300'],
  targetNotEmpty: ['/home/alice/demo'],
  requestLimit: ['30'],
  noCommitList: ['GitCode', 'https://gitcode.com/alice/website/commits/main'],
  otherHead: ['!45', 'alice/website:main', 'bob/website:main'],
  noOperation: ['GitCode', 'https://gitcode.com/alice/website/issues/12'],
  ledElsewhere: ['https://api.gitcode.com/login'],
  tooLarge: ['32'],
  listTooLarge: ['64'],
  incomplete: ['setup.zip', '512', '1024'],
  longerThanStated: ['setup.zip', '1024'],
  noContent: [file],
  noBranchCommit: ['main'],
  noFileList: ['alice/demo'],
  noHost: ['gitcode'],
  noFile: [file],
  fileExists: [file],
  noText: [file],
  noRule: ['release/*'],
  noMilestone: ['1.0'],
  noQuery: ['Mine'],
  noOpenClone: ['alice/website'],
  ownCommits: ['pr/45'],
  noPullRequestHead: ['!45', 'alice/website'],
  noLookedHead: ['!45', 'alice/website'],
  noChange: [file],
  noConflict: [file],
  draftDamaged: [file],
  draftChanged: [file],
  noDraftOnDisk: [file],
  recordConflict: ['title', 'labels'],
  replacesTooMuch: ['20'],
  issuesNotChanged: ['1', '3', '#7: …'],
  notAssigned: ['alice'],
  draftsNotCopied: ['src/app.ts'],
  filesNotAttached: ['setup.zip: …'],
  unexpected: ['…'],
};

/** A requirement whose sentence needs values besides the name of the argument. */
type NamingRequirement = {
  [Code in RequirementCode]: (typeof requirementTexts)[Code] extends `${string}{1}${string}` ? Code : never;
}[RequirementCode];

/** Example values for the sentences of requirements. */
const requirementExamples: Readonly<Record<NamingRequirement, readonly string[]>> = {
  atLeast: ['0'],
  between: ['1', '100'],
  noComma: ['a, b'],
  someOf: ['owner, member'],
  oneOf: ['open, closed'],
  oneGiven: ['pusher, merger'],
  alone: ['type'],
  atMost: ['50'],
  shorter: ['1000'],
  occursOnce: ['2'],
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
    ...keys(messages.answers).map((kind) => sentenceOf(kind, new Failure(kind, 'an answer', { status: 400 }))),
    sentenceOf('forbidden, with account', new Failure('forbidden', 'an answer', { status: 403, account: 'alice' })),
    sentenceOf('missing, with account', new Failure('missing', 'an answer', { status: 404, account: 'alice' })),
    sentenceOf('conflict, with a name', new Failure('conflict', 'an answer', { status: 409, about: ['v1.0'] })),
    sentenceOf(
      'throttled, with retryAfter',
      new Failure('throttled', 'an answer', { status: 429, retryAfter: 30_000 }),
    ),
  ],
  reasons: keys(failureTexts)
    .filter((reason) => reason !== 'wrongValue')
    .map((reason) =>
      sentenceOf(reason, new Failure('refused', 'our own', { reason, about: valuesOf(reasonExamples, reason) })),
    ),
  requirements: keys(requirementTexts).map((code) =>
    sentenceOf(code, wrongValue('field', { code, values: valuesOf(requirementExamples, code) })),
  ),
};

function keys<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

/** The example values of a code; none if its sentence needs none. */
function valuesOf(examples: Readonly<Record<string, readonly string[]>>, code: string): readonly string[] {
  return examples[code] ?? [];
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
