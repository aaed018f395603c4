import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { parseFullName, type RepositoryName } from '../../domain/hosting/address.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { PageContent } from './content.ts';
import { issueContent } from './issue.ts';
import { overviewContent } from './overview.ts';
import { profileContent } from './profile.ts';

/** The content of the page of `target`. Throws `invalid` if the name of the repository is not valid. */
export function contentOf(target: PageTarget): PageContent {
  switch (target.kind) {
    case 'repository':
      return overviewContent(nameOf(target.host, target.repository));
    case 'issue':
      return issueContent(nameOf(target.host, target.repository), target.number);
    case 'user':
      return profileContent(target);
  }
}

function nameOf(host: string, repository: string): RepositoryName {
  const name = parseFullName(repository);
  if (name !== undefined) return { host, ...name };
  throw wrongValue('repository', requires('repository'));
}
