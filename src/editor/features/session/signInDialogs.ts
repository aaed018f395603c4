import { commands } from 'vscode';
import type { ListenLoopback } from '../../../core/loopback.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { Attempts } from '../../../domain/session/attempts.ts';
import type { Clients } from '../../../domain/session/clients.ts';
import type { IdentifyParts } from '../../../domain/session/identify.ts';
import { Browser } from './browser.ts';
import { SignInQuestions } from './signInQuestions.ts';
import { SignIn } from './signIn.ts';
import type { Services } from '../../services/services.ts';

export interface AskingParts extends IdentifyParts, Pick<Services, 'context' | 'fetch' | 'hosts'> {
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
