import { l10n } from 'vscode';
import { name, oneOf, optional } from '../../../api/contract/field.ts';
import { collect } from '../../../core/async.ts';
import type { EnterpriseMember } from '../../../api/record/organization.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { roleLabel } from '../../kit/messages/roles.ts';
import type { Details } from '../../kit/messages/detailsText.ts';
import type { YamlViewer } from '../../kit/yamlViewer.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { askText, choicesOf } from '../../kit/commands/ask.ts';
import { atHost, onHost } from '../../kit/commands/declare.ts';

export const askOrganization: Ask<string> = async (prompt, args, invocation) => {
  const { api } = await atHost(invocation, args);
  return await prompt.pick({
    placeholder: l10n.t('Which organization?'),
    items: choicesOf(api.organizations.own.all({}, { signal: invocation.signal }), (org) => ({
      label: org.path ?? org.login,
      ...(org.name === undefined ? {} : { description: org.name }),
      value: org.path ?? org.login,
    })),
  });
};

const askOrganizationMember: Ask<string> = async (prompt, args, invocation) => {
  const { api } = await atHost(invocation, args);
  return await prompt.pick({
    placeholder: l10n.t('Which member?'),
    items: choicesOf(
      api.organizations.members.all({ org: String(args.org) }, { signal: invocation.signal }),
      (member) => ({
        label: member.login,
        description: roleLabel(member.member_role) ?? '',
        value: member.login,
      }),
    ),
  });
};

export function organizationCommands(
  changes: Changes,
  details: YamlViewer,
  knownRepositories: Pick<KnownRepositories, 'meetEnterprise'>,
) {
  return {
    'sourcehost.organization.show': onHost({
      does: 'Shows an organization as a page.',
      result: 'the organization',
      fields: { org: name },
      ask: { org: askOrganization },
      run: async ({ org }, { api }, { signal }) => {
        const [organization, membership, followers] = await Promise.all([
          api.organizations.get({ org }, { signal }),
          api.users.membership({ org }, { signal }).catch(() => undefined),
          api.organizations.followers({ owner: org }, { signal }).catch(() => undefined),
        ]);
        await details.show(organization.login, [
          [l10n.t('Organization'), organization.login],
          [l10n.t('Name'), organization.name],
          [l10n.t('Description'), organization.description],
          [l10n.t('Enterprise'), organization.enterprise],
          [l10n.t('My role'), roleLabel(membership?.role ?? organization.my_role)],
          [l10n.t('Followers'), followers?.items.map(({ login }) => login)],
        ]);
        return organization;
      },
    }),
    'sourcehost.organization.inviteMember': onHost({
      does: 'Invites a user to an organization.',
      result: 'whatever the service answers',
      needsAccount: true,
      fields: { org: name, username: name },
      ask: { org: askOrganization, username: askText(() => ({ prompt: l10n.t('Login of the user to invite') })) },
      run: async ({ org, username }, { api, host }, { signal, silent }) => {
        const answer = await api.organizations.inviteMember({ org, username }, { signal });
        changes.report({ subject: 'organizations', host: host.id, repository: undefined });
        if (!silent) void inform(l10n.t('Invited {0} to {1}.', username, org));
        return answer;
      },
    }),
    'sourcehost.organization.removeMember': onHost({
      does: 'Removes a member from an organization.',
      needsAccount: true,
      fields: { org: name, username: name },
      ask: { org: askOrganization, username: askOrganizationMember },
      run: async ({ org, username }, { api, host }, { signal, confirm }) => {
        await confirm(
          l10n.t('Remove {0} from {1}?', username, org),
          l10n.t('The user loses the access that this organization granted.'),
          l10n.t('Remove Member'),
        );
        await api.organizations.removeMember({ org, username }, { signal });
        changes.report({ subject: 'organizations', host: host.id, repository: undefined });
      },
    }),
    'sourcehost.enterprise.members': enterpriseMembers(details, knownRepositories),
  };
}

function enterpriseMembers(
  details: YamlViewer,
  knownRepositories: Pick<KnownRepositories, 'meetEnterprise'>,
): AnyCommand {
  return onHost({
    does: 'Reads the members of an enterprise, and adds a row for it below the account.',
    result: 'the members, at most 1,000',
    needsAccount: true,
    fields: { enterprise: name, role: optional(oneOf('all', 'admin', 'member')) },
    ask: { enterprise: askText(() => ({ prompt: l10n.t('Path of the enterprise') })) },
    run: async (args, { api, account }, { signal, silent }) => {
      const members = await collect(api.enterprises.members.all(args, { signal }), 1000);
      if (account !== undefined) knownRepositories.meetEnterprise(account.id, args.enterprise);
      if (!silent) await details.show(args.enterprise, members.map(memberDetails));
      return members;
    },
  });
}

const memberDetails = ({ user, role, active }: EnterpriseMember): Details => [
  [l10n.t('Login'), user.login],
  [l10n.t('Name'), user.name],
  [l10n.t('Role'), roleLabel(role)],
  [l10n.t('Active'), active],
];
