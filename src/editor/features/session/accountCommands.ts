import { l10n, ThemeIcon } from 'vscode';
import { name, optional } from '../../../api/contract/field.ts';
import { nobodySignedIn } from '../../../core/errors.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { Account } from '../../../domain/hosts/hosts.ts';
import { command } from '../../kit/command.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { hostFields } from '../../kit/commands/target.ts';
import type { Accounts } from './accounts.ts';

export function accountCommands(actions: Accounts, connections: Connections) {
  return {
    'sourcehost.account.signIn': command({
      does: 'Signs in, in the browser or with a token.',
      result: 'the account',
      fields: { host: optional(name) },
      runAsks: [],
      run: ({ host }, { origin, withoutProgress }) =>
        withoutProgress(actions.signIn({ host, silent: origin === 'code' })),
    }),
    'sourcehost.account.signInWithToken': command({
      does: 'Signs in with a personal access token. The user is asked for it if `token` is left out.',
      result: 'the account',
      fields: { host: optional(name), token: optional(name) },
      runAsks: ['token'],
      run: ({ host, token }, { signal, withoutProgress }) =>
        host === undefined || token === undefined
          ? withoutProgress(actions.askToken(host))
          : actions.signInWithToken(host, token, signal),
    }),
    'sourcehost.account.signOut': command({
      does: 'Signs an account out and forgets its token.',
      fields: hostFields,
      runAsks: ['account'],
      run: async (args, { origin, places, ...invocation }) => {
        const account =
          origin === 'code' ? (await places.connection(args)).account : await askAccount(connections, args);
        if (account === undefined) throw nobodySignedIn();
        await actions.checkSignOut(account);
        await invocation.confirm(
          l10n.t('Sign out of {0}?', account.label),
          l10n.t('Drafts and open files stay on this computer.'),
          l10n.t('Sign Out'),
        );
        await actions.signOut(account);
      },
    }),
  };
}

async function askAccount(
  connections: Connections,
  args: { readonly host?: string | undefined; readonly account?: string | undefined },
): Promise<Account | undefined> {
  const accounts = (await connections.accounts(args.host)).filter(
    ({ login }) => args.account === undefined || login === args.account,
  );
  if (accounts.length < 2) return accounts[0];
  return await new Prompt({ title: l10n.t('Sign Out') }).pick({
    placeholder: l10n.t('Choose the account to sign out of'),
    items: accounts.map((account) => ({ label: account.label, iconPath: new ThemeIcon('account'), value: account })),
  });
}
