import { l10n } from 'vscode';
import type { Requirement } from '../../../core/requirement.ts';

type Sentence = (field: string, first: string, second: string) => string;

/** One sentence for each requirement that a value of `field` does not meet. */
const sentences: Readonly<Record<Requirement['code'], Sentence>> = {
  text: (field) => l10n.t('“{0}” must be text.', field),
  unicode: (field) => l10n.t('“{0}” is not valid Unicode.', field),
  filled: (field) => l10n.t('“{0}” must not be empty.', field),
  printable: (field) => l10n.t('“{0}” contains a control character. Remove it.', field),
  publicKey: (field) =>
    l10n.t('“{0}” must be a public key in one line that begins with its type, such as ssh-ed25519 AAAAC3Nz….', field),
  integer: (field) => l10n.t('“{0}” must be a whole number.', field),
  atLeast: (field, first) => l10n.t('“{0}” must be a whole number not below {1}.', field, first),
  between: (field, first, second) => l10n.t('“{0}” must be a whole number from {1} to {2}.', field, first, second),
  base64: (field) => l10n.t('“{0}” must be Base64.', field),
  boolean: (field) => l10n.t('“{0}” must be true or false.', field),
  time: (field) => l10n.t('“{0}” must be an ISO 8601 time with an offset, as 2026-01-31T09:30:00+08:00.', field),
  date: (field) => l10n.t('“{0}” must be a date, as 2026-01-31.', field),
  names: (field) => l10n.t('“{0}” must be a list of names.', field),
  noComma: (field, first) => l10n.t('“{0}” cannot contain “{1}”: names are separated by commas.', field, first),
  someOf: (field, first) => l10n.t('“{0}” must be a list of {1}.', field, first),
  oneOf: (field, first) => l10n.t('“{0}” must be one of {1}.', field, first),
  uri: (field) => l10n.t('“{0}” must be a URI.', field),
  webUrl: (field) => l10n.t('“{0}” must be an http or https address.', field),
  uris: (field) => l10n.t('“{0}” must be a URI or a list of URIs.', field),
  number: (field) => l10n.t('“{0}” must be a number.', field),
  numbers: (field) => l10n.t('“{0}” must be a number or a list of numbers.', field),
  id: (field) => l10n.t('“{0}” must be an id.', field),
  issueNumber: (field) => l10n.t('“{0}” must be the number of an issue.', field),
  inboxIssues: (field) =>
    l10n.t('“{0}” must be an issue of the inbox as host/owner/repo#number, or a list of them.', field),
  lines: (field) => l10n.t('“{0}” must be two line numbers.', field),
  committedLine: (field) => l10n.t('“{0}” must be a committed line.', field),
  path: (field) => l10n.t('“{0}” must be a path in the repository, such as src/main.ts.', field),
  paths: (field) => l10n.t('“{0}” must be a list of paths in the repository.', field),
  author: (field) => l10n.t('“{0}” must be an object with name and email.', field),
  rows: (field) => l10n.t('“{0}” must be rows of a view.', field),
  repository: (field) => l10n.t('“{0}” must be written owner/repo.', field),
  sha: (field) => l10n.t('“{0}” must be the full sha of a commit.', field),
  localFile: (field) => l10n.t('“{0}” must be a file of this computer.', field),
  localFolder: (field) => l10n.t('“{0}” must be a folder of this computer.', field),
  otherBranch: (field) => l10n.t('“{0}” must be another branch.', field),
  given: (field) => l10n.t('“{0}” is missing.', field),
  oneGiven: (field, first) => l10n.t('“{0}” is missing: give at least one of {1}.', field, first),
  oneBranch: (field) => l10n.t('“{0}” is missing: there are drafts of several branches.', field),
  known: (field) => l10n.t('“{0}” is not an argument of this command.', field),
  alone: (field, first) => l10n.t('“{0}” cannot be combined with {1}.', field, first),
  shorter: (field, first) => l10n.t('“{0}” must have at most {1} characters.', field, first),
  atMost: (field, first) => l10n.t('“{0}” must have at most {1} entries.', field, first),
  inOrganization: (field) => l10n.t('“{0}” is only for repositories of an organization.', field),
  valid: (field) => l10n.t('“{0}” is not valid.', field),
  https: (field) => l10n.t('“{0}” must begin with https.', field),
  unused: (field) => l10n.t('“{0}” already exists.', field),
  removable: (field) => l10n.t('“{0}” is built in and cannot be removed.', field),
  userSetting: (field) => l10n.t('“{0}” is not in the user settings.', field),
  header: (field) => l10n.t('“{0}” contains characters that cannot be sent.', field),
  ownOperation: (field) => l10n.t('“{0}” names another operation.', field),
  encoded: (field) => l10n.t('“{0}” is not encoded correctly.', field),
  hostLink: (field) => l10n.t('“{0}” is not an address of a configured host.', field),
  repositoryLink: (field) => l10n.t('“{0}” is not an address of a repository.', field),
  recordLink: (field) => l10n.t('“{0}” is not an issue, pull request or milestone.', field),
  expression: (field) => l10n.t('“{0}” is not a valid regular expression.', field),
  fastExpression: (field) => l10n.t('“{0}” takes too long. Try a simpler regular expression.', field),
  allowedRepository: (field) =>
    l10n.t('“{0}” must be a repository that is open, pinned or in the setting “sourcehost.tools.repositories”.', field),
  cursor: (field) => l10n.t('“{0}” is not the cursor of a result.', field),
  occursOnce: (field, first) => l10n.t('“{0}” must occur exactly once in the file. It occurs {1} times.', field, first),
  agreed: (field) => l10n.t('“{0}” is not the change that you agreed to.', field),
  openableLink: (field) => l10n.t('“{0}” cannot be opened here.', field),
};

/** The message for an invalid value of `field`. */
export function explainRequirement(field: string, { code, values }: Requirement): string {
  const [first = '', second = ''] = values;
  return sentences[code](field, first, second);
}
