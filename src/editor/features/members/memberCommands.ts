import { l10n } from 'vscode';
import { name } from '../../../api/contract/field.ts';
import { unlessFailed } from '../../../core/errors.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import { confirmedChange } from '../../../domain/hosts/creations.ts';
import type { Changes } from '../../kit/changes.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { permissionLabel } from '../../kit/messages/roles.ts';
import { askMember, asTyped, choicesOf } from '../../kit/commands/ask.ts';
import { onRepository, atHost } from '../../kit/commands/declare.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';

const askPermission: Ask<string> = (prompt) =>
  prompt.pick({
    placeholder: l10n.t('Which permission?'),
    items: [
      { label: l10n.t('Read and download'), value: 'pull' },
      { label: l10n.t('Read and write'), value: 'push' },
      { label: l10n.t('Administer'), value: 'admin' },
    ],
    typed: (typed) => {
      const choice = asTyped(typed);
      return choice && { ...choice, description: l10n.t('a role of this host') };
    },
  });

/** A login: a result of a search of the host, or typed text. */
const askPerson: Ask<string> = async (prompt, args, invocation) => {
  const q = await prompt.input({
    prompt: l10n.t('Login, or part of it to search'),
    validate: (value) => (value.trim() === '' ? l10n.t('Enter a value.') : undefined),
  });
  const { api } = await atHost(invocation, args);
  return await prompt.pick({
    placeholder: l10n.t('Which user?'),
    items: choicesOf(api.search.users.all({ q }, { signal: invocation.signal }), (user) => ({
      label: user.login,
      ...(user.name === undefined ? {} : { description: user.name }),
      value: user.login,
    })),
    typed: (typed) => asTyped(typed === '' ? q : typed),
  });
};

export function memberCommands(changes: Changes) {
  const notify = changeNotifier(changes, 'members');
  const set = (does: string, askWho: Ask<string>): AnyCommand =>
    onRepository({
      does,
      result: 'the member',
      needsAccount: true,
      fields: { username: name, permission: name },
      ask: { username: askWho, permission: askPermission },
      run: async (args, on, { signal, silent }) => {
        const { username, permission } = args;
        const find = async () => {
          const now = await on.api.members.permission({ ...on.at, username }, { signal });
          return now.permission === permission ? { login: username } : undefined;
        };
        const setting: Promise<{ readonly login: string } | undefined> = on.api.members.set(
          { ...on.at, ...args },
          { signal },
        );
        const member = await confirmedChange(setting, find);
        notify(on, { silent }, args.username);
        return member ?? { login: args.username };
      },
    });
  return {
    'sourcehost.member.add': set('Adds a member to a repository, or changes the permission of one.', askPerson),
    'sourcehost.member.setPermission': set('Changes the permission of a member of a repository.', askMember),
    'sourcehost.member.remove': removeMember(notify),
    'sourcehost.member.check': onRepository({
      does: 'Tells whether a user is a member of a repository, and the permission.',
      result: '`{ member: boolean, permission?: string }`',
      needsAccount: true,
      fields: { username: name },
      ask: { username: askMember },
      run: async ({ username }, { api, at, name: { owner, repo } }, { signal, silent }) => {
        const member = await api.members.check({ ...at, username }, { signal });
        const reading = member ? api.members.permission({ ...at, username }, { signal }) : undefined;
        // Without the permission, the membership is still shown.
        const permission = reading && (await unlessFailed(reading, 'forbidden', 'missing', 'unreadable'))?.permission;
        if (!silent) {
          const where = `${owner}/${repo}`;
          const text = member
            ? l10n.t(
                '{0} is a member of {1}: {2}',
                username,
                where,
                permissionLabel(permission) ?? l10n.t('permission unknown'),
              )
            : l10n.t('{0} is not a member of {1}.', username, where);
          void inform(text);
        }
        return permission === undefined ? { member } : { member, permission };
      },
    }),
  };
}

function removeMember(notify: ReturnType<typeof changeNotifier>): AnyCommand {
  return onRepository({
    does: 'Removes a member from a repository.',
    needsAccount: true,
    fields: { username: name },
    ask: { username: askMember },
    run: async ({ username }, on, { signal, silent, confirm }) => {
      await confirm(
        l10n.t('Remove {0} from {1}?', username, `${on.name.owner}/${on.name.repo}`),
        l10n.t('The user loses the access that this repository granted.'),
        l10n.t('Remove Member'),
      );
      await on.api.members.remove({ ...on.at, username }, { signal });
      notify(on, { silent });
    },
  });
}
