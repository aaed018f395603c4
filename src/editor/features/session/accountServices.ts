import { env, UIKind, l10n, Uri, type Memento } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { ListenLoopback } from '../../../core/loopback.ts';
import { named, type Log } from '../../../core/log.ts';
import type { Storage } from '../../../core/storage.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { Attempts } from '../../../domain/session/attempts.ts';
import { Clients } from '../../../domain/session/clients.ts';
import { EnvironmentSession, type Environment } from '../../../domain/session/environment.ts';
import type * as onDemand from '../../../domain/session/onDemand.ts';
import { Renewal } from '../../../domain/session/renewal.ts';
import { SessionConnections } from '../../../domain/session/sessionConnections.ts';
import { Sessions } from '../../../domain/session/sessions.ts';
import { Vault } from '../../../domain/session/vault.ts';
import type { Event } from '../../../core/emitter.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { HostForm, Hosts } from '../../kit/hosts.ts';
import { windowMemory } from '../../kit/windowMemory.ts';
import type { Services } from '../../services/services.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { Accounts } from './accounts.ts';
import type * as signInDialogs from './signInDialogs.ts';
import { Preference } from './preference.ts';
import { secretsOf } from './secrets.ts';
import { EditorUriHandler } from './editorUriHandler.ts';

export interface AccountServicesParts extends Pick<
  Services,
  'context' | 'settings' | 'fetch' | 'hosts' | 'knownRepositories'
> {
  readonly storage: Storage;
  /** Undefined where the extension cannot listen on a port. */
  readonly listen: ListenLoopback | undefined;
  readonly environment: Environment;
  readonly loadHostForm: () => Promise<HostForm>;
  readonly load: () => Promise<typeof onDemand & Pick<typeof signInDialogs, 'createSignInDialogs'>>;
  readonly log: Log;
}

export interface AccountServices {
  readonly connections: SessionConnections;
  readonly accounts: Accounts;
  readonly accountChoice: Preference;
  readonly sessions: Sessions;
  readonly uris: EditorUriHandler;
  /** The Accounts menu offers to sign in without an account, and to choose where a host has several. */
  readonly offerAccounts: () => Promise<void>;
}

export function createAccountServices(parts: AccountServicesParts, lifetime: Lifetime): AccountServices {
  const { context, settings, fetch, listen, load, hosts, knownRepositories, loadHostForm, log: whole } = parts;
  const log = named(whole, 'session');
  const identify = { fetch, log };
  const { sessions, clients } = createSessions(parts, log, lifetime);
  const preference = lifetime.add(new Preference(log, windowMemory(context)));
  const connections = lifetime.add(
    new SessionConnections({
      sessions,
      fetch,
      log: whole,
      requestsPerMinute: () => settings.number('requestsPerMinute', 50),
      preferred: (...at) => preference.login(...at),
      onDidChangePreferred: preference.onDidChange,
      onRenamed: (host, renaming) => knownRepositories.noteRenaming(host, renaming),
      load,
    }),
  );
  lifetime.add(settings.onDidChange((affects) => affects('requestsPerMinute') && connections.updateBudgets()));

  const attempts = new Attempts();
  const uris = lifetime.add(new EditorUriHandler(attempts));
  const loadSignIn = lazily(async () => {
    const { createSignInDialogs } = await load();
    const addHost = async (): Promise<Host> => await (await loadHostForm()).ask({}, true);
    return createSignInDialogs({ ...identify, context, hosts, clients, attempts, addHost, listen });
  });
  const accounts = new Accounts({
    ...identify,
    hosts,
    sessions,
    load,
    signIn: async (request) => await (await loadSignIn()).run(request),
  });
  const offerAccounts = (): Promise<void> => offer(hosts, connections, preference);
  lifetime.add(connections.onDidChange(() => void offerAccounts()));
  return { connections, accounts, accountChoice: preference, sessions, uris, offerAccounts };
}

function createSessions(
  { context, fetch, storage, hosts, environment: variables, load }: AccountServicesParts,
  log: Log,
  lifetime: Lifetime,
): { readonly sessions: Sessions; readonly clients: Clients } {
  const secrets = lifetime.add(secretsOf(context.secrets, env.uiKind === UIKind.Web));
  const clients = new Clients(secrets);
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => storage.lock('sessions/index', {}, work);
  const vault = lifetime.add(new Vault(secrets, exclusively, log));
  warnOnce(vault.onDidFail, context.globalState);
  const renewal = new Renewal({ vault, clients, host: (id) => hosts.get(id), fetch, storage, load, log });
  const environment = new EnvironmentSession(variables, { fetch, log, hosts: () => hosts.all(), storage, load });
  const sessions = lifetime.add(
    new Sessions({
      vault,
      clients,
      renewal,
      environment,
      hosts: () => hosts.all(),
      onDidChangeHosts: hosts.onDidChange,
    }),
  );
  return { sessions, clients };
}

async function offer(hosts: Hosts, connections: SessionConnections, preference: Preference): Promise<void> {
  const [host] = hosts.all();
  const accounts = await connections.accounts();
  if (accounts.some((one, index) => accounts.slice(0, index).some((other) => other.host === one.host))) {
    await preference.want();
  }
  // A request without scopes would stay in the menu after the sign-in.
  else if (accounts.length === 0 && host !== undefined && host.scopes.length > 0) await preference.offer(host.scopes);
}

const shownKey = 'keyringTold';
const help = 'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';

/** Warns once if the secret storage fails, and says what to do. The warning is not repeated after a restart. */
function warnOnce(onDidFail: Event<void>, memory: Memento): void {
  onDidFail(() => {
    if (memory.get(shownKey) === true) return;
    void (async () => {
      await memory.update(shownKey, true);
      const more = l10n.t('How to Set Up a Keyring');
      const chosen = await showMessage(
        'warning',
        l10n.t(
          'No secret storage is available: the sign-in ends when this window is closed. Set up a keyring, or put a token into the environment variable {0}.',
          'SOURCEHOST_TOKEN',
        ),
        [more],
      );
      if (chosen === more) await env.openExternal(Uri.parse(help, true));
    })();
  });
}
