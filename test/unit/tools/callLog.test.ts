import assert from 'node:assert/strict';
import { lineOf } from '../../../src/core/log.ts';
import { callTool, previewTool } from '../../../src/tools/call.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { hostileInstructions } from '../../kit/hostileInstructions.ts';
import { apiServices, inputsOf, toolNamed } from '../../kit/toolServices.ts';
import type { Answering } from '../../kit/fakeFetch.ts';

const { signal } = new AbortController();
const at = { repository: 'alice/samples' };
const issue = {
  number: '7',
  state: 'open',
  title: 'A title of the service',
  labels: [],
  body: 'A text of the service',
};
const anything: Answering = ({ url }) => ({ body: url.includes('/comments') ? [] : issue });

/** The lines of the log about one call, as the output channel shows them. */
async function logOf(name: string, given: unknown, agrees = true, answer = anything): Promise<readonly string[]> {
  const { services, log } = apiServices(answer);
  const tool = toolNamed(name);
  const preview = agrees ? await previewTool(services, tool, given, signal).catch(() => undefined) : undefined;
  await callTool(services, tool, given, { signal, agreed: preview }).catch(() => undefined);
  return log.lines.filter((line) => line.startsWith('sourcehost_')).map(lineOf);
}

describe('The log of the tools', () => {
  it('has one line for each call: the question and the result', async () => {
    const edit = { ...at, numbers: [7], state: 'closed' };
    for (const [name, given, line] of [
      ['get_issue', { ...at, number: 7 }, 'repository=alice/samples number=7: Issue #7 of alice/samples'],
      [
        'create_issue',
        { ...at, title: 'Title', body: 'Text' },
        'repository=alice/samples title=(5 characters) body=(4 characters): An issue of alice/samples is created, issue 7',
      ],
      [
        'edit_issues',
        edit,
        'repository=alice/samples numbers=[7] state=closed: 1 of 1 issues of alice/samples are changed, issue 7',
      ],
      [
        'edit_issues',
        { ...edit, dry_run: true },
        'repository=alice/samples numbers=[7] state=closed dry_run=true: Dry run: nothing was changed.',
      ],
      [
        'get_issue',
        { ...at, number: 0 },
        'repository=alice/samples number=0: invalid, number must be a whole number not below 1',
      ],
      [
        'get_issue',
        { repository: 'other/repo', number: 1 },
        'repository=other/repo number=1: invalid, repository must be a repository that tools may use',
      ],
    ] as const)
      assert.deepEqual(await logOf(name, given), [`sourcehost_${name} ${line}`]);
  });

  it('tells that the user did not agree, and that a result was cut', async () => {
    const [declined = ''] = await logOf('create_issue', { ...at, title: 'T' }, false);
    assert.match(declined, /^sourcehost_create_issue .*: cancelled, the user did not agree/);
    const long: Answering = ({ url }) => ({
      body: url.includes('/comments') ? [] : { ...issue, body: 'x\n'.repeat(9_000) },
    });
    const [cut = ''] = await logOf('get_issue', { ...at, number: 7 }, true, long);
    assert.match(cut, /: Issue #7 of alice\/samples, cut$/);
  });

  it('tells which failure the service answered', async () => {
    const [line = ''] = await logOf('list_issues', at, true, () => ({ status: 403, body: { message: 'no access' } }));
    assert.match(line, /^sourcehost_list_issues repository=alice\/samples: forbidden, .*no access/);
  });

  it('has of texts only their length, whichever tool gets them', async () => {
    const named = [
      'repository',
      'path',
      'to',
      'paths',
      'base',
      'head',
      'number',
      'numbers',
      'state',
      'type',
      'name',
      'tag_name',
    ];
    for (const tool of toolTable) {
      const given = inputsOf(tool, 'other/repo');
      const texts = Object.keys(given).filter((key) => !named.includes(key));
      for (const key of texts) {
        const [line = ''] = await logOf(tool.name.slice('sourcehost_'.length), {
          ...given,
          [key]: 'private '.repeat(9),
        });
        assert.ok(line.includes(`${key}=(72 characters)`), line);
        assert.ok(!line.includes('private'), line);
      }
    }
  });

  it('has no text of the service', async () => {
    for (const name of ['get_issue', 'list_issues', 'create_issue']) {
      const lines = await logOf(name, inputsOf(toolNamed(name), 'alice/samples'));
      assert.equal(lines.length, 1);
      assert.ok(!lines.join('').includes('of the service'), lines.join(''));
    }
  });

  it('has no secret', async () => {
    const secret = 'secret-0123456789';
    for (const given of [
      { repository: `https://alice:${secret}@git.test/alice/samples`, number: 7 },
      { ...at, number: 7, token: secret },
      { ...at, number: 7, headers: { authorization: `Bearer ${secret}` } },
      { ...at, number: 7, [`Bearer ${secret}`]: '' },
      { ...at, number: 7, cursor: `access_token=${secret}` },
    ]) {
      const [line = ''] = await logOf('get_issue', given);
      assert.ok(line.startsWith('sourcehost_get_issue '), line);
      assert.ok(!line.includes(secret), line);
    }
    const reflecting: Answering = ({ headers }) => ({
      status: 400,
      body: { message: `bad header ${Object.values(headers).join(' ')}` },
    });
    const [line = ''] = await logOf('list_issues', at, true, reflecting);
    assert.ok(line.includes('bad header') && !line.includes('0123456789'), line);
  });

  it('keeps each call on one line of a bounded length, also with hostile names', async () => {
    for (const hostile of hostileInstructions) {
      const lines = await logOf('get_issue', { repository: hostile, host: hostile, number: 7, [hostile]: hostile });
      assert.equal(lines.length, 1);
      const [line = ''] = lines;
      assert.ok(line.length < 1_500, line);
      assert.doesNotMatch(line, /[\n\r\u2028\u202e\u0000-\u0008]/u); // oxlint-disable-line no-control-regex
    }
  });
});
