import assert from 'node:assert/strict';
import { CancellationTokenSource, MarkdownString, type PreparedToolInvocation } from 'vscode';
import { ToolCalls, type ToolEffectReport } from '../../../src/editor/features/tools/toolCalls.ts';
import { hostileInstructions } from '../../kit/hostileInstructions.ts';
import { apiServices } from '../../kit/toolServices.ts';
import { Person } from '../kit/person.ts';
import { resultText } from './languageModel.ts';

const tool = 'sourcehost_create_issue';
const read = 'sourcehost_list_issues';
/** A repository of a second host in the window. */
const elsewhere = { repository: 'mallory/site', host: 'elsewhere' };
const input = { repository: 'alice/samples', title: 'From a chat', body: 'Text' };
/** Issue 7 of the service. */
const issue = { title: 'From a chat' };
const { token } = new CancellationTokenSource();
/** The editor gives the session of a chat, by one of two names. */
const ofChat = { chatSessionResource: 'chat:1' };
const inChat = { toolInvocationToken: {} };
const outside = { toolInvocationToken: undefined };

function questionText(prepared: PreparedToolInvocation | undefined): string {
  const message = prepared?.confirmationMessages?.message;
  return message instanceof MarkdownString ? message.value : (message ?? '');
}

describe('The question of a tool in a chat', () => {
  const person = new Person();
  const state = { enabled: true, autoApproved: false, sets: ['files', 'issues', 'releases'], apiUrl: '' };
  const setUp = (): {
    readonly calls: ToolCalls;
    readonly sent: () => number;
    readonly reports: ToolEffectReport[];
    readonly logged: readonly string[];
  } => {
    const { services, net, log } = apiServices(
      ({ method, url }) => ({
        body: method === 'GET' && !url.includes('/issues/7') ? [] : { number: '7', state: 'open', title: issue.title },
      }),
      [
        { host: 'local', owner: 'alice', repo: 'samples', by: 'opened' },
        { host: 'elsewhere', owner: 'mallory', repo: 'site', by: 'opened' },
      ],
    );
    const reports: ToolEffectReport[] = [];
    const calls = new ToolCalls({
      services,
      isEnabled: () => state.enabled,
      sets: () => state.sets,
      isAutoApproved: () => state.autoApproved,
      hostName: (id) => (id === 'local' ? 'Local service' : 'Elsewhere'),
      apiUrl: (id) => (id === 'local' ? state.apiUrl : 'https://elsewhere.example.com'),
      showChanges: () => Promise.resolve(),
      report: (report) => reports.push(report),
    });
    return { calls, sent: () => net.sent.length, reports, logged: log.lines };
  };
  beforeEach(() => {
    person.sit();
    Object.assign(state, { enabled: true, autoApproved: false, apiUrl: 'https://api.example.com' });
    issue.title = 'From a chat';
  });
  afterEach(() => person.leave());

  it('shows the whole change, and its answer is enough', async () => {
    const { calls, sent, reports } = setUp();
    const prepared = await calls.prepare(tool, { input, ...ofChat }, token);
    assert.equal(prepared?.confirmationMessages?.title, 'Allow a tool to create an issue in alice/samples?');
    const { message } = prepared.confirmationMessages;
    assert.ok(message instanceof MarkdownString);
    assert.equal(message.value, '```text\nHost: Local service\nNew issue: From a chat\nText: Text\n```');
    assert.equal(sent(), 0);
    const result = resultText(await calls.invoke(tool, { input, ...inChat }, token));
    assert.match(result, /^An issue of alice\/samples is created/);
    assert.equal(sent(), 1);
    assert.deepEqual(person.told, []);
    assert.deepEqual(
      reports.map(({ tool: name, changes }) => [name, changes]),
      [[tool, [{ kind: 'issue', id: '7', title: 'From a chat' }]]],
    );
  });

  for (const [title, attempt] of Object.entries({
    'a call outside of a chat': { prepared: ofChat, called: { input, ...outside } },
    'a call that no chat showed': { prepared: {}, called: { input, ...inChat } },
    'a call with other inputs': { prepared: ofChat, called: { input: { ...input, title: 'Other' }, ...inChat } },
  })) {
    it(`is asked again in a dialog for ${title}`, async () => {
      const { calls, sent } = setUp();
      await calls.prepare(tool, { input, ...attempt.prepared }, token);
      const called = calls.invoke(tool, attempt.called, token);
      const question = await person.tells(/^Allow a tool to create an issue/);
      assert.ok(question.modal);
      question.answer(undefined);
      await assert.rejects(called, { name: 'Canceled' });
      assert.equal(sent(), 0);
    });
  }

  it('is asked in a dialog if a setting of the editor agrees to every tool, and for a second call', async () => {
    const { calls, sent } = setUp();
    state.autoApproved = true;
    await calls.prepare(tool, { input, ...ofChat }, token);
    const automatic = calls.invoke(tool, { input, ...inChat }, token);
    (await person.tells(/^Allow a tool/)).answer(undefined);
    await assert.rejects(automatic, { name: 'Canceled' });
    assert.equal(sent(), 0);
    state.autoApproved = false;
    await calls.prepare(tool, { input, ...ofChat }, token);
    await calls.invoke(tool, { input, ...inChat }, token);
    const second = calls.invoke(tool, { input, ...inChat }, token);
    (await person.tells(/^Allow a tool/)).answer(undefined);
    await assert.rejects(second, { name: 'Canceled' });
    assert.equal(sent(), 1);
  });

  it('has no answer for an equal call that shows something else, whichever of both the user allows', async () => {
    const { calls, sent } = setUp();
    const edit = 'sourcehost_edit_issues';
    const close = { repository: 'alice/samples', numbers: [7], state: 'closed' };
    issue.title = 'Harmless';
    const first = await calls.prepare(edit, { input: close, ...ofChat }, token);
    assert.match(questionText(first), /#7 “Harmless”: State: open → closed/);
    issue.title = 'Important';
    // The user sees the first question only, and allows it.
    assert.equal(await calls.prepare(edit, { input: close, ...ofChat }, token), undefined);
    const before = sent();
    for (let call = 0; call < 2; call += 1) {
      const allowed = calls.invoke(edit, { input: close, ...inChat }, token);
      const question = await person.tells(/^Allow a tool to change issues/);
      assert.match(question.detail, /#7 “Important”/);
      question.answer(undefined);
      await assert.rejects(allowed, { name: 'Canceled' });
    }
    assert.equal(sent(), before + 2, 'each dialog reads the issue');
  });

  it('is asked once before tools use a second host, also by tools that only read, and nothing is sent before', async () => {
    const { calls, sent } = setUp();
    const call = (name: string, given: object): Promise<unknown> =>
      calls.invoke(name, { input: given, ...inChat }, token);
    await call(read, { repository: 'alice/samples' });
    assert.deepEqual([sent(), person.told.length], [1, 0]);
    for (const name of [read, tool, 'sourcehost_find_text', 'sourcehost_write_file']) {
      const given = { ...elsewhere, title: 'private', query: 'private', path: 'private', content: '' };
      assert.equal(await calls.prepare(name, { input: given, ...ofChat }, token), undefined);
      const refused = call(name, given);
      const question = await person.tells(/^Allow tools to use Elsewhere too\?$/);
      assert.match(
        question.detail,
        /^Tools of this window use Local service\. .*can go to Elsewhere, and a text of Elsewhere can go there/,
      );
      question.answer(undefined);
      await assert.rejects(refused, { name: 'Canceled' });
    }
    assert.equal(sent(), 1);
    const both = Promise.all([call(read, elsewhere), call(read, elsewhere)]);
    (await person.tells(/^Allow tools to use Elsewhere too/)).answer('Allow');
    await both;
    await call(read, { repository: 'alice/samples' });
    assert.deepEqual([sent(), person.told.length], [4, 5]);
  });

  it('is asked again if the host got another API address, also for a change that the chat asked about before', async () => {
    const { calls, sent } = setUp();
    const list = { input: { repository: 'alice/samples' }, ...inChat };
    await calls.invoke(read, list, token);
    assert.ok(await calls.prepare(tool, { input, ...ofChat }, token));
    const before = sent();
    state.apiUrl = 'https://api.evil.example.com';
    const refused = calls.invoke(read, list, token);
    const question = await person.tells(/^Allow tools to use https:\/\/api\.evil\.example\.com too\?$/);
    assert.match(question.detail, /^Tools of this window use https:\/\/api\.example\.com\. /);
    question.answer(undefined);
    await assert.rejects(refused, { name: 'Canceled' });
    const changes = calls.invoke(tool, { input, ...inChat }, token);
    (await person.tells(/^Allow tools to use https:/)).answer('Allow');
    const change = await person.tells(/^Allow a tool/);
    state.apiUrl = 'https://api.third.example.com';
    change.answer('Allow');
    await assert.rejects(changes, { name: 'Canceled' });
    assert.equal(sent(), before);
  });

  it('is asked in a dialog if it is too long for a chat', async () => {
    const { calls } = setUp();
    const long = { ...input, body: 'x\n'.repeat(20_000) };
    assert.equal(await calls.prepare(tool, { input: long, ...ofChat }, token), undefined);
    const called = calls.invoke(tool, { input: long, ...inChat }, token);
    (await person.tells(/^Allow a tool/)).answer(undefined);
    await assert.rejects(called, { name: 'Canceled' });
  });

  it('shows every hostile text as text', async () => {
    const { calls } = setUp();
    for (const hostile of [...hostileInstructions, '```\n[x](command:y)\n``````\n# Heading']) {
      const given = { ...input, title: hostile, body: hostile };
      const { message } = (await calls.prepare(tool, { input: given, ...ofChat }, token))?.confirmationMessages ?? {};
      assert.ok(message instanceof MarkdownString);
      assert.notEqual(message.isTrusted, true);
      const lines = message.value.split('\n');
      const [first = ''] = lines;
      const fence = first.slice(0, first.indexOf('text'));
      assert.match(fence, /^`{3,}$/);
      // No line of the text can look like another field.
      const texts = lines.slice(lines.findIndex((line) => line.startsWith('Text:')));
      if (hostile.includes('\n')) for (const line of texts.slice(1, -1)) assert.ok(line.startsWith('│ '), line);
      // Only the last line ends the block.
      assert.deepEqual(
        lines.flatMap((line, index) => (line.trim().startsWith(fence) ? [index] : [])),
        [0, lines.length - 1],
      );
    }
  });

  it('is not asked for a tool that reads, and not while tools are off', async () => {
    const { calls, sent, logged } = setUp();
    const list = { repository: 'alice/samples' };
    assert.equal(await calls.prepare('sourcehost_list_issues', { input: list, ...ofChat }, token), undefined);
    state.enabled = false;
    assert.equal(await calls.prepare(tool, { input, ...ofChat }, token), undefined);
    await assert.rejects(calls.invoke(tool, { input, ...inChat }, token), /Tools are turned off/);
    assert.match(logged.at(-1) ?? '', /^sourcehost_create_issue repository=alice\/samples .*: tools are turned off$/);
    Object.assign(state, { enabled: true, sets: ['files'] });
    await assert.rejects(calls.invoke(tool, { input, ...inChat }, token), /left this tool out/);
    assert.equal(sent(), 0);
  });
});
