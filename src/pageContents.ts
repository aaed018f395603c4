import { wrongValue } from './core/errors.ts';
import { requires } from './core/requirement.ts';
import { parseFullName, type RepositoryName } from './domain/hosts/address.ts';
import type { PageTarget } from './domain/pages/target.ts';
import type { PageContent } from './editor/pages/content.ts';
import type { TalkParts } from './editor/pages/talkParts.ts';
import { branchContent } from './editor/features/branches/branchPage.ts';
import { issueContent } from './editor/features/issues/issuePage.ts';
import { pullRequestContent } from './editor/features/pullRequests/pullRequestPage.ts';
import { overviewContent } from './editor/features/repositories/overviewPage.ts';
import { profileContent } from './editor/features/members/page/profile.ts';
import { enterpriseContent, organizationContent } from './editor/features/organizations/organizationPages.ts';
import { keyContent } from './editor/features/session/keyPage.ts';
import { webhookContent } from './editor/features/webhooks/webhookPage.ts';

/** The content of the page of `target`. Throws `invalid` if the name of the repository is not valid. */
export function contentOf(target: PageTarget, parts: TalkParts): PageContent {
  switch (target.kind) {
    case 'repository':
      return overviewContent(nameOf(target.host, target.repository), parts);
    case 'issue':
      return issueContent(nameOf(target.host, target.repository), target.number, parts);
    case 'pullRequest':
      return pullRequestContent(nameOf(target.host, target.repository), target.number, parts);
    case 'user':
      return profileContent(target);
    case 'branch':
      return branchContent(nameOf(target.host, target.repository), target.id);
    case 'webhook':
      return webhookContent(nameOf(target.host, target.repository), target.id);
    case 'organization':
      return organizationContent(target.id);
    case 'enterprise':
      return enterpriseContent(target.id);
    case 'key':
      return keyContent(target.id);
  }
}

function nameOf(host: string, repository: string): RepositoryName {
  const name = parseFullName(repository);
  if (name !== undefined) return { host, ...name };
  throw wrongValue('repository', requires('repository'));
}
