import { l10n } from 'vscode';
import { name, optional } from '../../api/contract/field.ts';
import { fullName } from '../../domain/hosts/address.ts';
import { askText } from '../kit/commands/ask.ts';
import { atHost, onHost, onRepository } from '../kit/commands/declare.ts';
import type { Pages } from './register.ts';

export function pageCommands({ show }: Pages['pages']) {
  return {
    'sourcehost.repository.show': onRepository({
      does: 'Shows a repository as a page.',
      result: 'the repository',
      fields: {},
      run: async (_, { connection: { host, account }, name: repositoryName }, invocation) =>
        await show(
          { kind: 'repository', host: host.id, account: account?.login, repository: fullName(repositoryName) },
          invocation,
        ),
    }),
    'sourcehost.user.show': onHost({
      does: 'Shows a user as a page.',
      result: 'the user',
      fields: { username: name, org: optional(name), enterprise: optional(name) },
      ask: {
        username: async (prompt, args, invocation) => {
          const { account } = await atHost(invocation, args);
          return await askText(() => ({ prompt: l10n.t('Login of the user'), value: account?.login ?? '' }))(
            prompt,
            args,
            invocation,
          );
        },
      },
      run: async ({ username, org, enterprise }, { host, account }, invocation) =>
        await show({ kind: 'user', host: host.id, account: account?.login, username, org, enterprise }, invocation),
    }),
  };
}
