import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { authentication, commands, env } from 'vscode';
import { clientId } from '../../service/oauth.ts';
import { navigate as page } from '../../kit/navigate.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { EditorQuestions } from '../kit/editorQuestions.ts';
import { ShownPages } from '../kit/panels.ts';

const { executeCommand } = commands;
const redirect = 'http://127.0.0.1:51789/callback';
const byLoopback = 'In the browser (local callback)';
const register = 'Register an OAuth app at Door once';
const byHand = 'In the browser (paste the URL)';

describe('signing in through the questions', () => {
  const service = new RemoteService();
  const questions = new EditorQuestions();
  let clientSecret: string;
  /** Addresses that the browser was sent to. */
  let opened: URL[];

  before(async () => (clientSecret = await service.clientSecret()));
  beforeEach(async () => {
    await service.reset();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const { url } = service;
    await commands.executeCommand('sourcehost.host.add', { id: 'door', name: 'Door', apiUrl: url, authUrl: url });
    await service.clear();
    opened = [];
    questions.begin();
    Object.assign(commands, {
      executeCommand: async (id: string, ...args: unknown[]) => {
        if (id !== 'vscode.open' || typeof args[0] !== 'string') return await executeCommand(id, ...args);
        opened.push(new URL(args[0]));
        return undefined;
      },
    });
  });
  afterEach(async () => {
    Object.assign(commands, { executeCommand });
    await questions.end();
    await commands.executeCommand('sourcehost.host.remove', { host: 'door' });
    assert.deepEqual(await service.violations(), []);
  });

  const accounts = async (): Promise<string[]> =>
    (await authentication.getAccounts('sourcehost')).map(({ id }) => id).sort();

  /** Goes through the questions up to the page of the service. */
  async function begin(way: string, secret?: string): Promise<URL> {
    const before = opened.length;
    void commands.executeCommand('sourcehost.account.signIn');
    await questions.pick('Choose the host to sign in to', 'Door');
    await questions.pick('Choose how to sign in to Door', way);
    await questions.pick(register, 'Enter the Client ID…');
    await questions.enter('Client ID', clientId);
    await questions.enter('Client secret', secret ?? clientSecret);
    await until(() => opened.length > before);
    await questions.question('Waiting for Door in the browser…');
    return opened.at(-1) ?? assert.fail();
  }

  /** The redirect address after the decision on the page of the service. */
  async function decide({ searchParams }: URL, decision: 'grant' | 'deny'): Promise<string> {
    const body = new URLSearchParams({ ...Object.fromEntries(searchParams), login: 'carol', decision });
    const answer = await fetch(`${service.url}/oauth/authorize`, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }
  const signedIn = async (): Promise<void> => {
    for (let tries = 0; !(await accounts()).includes('door/carol'); tries += 1) assert.ok(tries < 500, 'not signed in');
  };

  it('uses a loopback redirect if the browser runs on this computer, and offers to copy the redirect address', async () => {
    void commands.executeCommand('sourcehost.account.signIn');
    await questions.pick('Choose the host to sign in to', 'Door');
    assert.deepEqual(await questions.rows('Choose how to sign in to Door'), [
      'With a personal access token',
      'In the browser',
      byLoopback,
      byHand,
    ]);
    await questions.pick('Choose how to sign in to Door', byLoopback);
    await questions.pick(register, 'Copy Redirect URL');
    await until(async () => (await env.clipboard.readText()) === redirect);
    await questions.pick(register, 'Enter the Client ID…');
    const { title, buttons } = await questions.question(`Register it with the redirect address ${redirect}`);
    assert.equal(title, 'Sign In');
    assert.ok(buttons.some(({ tooltip }) => tooltip === `Copy Redirect URL ${redirect}`));
    await questions.dismiss();
    const sent = await begin(byLoopback);
    assert.equal(sent.searchParams.get('redirect_uri'), redirect);
    assert.match(sent.searchParams.get('state') ?? '', /^[0-9a-f]{48}$/);
    assert.match(sent.searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.equal(sent.searchParams.get('code_challenge_method'), 'S256');
    const back = await decide(sent, 'grant');
    assert.ok(back.startsWith(`${redirect}?`));
    assert.match(await page(back), /You can close this page and return to the editor/);
    await signedIn();
    assert.ok(questions.nothing, 'nothing more is asked');
    // It listens no longer.
    await assert.rejects(fetch(back));
    assert.deepEqual(await service.asked(), ['oauth.decide', 'oauth.token', 'users.self']);
    assert.ok(!(await service.requests()).some(({ path }) => path.includes(clientSecret)), 'no secret in an address');
  });

  it('reports that another program uses the port, and does not wait', async () => {
    const other = createServer().listen(51789, '127.0.0.1');
    await once(other, 'listening');
    try {
      void commands.executeCommand('sourcehost.account.signIn');
      await questions.pick('Choose the host to sign in to', 'Door');
      await questions.pick('Choose how to sign in to Door', byLoopback);
      await questions.pick(register, 'Enter the Client ID…');
      await questions.enter('Client ID', clientId);
      await questions.enter('Client secret', clientSecret);
      await until(() => questions.told.length > 0);
      assert.match(questions.told.join(), /Another program uses the callback port/);
      assert.deepEqual(opened, []);
    } finally {
      other.close();
    }
  });

  it('shows the message of the service if access was refused', async () => {
    assert.match(await page(await decide(await begin(byLoopback), 'deny')), /Access was denied/);
    await until(() => questions.told.length > 0);
    assert.match(questions.told.join(), /Access was denied in the browser.*The resource owner or authorization server/);
    assert.deepEqual(await accounts(), []);
  });

  it('ignores an answer with another state; a newer sign-in replaces a waiting one', async () => {
    const first = await begin(byLoopback);
    const back = await decide(first, 'grant');
    const words = 'error=access_denied&error_description=Call%20555-0100';
    for (const address of [
      back.replace(/state=./, 'state=x'),
      redirect,
      `${redirect}?${words}`,
      `${redirect}?${words}&state=x`,
    ]) {
      const shown = await page(address);
      assert.match(shown, /<p>Nothing was done\. You can close this page\.<\/p>/, address);
      assert.ok(!shown.includes('555'), address);
    }
    assert.equal((await fetch(back)).status, 403, 'a script of a page is not the browser coming back');
    const second = await begin(byLoopback);
    assert.match(await page(back), /This sign-in has ended/);
    assert.match(await page(await decide(second, 'grant')), /You can close this page/);
    await signedIn();
    assert.deepEqual(questions.told, []);
  });

  it('accepts a pasted address only if it is complete and belongs to the sign-in', async () => {
    const sent = await begin(byHand);
    const back = await decide(sent, 'grant');
    await questions.pick('Waiting for Door in the browser…', 'Paste the URL…');
    const paste = 'Paste the full URL from the browser’s address bar';
    assert.match(await questions.refused(paste, redirect), /The URL is incomplete/);
    assert.match(await questions.refused(paste, back.replace(/state=./, 'state=x')), /does not belong to a sign-in/);
    await questions.back();
    await questions.pick('Waiting for Door in the browser…', 'Open the Page Again');
    await until(() => opened.length === 2);
    assert.equal(opened[1]?.href, sent.href);
    await questions.pick('Waiting for Door in the browser…', 'Paste the URL…');
    await questions.enter(paste, `  ${back}\n`);
    await signedIn();
  });

  it('can go back from every step, and shows no message when it is cancelled', async () => {
    const sent = await begin(byLoopback);
    const back = await decide(sent, 'grant');
    for (const question of [
      'Client secret',
      'Client ID',
      register,
      'Choose how to sign in to Door',
      'Choose the host',
    ]) {
      await questions.back();
      await questions.question(question);
    }
    await questions.pick('Choose the host to sign in to', 'Add a Host…');
    await questions.question('Web address of the host');
    await questions.back();
    await questions.question('Choose the host to sign in to');
    await questions.dismiss();
    await assert.rejects(fetch(back), 'nobody listens any more');
    assert.deepEqual(questions.told, []);
    assert.deepEqual(await accounts(), []);
  });

  it('ends if the host does not renew the token: the next page says so, and the account stays visible', async () => {
    await page(await decide(await begin(byLoopback), 'grant'));
    await signedIn();
    await service.act({ do: 'revokeTokens', login: 'carol' });
    await service.clear();
    using pages = new ShownPages();
    for (const id of ['7', '8']) {
      const shown = commands.executeCommand('sourcehost.key.show');
      await questions.type('Select a key, or type its number', id);
      await questions.pick('Select a key, or type its number', id);
      await shown;
      assert.match(
        pages.sections.get('head') ?? '',
        /The sign-in has expired\. Sign in again\.[^]*data-action="signIn"/,
      );
    }
    assert.deepEqual(questions.told, []);
    assert.equal((await service.requests('oauth.token')).length, 1);
    assert.deepEqual(await accounts(), ['door/carol']);
    await commands.executeCommand('sourcehost.account.signInWithToken', {
      host: 'door',
      token: await service.token('alice'),
    });
    assert.deepEqual(await accounts(), ['door/alice', 'door/carol']);
  });

  it('shows at the input the error of a token, and the page that creates tokens', async () => {
    void commands.executeCommand('sourcehost.account.signInWithToken');
    await questions.pick('Choose the host to sign in to', 'Door');
    const question = `Create one at ${service.url}/setting/token-classic`;
    assert.match(await questions.refused(question, 'nonsense'), /rejected this token/);
    await questions.enter(question, await service.token('carol'));
    await signedIn();
    assert.ok(questions.nothing);
  });
});
