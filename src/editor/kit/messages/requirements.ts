import { l10n } from 'vscode';
import type { Requirement } from '../../../core/requirement.ts';

/** The localised text for an invalid value of `field`. */
export function explainRequirement(field: string, { code, values }: Requirement): string {
  const [first = '', second = ''] = values;
  switch (code) {
    case 'text':
      return l10n.t('“{0}” must be text.', field);
    case 'unicode':
      return l10n.t('“{0}” is not valid Unicode.', field);
    case 'filled':
      return l10n.t('“{0}” must not be empty.', field);
    case 'integer':
      return l10n.t('“{0}” must be a whole number.', field);
    case 'atLeast':
      return l10n.t('“{0}” must be a whole number not below {1}.', field, first);
    case 'between':
      return l10n.t('“{0}” must be a whole number from {1} to {2}.', field, first, second);
    case 'base64':
      return l10n.t('“{0}” must be Base64.', field);
    case 'boolean':
      return l10n.t('“{0}” must be true or false.', field);
    case 'time':
      return l10n.t('“{0}” must be an ISO 8601 time with an offset, as 2026-01-31T09:30:00+08:00.', field);
    case 'date':
      return l10n.t('“{0}” must be a date, as 2026-01-31.', field);
    case 'names':
      return l10n.t('“{0}” must be a list of names.', field);
    case 'noComma':
      return l10n.t('“{0}” cannot hold “{1}”: the service separates names by commas.', field, first);
    case 'someOf':
      return l10n.t('“{0}” must be a list of {1}.', field, first);
    case 'oneOf':
      return l10n.t('“{0}” must be one of {1}.', field, first);
    case 'uri':
      return l10n.t('“{0}” must be a URI.', field);
    case 'webUrl':
      return l10n.t('“{0}” must be an http or https address.', field);
    case 'uris':
      return l10n.t('“{0}” must be a URI or a list of URIs.', field);
    case 'number':
      return l10n.t('“{0}” must be a number.', field);
    case 'numbers':
      return l10n.t('“{0}” must be a number or a list of numbers.', field);
    case 'id':
      return l10n.t('“{0}” must be an id.', field);
    case 'issueNumber':
      return l10n.t('“{0}” must be the number of an issue.', field);
    case 'lines':
      return l10n.t('“{0}” must be two line numbers.', field);
    case 'paths':
      return l10n.t('“{0}” must be a list of paths in the repository.', field);
    case 'author':
      return l10n.t('“{0}” must be an object with name and email.', field);
    case 'rows':
      return l10n.t('“{0}” must be rows of a view.', field);
    case 'repository':
      return l10n.t('“{0}” must be written owner/repo.', field);
    case 'localFile':
      return l10n.t('“{0}” must be a file of this computer.', field);
    case 'localFolder':
      return l10n.t('“{0}” must be a folder of this computer.', field);
    case 'otherBranch':
      return l10n.t('“{0}” must be another branch.', field);
    case 'given':
      return l10n.t('“{0}” is missing.', field);
    case 'oneGiven':
      return l10n.t('“{0}” is missing: give at least one of {1}.', field, first);
    case 'oneBranch':
      return l10n.t('“{0}” is missing: there are drafts of several branches.', field);
    case 'known':
      return l10n.t('“{0}” is not an argument of this command.', field);
    case 'alone':
      return l10n.t('“{0}” cannot be combined with {1}.', field, first);
    case 'inOrganization':
      return l10n.t('“{0}” is only for repositories of an organization.', field);
    case 'valid':
      return l10n.t('“{0}” is not valid.', field);
    case 'https':
      return l10n.t('“{0}” must begin with https.', field);
    case 'unused':
      return l10n.t('“{0}” exists already.', field);
    case 'removable':
      return l10n.t('“{0}” is built in and cannot be removed.', field);
    case 'userSetting':
      return l10n.t('“{0}” is not in the user settings.', field);
    case 'header':
      return l10n.t('“{0}” contains characters that cannot be sent.', field);
    case 'ownOperation':
      return l10n.t('“{0}” names another operation.', field);
    case 'encoded':
      return l10n.t('“{0}” is not encoded correctly.', field);
    case 'hostLink':
      return l10n.t('“{0}” is not an address of a configured host.', field);
    case 'repositoryLink':
      return l10n.t('“{0}” is not an address of a repository.', field);
    case 'recordLink':
      return l10n.t('“{0}” does not name an issue or milestone.', field);
    case 'openableLink':
      return l10n.t('“{0}” does not name anything that can be opened here.', field);
  }
}
