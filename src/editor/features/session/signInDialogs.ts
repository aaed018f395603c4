import { commands, type ExtensionContext } from 'vscode';
import type { Fetch } from '../../../api/http/fetch.ts';
import type { ListenLoopback } from '../../../core/loopback.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { Attempts } from '../../../domain/session/attempts.ts';
import type { Clients } from '../../../domain/session/clients.ts';
import type { IdentifyParts } from '../../../domain/session/identify.ts';
import { Browser } from './browser.ts';
import type { Hosts } from '../../kit/hosts.ts';
import { SignInQuestions } from './signInQuestions.ts';
import { SignIn } from './signIn.ts';

export interface AskingParts extends IdentifyParts {
  readonly context: ExtensionContext;
  readonly fetch: Fetch;
  readonly hosts: Hosts;
  readonly clients: Clients;
  readonly attempts: Attempts;
  readonly addHost: () => Promise<Host>;
  readonly listen: ListenLoopback | undefined;
}

export function createSignInDialogs({
  context,
  hosts,
  clients,
  attempts,
  addHost,
  listen,
  ...identify
}: AskingParts): SignIn {
  const browser = new Browser(context, attempts, listen);
  const questions = new SignInQuestions({
    hosts: () => hosts.all(),
    problems: () => hosts.problems(),
    addHost,
    openHostSettings: async () => {
      await commands.executeCommand('workbench.action.openSettings', 'sourcehost.hosts');
    },
    browser,
    attempts,
  });
  return new SignIn({ ...identify, clients, browser, questions });
}
