/**
 * The sentence for a value that does not meet each requirement, in English: also the key of its translation. `{0}`: the
 * name of the argument.
 */
export const requirementTexts = {
  text: '“{0}” must be text.',
  unicode: '“{0}” is not valid Unicode.',
  filled: '“{0}” must not be empty.',
  printable: '“{0}” contains a control character. Remove it.',
  publicKey: '“{0}” must be a public key in one line that begins with its type, such as ssh-ed25519 AAAAC3Nz….',
  integer: '“{0}” must be a whole number.',
  atLeast: '“{0}” must be a whole number not below {1}.',
  between: '“{0}” must be a whole number from {1} to {2}.',
  base64: '“{0}” must be Base64.',
  boolean: '“{0}” must be true or false.',
  time: '“{0}” must be an ISO 8601 time with an offset, as 2026-01-31T09:30:00+08:00.',
  date: '“{0}” must be a date, as 2026-01-31.',
  names: '“{0}” must be a list of names.',
  texts: '“{0}” must be an object whose values are texts.',
  noComma: '“{0}” cannot contain “{1}”: names are separated by commas.',
  someOf: '“{0}” must be a list of {1}.',
  oneOf: '“{0}” must be one of {1}.',
  uri: '“{0}” must be a URI.',
  webUrl: '“{0}” must be an http or https address.',
  uris: '“{0}” must be a URI or a list of URIs.',
  number: '“{0}” must be a number.',
  numbers: '“{0}” must be a number or a list of numbers.',
  id: '“{0}” must be an id.',
  issueNumber: '“{0}” must be the number of an issue.',
  inboxEntries:
    '“{0}” must be an entry of the inbox as host/owner/repo#number (!number for a pull request), or a list of them.',
  lines: '“{0}” must be two line numbers.',
  committedLine: '“{0}” must be a committed line.',
  path: '“{0}” must be a path in the repository, such as src/main.ts.',
  paths: '“{0}” must be a list of paths in the repository.',
  author: '“{0}” must be an object with name and email.',
  rows: '“{0}” must be rows of a view.',
  repository: '“{0}” must be written owner/repo.',
  sha: '“{0}” must be the full sha of a commit.',
  localFile: '“{0}” must be a file of this computer.',
  localFolder: '“{0}” must be a folder of this computer.',
  otherBranch: '“{0}” must be another branch.',
  given: '“{0}” is missing.',
  oneGiven: '“{0}” is missing: give at least one of {1}.',
  oneBranch: 'Set “{0}”: several branches have drafts.',
  known: '“{0}” is not an argument of this command.',
  alone: '“{0}” cannot be combined with {1}.',
  atMost: '“{0}” must have at most {1} entries.',
  shorter: '“{0}” must have at most {1} characters.',
  inOrganization: '“{0}” is only for repositories of an organization.',
  valid: '“{0}” is not valid.',
  https: '“{0}” must begin with https.',
  unused: '“{0}” already exists.',
  removable: '“{0}” is built in and cannot be removed.',
  userSetting: '“{0}” is not in the user settings.',
  header: '“{0}” contains characters that cannot be sent.',
  ownOperation: '“{0}” names another operation.',
  encoded: '“{0}” is not encoded correctly.',
  hostLink: 'This is not an address of a configured host.',
  repositoryLink: 'This is not an address of a repository.',
  recordLink: '“{0}” is not an issue, pull request or milestone.',
  expression: '“{0}” is not a valid regular expression.',
  fastExpression: '“{0}” takes too long. Try a simpler regular expression.',
  allowedRepository: '“{0}” must be a repository that tools may use.',
  cursor: '“{0}” is not the cursor of a result.',
  occursOnce: '“{0}” must occur exactly once in the file. It occurs {1} times.',
  agreed: '“{0}” is not the change that was agreed to.',
  change: '“{0}” changes nothing.',
  newSide: '“{0}” must have the value new: hosts accept no comments on removed lines.',
  openableLink: '“{0}” cannot be opened here.',
} as const;

export type RequirementCode = keyof typeof requirementTexts;

/** The rule for the value of an argument. `values` fill the placeholders of its sentence from `{1}` on: the choices, the limits. */
export interface Requirement {
  readonly code: RequirementCode;
  readonly values: readonly string[];
}

export function requires(code: RequirementCode, ...values: readonly string[]): Requirement {
  return { code, values };
}

/** The rule in English, without the name of the argument: `must be one of open, closed`. */
export function requirementText({ code, values }: Requirement): string {
  const rule = requirementTexts[code].slice('“{0}” '.length, -'.'.length);
  return rule.replace(/\{(\d)\}/g, (_, index: string) => values[Number(index) - 1] ?? '');
}
