import { l10n } from 'vscode';
import { name, oneOf, optional } from '../../../api/contract/field.ts';
import { collect } from '../../../core/async.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import type { YamlViewer } from '../../kit/yamlViewer.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { askText, choicesOf } from '../framework/ask.ts';
import { atHost, onHost } from '../framework/declare.ts';

type Id =
  | 'sourcehost.enterprise.members'
  | 'sourcehost.organization.inviteMember'
  | 'sourcehost.organization.removeMember'
  | 'sourcehost.organization.show';

export const askOrganization: Ask<string> = async (prompt, known, invocation) => {
  const { api } = await atHost(invocation, known);
  return await prompt.pick({
    placeholder: l10n.t('Which organization?'),
    items: choicesOf(api.organizations.own.all({}, { signal: invocation.signal }), (org) => ({
      label: org.path ?? org.login,
      ...(org.name === undefined ? {} : { description: org.name }),
      value: org.path ?? org.login,
    })),
  });
};

const askOrganizationMember: Ask<string> = async (prompt, known, invocation) => {
  const { api } = await atHost(invocation, known);
  return await prompt.pick({
    placeholder: l10n.t('Which member?'),
    items: choicesOf(
      api.organizations.members.all({ org: String(known.org) }, { signal: invocation.signal }),
      (member) => ({
        label: member.login,
        ...(member.member_role === undefined ? {} : { description: member.member_role }),
        value: member.login,
      }),
    ),
  });
};

export function organizationCommands(changes: Changes, details: YamlViewer): Record<Id, AnyCommand> {
  return {
    'sourcehost.organization.show': onHost({
      fields: { org: name },
      ask: { org: askOrganization },
      run: async ({ org }, { api }, { signal }) => {
        const [organization, membership, followers] = await Promise.all([
          api.organizations.get({ org }, { signal }),
          api.users.membership({ org }, { signal }).catch(() => undefined),
          api.organizations.followers({ owner: org }, { signal }).catch(() => undefined),
        ]);
        const page = {
          ...organization,
          my_role: membership?.role ?? organization.my_role,
          followers: followers?.items.map(({ login }) => login),
        };
        await details.show(organization.login, page);
        return organization;
      },
    }),
    'sourcehost.organization.inviteMember': onHost({
      fields: { org: name, username: name },
      ask: { org: askOrganization, username: askText(() => ({ prompt: l10n.t('Login of the user to invite') })) },
      run: async ({ org, username }, { api, host }, { signal, silent }) => {
        const answer = await api.organizations.inviteMember({ org, username }, { signal });
        changes.report({ subject: 'organizations', host: host.id, repository: undefined });
        // The API description does not define this response, so it is shown as it is.
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
        if (!silent) void inform(l10n.t('Invited {0} to {1}. The host returned: {2}', username, org, text));
        return answer;
      },
    }),
    'sourcehost.organization.removeMember': onHost({
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
    'sourcehost.enterprise.members': onHost({
      fields: { enterprise: name, role: optional(oneOf('all', 'admin', 'member')) },
      ask: { enterprise: askText(() => ({ prompt: l10n.t('Path of the enterprise') })) },
      run: async (args, { api }, { signal, silent }) => {
        const members = await collect(api.enterprises.members.all(args, { signal }), 1000);
        if (!silent) await details.show(args.enterprise, members);
        return members;
      },
    }),
  };
}
