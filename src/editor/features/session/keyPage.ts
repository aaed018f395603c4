import { l10n } from 'vscode';
import { html } from '../../../domain/pages/html.ts';
import { describeKey } from '../../../domain/session/sshKey.ts';
import type { PageContent } from '../../pages/content.ts';
import { factsPage } from '../../pages/factsPage.ts';
import { ago } from '../../pages/widgets.ts';

export function keyContent(id: string): PageContent {
  return factsPage(
    id,
    'key',
    async ({ connection: { api } }, options) => await api.keys.get({ id }, options),
    async ({ title, key, created_at: created }) => {
      const described = key === undefined ? undefined : await describeKey(key);
      return {
        title,
        facts: [
          [l10n.t('Type'), described?.type],
          [l10n.t('Fingerprint'), described?.fingerprint],
          [l10n.t('Created'), ago(created)],
          [l10n.t('Public key'), key === undefined ? undefined : html`<code>${key}</code>`],
        ],
      };
    },
  );
}
