import { l10n } from 'vscode';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { html } from '../../../domain/pages/html.ts';
import type { PageContent } from '../../pages/content.ts';
import { factsPage, yesOrNo } from '../../pages/factsPage.ts';
import { ago } from '../../pages/widgets.ts';

export function branchContent(name: RepositoryName, branch: string): PageContent {
  return factsPage(
    branch,
    'branch',
    async ({ connection: { api } }, options) =>
      await api.branches.get({ owner: name.owner, repo: name.repo, branch }, options),
    ({ commit, ...flags }, { connection: { host } }) => ({
      lead: commit?.message ?? commit?.title,
      facts: [
        [l10n.t('Commit'), commit?.sha === undefined ? undefined : html`<code>${commit.sha}</code>`],
        [l10n.t('Author'), commit?.author_name],
        [l10n.t('Email'), commit?.author_email],
        [l10n.t('Committed'), ago(commit?.committed_date)],
        [l10n.t('Default branch'), yesOrNo(flags.default)],
        [l10n.t('Protected'), yesOrNo(flags.protected)],
        [l10n.t('Developers can push'), yesOrNo(flags.developers_can_push)],
        [l10n.t('Developers can merge'), yesOrNo(flags.developers_can_merge)],
        [l10n.t('You can push'), yesOrNo(flags.can_push)],
      ],
      page: webAddress(host, name, 'tree', branch),
    }),
  );
}
