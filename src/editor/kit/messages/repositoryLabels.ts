import { l10n } from 'vscode';
import type { Repository } from '../../../api/record/repository.ts';
import { nameForPeople } from '../../../domain/permissions/memberAccess.ts';

/** The type of a repository; undefined for the usual one, which holds code, and for a number. */
export function repositoryTypeLabel({ repo_type: type }: Pick<Repository, 'repo_type'>): string | undefined {
  switch (type?.toLowerCase()) {
    case 'code':
    case 'project':
      return undefined;
    case 'model':
      return l10n.t('Model');
    case 'dataset':
      return l10n.t('Dataset');
    case 'space':
      return l10n.t('Space');
    default:
      return nameForPeople(type);
  }
}

type Features = Pick<Repository, 'has_issues' | 'has_wiki' | 'pull_requests_enabled'>;

/** The features of a repository that are turned on, or turned off; undefined if the service names none. */
export function featuresLabel(repository: Features, on: boolean): string | undefined {
  const features: readonly (readonly [boolean | undefined, string])[] = [
    [repository.has_issues, l10n.t('Issues')],
    [repository.pull_requests_enabled, l10n.t('Pull requests')],
    [repository.has_wiki, l10n.t('Wiki')],
  ];
  const names = features.filter(([isEnabled]) => isEnabled === on).map(([, name]) => name);
  return names.length === 0 ? undefined : names.join(', ');
}
