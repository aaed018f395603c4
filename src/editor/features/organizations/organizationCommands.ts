import { l10n } from 'vscode';
import { name, oneOf, optional } from '../../../api/contract/field.ts';
import { collect } from '../../../core/async.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import { hostPage } from '../../../domain/pages/target.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { roleLabel } from '../../kit/messages/roles.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { askText, choicesOf } from '../../kit/commands/ask.ts';
import { atHost, onHost } from '../../kit/commands/declare.ts';
import type { Pages } from '../../pages/register.ts';
import { mostMembers } from './organizationPages.ts';

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
  pages: Pages['pages'],
  knownRepositories: Pick<KnownRepositories, 'meetEnterprise'>,
) {
  return {
    'sourcehost.organization.show': onHost({
      does: 'Shows an organization as a page.',
      result: 'the organization',
      fields: { org: name },
      ask: { org: askOrganization },
      run: async ({ org }, connection, invocation) =>
        await pages.show(hostPage(connection, 'organization', org), invocation),
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
    'sourcehost.enterprise.members': enterpriseMembers(pages, knownRepositories),
  };
}

function enterpriseMembers(
  pages: Pages['pages'],
  knownRepositories: Pick<KnownRepositories, 'meetEnterprise'>,
): AnyCommand {
  return onHost({
    does: 'Reads the members of an enterprise, and adds a row for it below the account.',
    result: 'the members, at most 1,000',
    needsAccount: true,
    fields: { enterprise: name, role: optional(oneOf('all', 'admin', 'member')) },
    ask: { enterprise: askText(() => ({ prompt: l10n.t('Path of the enterprise') })) },
    run: async (args, connection, invocation) => {
      const { api, account } = connection;
      const { signal, silent } = invocation;
      const members = silent
        ? await collect(api.enterprises.members.all(args, { signal }), mostMembers)
        : await pages.show(hostPage(connection, 'enterprise', args.enterprise), invocation);
      if (account !== undefined) knownRepositories.meetEnterprise(account.id, args.enterprise);
      return members;
    },
  });
}
