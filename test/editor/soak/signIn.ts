import assert from 'node:assert/strict';
import { authentication, commands } from 'vscode';
import { navigate } from '../../kit/navigate.ts';
import type { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { EditorQuestions } from '../kit/editorQuestions.ts';

/** Signs alice in at the host `local` over a browser page, so that her token has to be renewed. */
export async function signInByBrowser(service: RemoteService, secret: string): Promise<void> {
  const questions = new EditorQuestions();
  const { executeCommand } = commands;
  let page: URL | undefined;
  questions.begin();
  Object.assign(commands, {
    executeCommand: async (id: string, ...args: unknown[]) => {
      if (id !== 'vscode.open' || typeof args[0] !== 'string') return await executeCommand(id, ...args);
      page = new URL(args[0]);
      return undefined;
    },
  });
  try {
    void executeCommand('sourcehost.account.signIn');
    await questions.pick('Choose the host to sign in to', 'Local service');
    await questions.pick('Choose how to sign in to Local service', 'In the browser (local callback)');
    await questions.enter('Client secret', secret);
    await until(() => page !== undefined);
    const body = new URLSearchParams({
      ...Object.fromEntries(page?.searchParams ?? []),
      login: 'alice',
      decision: 'grant',
    });
    const answer = await fetch(`${service.url}/oauth/authorize`, { method: 'POST', body, redirect: 'manual' });
    await navigate(answer.headers.get('location') ?? assert.fail('nobody is sent back'));
    await until(async () => (await authentication.getAccounts('sourcehost')).length > 0);
  } finally {
    Object.assign(commands, { executeCommand });
    await questions.end();
  }
}
