import { authentication, l10n, window } from 'vscode';
import type { Pages } from '../../pages/register.ts';
import type { Register } from '../../services/services.ts';
import type { AccountServices } from './accountServices.ts';
import { providerId } from './preference.ts';
import { SourcehostAuthenticationProvider } from './sourcehostAuthenticationProvider.ts';

/** The sessions themselves are services. */
export const registerSession: Register<Pick<AccountServices, 'accounts' | 'uris'> & Pages> = (services, lifetime) => {
  const { accounts, commands, load, sessions, uris } = services;
  lifetime.add(window.registerUriHandler(uris));
  const provider = lifetime.add(
    new SourcehostAuthenticationProvider(sessions, (scopes, at) => accounts.session(scopes, at)),
  );
  lifetime.add(
    authentication.registerAuthenticationProvider(providerId, l10n.t('Sourcehost'), provider, {
      supportsMultipleAccounts: true,
    }),
  );
  commands.add(async () => {
    const { publicKeys, sessionTable } = await load();
    return sessionTable({ ...services, publicKeys });
  });
};
