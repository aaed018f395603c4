import assert from 'node:assert/strict';
import { hints, refusals } from '../../../src/mcp/agentTexts.ts';
import { serviceTools } from '../../../src/mcp/serviceTools.ts';
import { isQuestion, type McpCall, type Question, type Reply } from '../../../src/mcp/toolCaller.ts';
import type { Tool } from '../../../src/tools/kit/tool.ts';
import { toolTable } from '../../../src/tools/table.ts';
import type { FakeApi } from '../../kit/fakeApi.ts';
import { hostileInstructions } from '../../kit/hostileInstructions.ts';
import { apiServices, inputsOf } from '../../kit/toolServices.ts';

const { signal } = new AbortController();
const at = { repository: 'alice/samples' };
const close = { ...at, numbers: [1], state: 'closed' };

function textOf(reply: Reply): string {
  assert.ok(!isQuestion(reply));
  const [content] = reply.content;
  assert.ok(content?.type === 'text');
  return content.text;
}

function questionIn(reply: Reply): Question {
  assert.ok(isQuestion(reply), JSON.stringify(reply));
  return reply;
}

/** The tools of a server, whose only issue has this title. */
function toolsOf(
  offered: readonly Tool[],
  title = 'One',
): FakeApi & { call: (tool: string, given: object, more?: Partial<McpCall>) => Promise<Reply> } {
  const issue = { number: '1', state: 'open', title, labels: [] };
  const { services, ...fake } = apiServices(() => ({ body: issue }));
  const caller = serviceTools(services, offered, hints.signedOut('SOURCEHOST_TOKEN', true));
  return {
    ...fake,
    call: (tool, given, more) =>
      caller({
        tool: `sourcehost_${tool}`,
        input: given,
        signal,
        canAsk: true,
        timeLimit: Infinity,
        answer: undefined,
        ...more,
      }),
  };
}
const changes = ({ net }: FakeApi): number => net.sent.filter(({ method }) => method !== 'GET').length;

const readers = toolTable.filter(({ effect }) => effect === 'read');
const unknownTool = (message: string): object => ({ code: -32_602, message });

describe('Tools of an MCP server', () => {
  it('change nothing without --write', async () => {
    const tools = toolsOf(readers);
    for (const tool of toolTable.filter(({ effect }) => effect !== 'read')) {
      const name = tool.name.slice('sourcehost_'.length);
      await assert.rejects(tools.call(name, inputsOf(tool, 'alice/samples')), unknownTool(refusals.readOnly), name);
    }
    assert.equal(tools.net.sent.length, 0);
  });

  it('change the host only after a yes', async () => {
    const tools = toolsOf(toolTable);
    const { question: message, state } = questionIn(await tools.call('edit_issues', close));
    assert.match(message, /^Edit Issues in alice\/samples\?/);
    assert.ok(message.includes('| #1 “One”: state: open → closed'), message);
    assert.equal(changes(tools), 0);
    const text = textOf(await tools.call('edit_issues', close, { answer: { state, isYes: true } }));
    assert.match(text, /^1 of 1 issues of alice\/samples are changed/);
    assert.equal(changes(tools), 1);
  });

  it('send nothing after a no', async () => {
    const tools = toolsOf(toolTable);
    const { state } = questionIn(await tools.call('edit_issues', close));
    assert.equal(
      textOf(await tools.call('edit_issues', close, { answer: { state, isYes: false } })),
      refusals.declined,
    );
    assert.equal(textOf(await tools.call('edit_issues', close, { answer: { state, isYes: true } })), refusals.declined);
    assert.equal(changes(tools), 0);
  });

  it('use a yes once, for the change that was asked about', async () => {
    const tools = toolsOf(toolTable);
    const ask = async (): Promise<string> => questionIn(await tools.call('edit_issues', close)).state;
    const answer = { state: await ask(), isYes: true };
    await tools.call('edit_issues', close, { answer });
    assert.equal(textOf(await tools.call('edit_issues', close, { answer })), refusals.declined);
    const other = { ...close, add_labels: ['security'] };
    const changed = await tools.call('edit_issues', other, { answer: { state: await ask(), isYes: true } });
    assert.match(textOf(changed), /^The tool failed \(invalid\): the change is not the one that the user agreed to/);
    const create = { ...at, title: 'T' };
    const swapped = await tools.call('create_issue', create, { answer: { state: await ask(), isYes: true } });
    assert.equal(textOf(swapped), refusals.declined);
    const invented = await tools.call('create_issue', create, { answer: { state: 'x', isYes: true } });
    assert.equal(textOf(invented), refusals.declined);
    assert.equal(changes(tools), 1);
  });

  it('send nothing if the client gave up, and say so in the log', async () => {
    const tools = toolsOf(toolTable);
    const { state } = questionIn(await tools.call('edit_issues', close));
    const answer = { state, isYes: true };
    const gone = await tools.call('edit_issues', close, { answer, signal: AbortSignal.abort() });
    assert.equal(textOf(gone), refusals.gaveUp);
    assert.equal(changes(tools), 0);
    assert.ok(tools.log.lines.at(-1)?.endsWith(refusals.gaveUp));
  });

  it('show a change that is too long for one question in several, and send it only after all of them', async () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => `line ${index}`);
    const given = { ...at, title: 'T', body: [...lines, 'q'.repeat(150_000)].join('\n') };
    const tools = toolsOf(toolTable);
    const asked: string[] = [];
    let reply = await tools.call('create_issue', given);
    while (isQuestion(reply)) {
      const { question, state } = questionIn(reply);
      asked.push(question);
      assert.equal(changes(tools), 0);
      reply = await tools.call('create_issue', given, { answer: { state, isYes: true } });
    }
    assert.match(textOf(reply), /^An issue of alice\/samples is created/);
    assert.equal(changes(tools), 1);
    assert.ok(
      asked.every((message, index) => message.includes(`Part ${index + 1} of ${asked.length}. Nothing is sent`)),
    );
    const all = asked.join('\n');
    assert.ok(lines.every((line) => all.includes(`${line}\n`)));
    assert.equal(all.match(/q/g)?.length, 150_000);
    const { state } = questionIn(await tools.call('create_issue', given));
    const second = questionIn(await tools.call('create_issue', given, { answer: { state, isYes: true } }));
    const refused = await tools.call('create_issue', given, { answer: { state: second.state, isYes: false } });
    assert.equal(textOf(refused), refusals.declined);
    assert.equal(changes(tools), 1);
  });

  it('show a long value so that it looks like no other field', async () => {
    const given = { ...at, title: 'T', body: 'one\nassignee: mallory', labels: ['bug'] };
    const { question: message } = questionIn(await toolsOf(toolTable).call('create_issue', given));
    assert.deepEqual(message.split('\n').slice(2), [
      '```',
      '| new issue: T',
      '| text:',
      '| │ one',
      '| │ assignee: mallory',
      '| labels: bug',
      '```',
    ]);
  });

  it('log what they refuse', async () => {
    const tools = toolsOf(readers);
    await assert.rejects(tools.call('edit_issues', close));
    assert.deepEqual(tools.log.lines, [`sourcehost_edit_issues: ${refusals.readOnly}`]);
  });

  it('say what to do if the client cannot ask', async () => {
    const tools = toolsOf(toolTable);
    assert.equal(textOf(await tools.call('edit_issues', close, { canAsk: false })), refusals.cannotAsk);
    assert.equal(tools.net.sent.length, 0);
  });

  it('say what to do if a repository is not allowed', async () => {
    const tools = toolsOf(toolTable);
    for (const tool of toolTable.filter(({ fields }) => fields.repository !== undefined)) {
      const name = tool.name.slice('sourcehost_'.length);
      const text = textOf(await tools.call(name, inputsOf(tool, 'other/repo')));
      assert.match(text, /^The tool failed \(invalid, input repository\)[^]*--repos owner\/name/, name);
    }
    assert.equal(tools.net.sent.length, 0);
  });

  it('are refused if they do not exist', async () => {
    await assert.rejects(toolsOf(toolTable).call('delete_repository', at), unknownTool(refusals.unknown));
  });

  for (const [index, text] of hostileInstructions.entries()) {
    it(`keep a hostile title in the block of the question: ${index + 1}`, async () => {
      const tools = toolsOf(toolTable, text);
      const { question: message } = questionIn(await tools.call('edit_issues', close));
      const [title, , open, ...lines] = message.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
      assert.equal(title, 'Edit Issues in alice/samples? This changes the host.');
      assert.equal(open, '```');
      assert.equal(lines.pop(), '```');
      for (const line of lines) assert.ok(line.startsWith('| '), line);
    });
  }
});
