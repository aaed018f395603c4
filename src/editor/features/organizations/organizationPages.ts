import { l10n } from 'vscode';
import { collect } from '../../../core/async.ts';
import { html } from '../../../domain/pages/html.ts';
import { organizationPage, webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { roleLabel } from '../../kit/messages/roles.ts';
import { laterRequest, type PageContent } from '../../pages/content.ts';
import { factsPage } from '../../pages/factsPage.ts';
import { badge, person, rowList } from '../../pages/widgets.ts';

export function organizationContent(org: string): PageContent {
  return factsPage(
    org,
    'organization',
    async ({ connection: { api } }, options) => await api.organizations.get({ org }, options),
    async (organization, turn) => {
      const { api, host } = turn.connection;
      const [membership, followers] = await Promise.all([
        api.users.membership({ org }, laterRequest(turn)).catch(() => undefined),
        api.organizations.followers({ owner: org }, laterRequest(turn)).catch(() => undefined),
      ]);
      return {
        title: organization.name === '' ? undefined : organization.name,
        lead: organization.description,
        facts: [
          [l10n.t('Organization'), organization.login],
          [l10n.t('Enterprise'), organization.enterprise],
          [l10n.t('My role'), roleLabel(membership?.role ?? organization.my_role)],
          [l10n.t('Followers'), followers?.items.map((follower) => person(host, follower))],
        ],
        page: organizationPage(organization) ?? webAddressOf(host, org),
      };
    },
  );
}

/** The most members that are read. */
export const mostMembers = 1000;

export function enterpriseContent(enterprise: string): PageContent {
  return factsPage(
    enterprise,
    'organization',
    async ({ connection: { api } }, options) =>
      await collect(api.enterprises.members.all({ enterprise }, options), mostMembers),
    (members, { connection: { host } }) => ({
      facts: [],
      below: rowList(
        members.map(
          ({ user, role, active }) =>
            html`<li>
              ${person(host, user)} ${badge(roleLabel(role))}${badge(active === false ? l10n.t('inactive') : undefined)}
            </li>`,
        ),
        l10n.t('No members.'),
      ),
    }),
  );
}
