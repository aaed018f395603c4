const texts = {
  text: 'must be text',
  unicode: 'is not valid Unicode',
  filled: 'must not be empty',
  printable: 'contains a control character',
  publicKey: 'must be a public key in one line that begins with its type, such as ssh-ed25519 AAAAC3Nz…',
  integer: 'must be a whole number',
  atLeast: 'must be a whole number not below {0}',
  between: 'must be a whole number from {0} to {1}',
  base64: 'must be Base64',
  boolean: 'must be true or false',
  time: 'must be an ISO 8601 time with an offset, as 2026-01-31T09:30:00+08:00',
  date: 'must be a date, as 2026-01-31',
  names: 'must be a list of names',
  noComma: 'cannot hold “{0}”: the service separates names by commas',
  someOf: 'must be a list of {0}',
  oneOf: 'must be one of {0}',
  uri: 'must be a URI',
  webUrl: 'must be an http or https address',
  uris: 'must be a URI or a list of URIs',
  number: 'must be a number',
  numbers: 'must be a number or a list of numbers',
  id: 'must be an id',
  issueNumber: 'must be the number of an issue',
  inboxIssues: 'must be an issue of the inbox as host/owner/repo#number, or a list of them',
  lines: 'must be two line numbers',
  committedLine: 'must be a committed line',
  path: 'must be a path in the repository, as src/main.ts',
  paths: 'must be a list of paths in the repository',
  author: 'must be an object with name and email',
  rows: 'must be rows of a view',
  repository: 'must be written owner/repo',
  sha: 'must be the full sha of a commit',
  localFile: 'must be a file of this computer',
  localFolder: 'must be a folder of this computer',
  otherBranch: 'must be another branch',
  given: 'is missing',
  oneGiven: 'is missing: give at least one of {0}',
  oneBranch: 'is missing: there are drafts of several branches',
  known: 'is not an argument of this command',
  alone: 'cannot be combined with {0}',
  atMost: 'must have at most {0} entries',
  shorter: 'must have at most {0} characters',
  inOrganization: 'is only for repositories of an organization',
  valid: 'is not valid',
  https: 'must begin with https',
  unused: 'exists already',
  removable: 'is built in and cannot be removed',
  userSetting: 'is not in the user settings',
  header: 'contains characters that cannot be sent',
  ownOperation: 'names another operation',
  encoded: 'is not encoded correctly',
  hostLink: 'is not an address of a configured host',
  repositoryLink: 'is not an address of a repository',
  recordLink: 'does not name an issue, pull request or milestone',
  expression: 'is not a regular expression',
  fastExpression: 'takes too long as a regular expression',
  allowedRepository: 'is not opened, pinned or in sourcehost.tools.repositories',
  cursor: 'is not the cursor of a result',
  occursOnce: 'must occur exactly once in the file; it occurs {0} times',
  agreed: 'is not the change that was agreed to',
  openableLink: 'does not name anything that can be opened here',
} as const;

export type RequirementCode = keyof typeof texts;

/** The rule for the value of an argument. `values` fill the placeholders of its sentence: the choices, the limits. */
export interface Requirement {
  readonly code: RequirementCode;
  readonly values: readonly string[];
}

export function requires(code: RequirementCode, ...values: readonly string[]): Requirement {
  return { code, values };
}

/** The rule in English, without the name of the argument: `must be one of open, closed`. */
export function requirementText({ code, values }: Requirement): string {
  return texts[code].replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}
