import assert from 'node:assert/strict';
import { allRows } from '../../../scripts/apiCoverage/table.ts';
import type { ReplyPage } from '../../../src/api/contract/reply.ts';
import type { ListedComment } from '../../../src/api/record/comment.ts';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import { Failure } from '../../../src/core/errors.ts';
import { isObject } from '../../../src/core/text.ts';
import { forms } from '../../forms/forms.ts';
import { sha, type Form } from '../../forms/kit.ts';
import { Clients } from '../kit/clients.ts';

type Call = (params: object) => Promise<unknown>;

const endpoints = new Map(allRows().map(({ name, endpoint }) => [name, endpoint]));
const inputs: Readonly<Record<string, unknown>> = {
  ...{
    owner: 'alice',
    repo: 'website',
    number: 3,
    id: 1,
    discussion_id: 'd',
    title: 't',
    body: 'text',
    resolved: true,
  },
  ...{ run_id: 'r', job_id: 'j', workflow_id: 'w', ref: 'main', base64_content: 'AAAA' },
  ...{ head: 'feature/login', base: 'main', issues: [3], assignees: ['bob'], reviewers: ['bob'], testers: ['bob'] },
  ...{ ids: ['n1'], org: 'acme', branch: 'main', force: false, branch_names: ['main'] },
  ...{ file_name: 'a.png', file: new File(['a'], 'a.txt'), tag: 'v1.0', attach_file_id: 1 },
};
const repository = '/repos/{owner}/{repo}';
const flat = Object.entries(forms).flatMap(([sample, some]) => some.map((form) => ({ sample, form })));

/** The fields that records keep and that `read` lost, of an answer `given`. */
function lost(given: unknown, read: unknown, at: string): readonly string[] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.length === read.length
      ? given.flatMap((item, index) => lost(item, read[index], `${at}[${index}]`))
      : [`${at}: ${read.length} of ${given.length}`];
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const isUnset = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
    // The id of a created comment can be that of its discussion.
    if (isUnset || !(key in read) || (key === 'id' && read.discussion_id === value)) return [];
    return read[key] === undefined ? [`${at}.${key}`] : lost(value, read[key], `${at}.${key}`);
  });
}

/** What the host says about a refusal: a message, or the first finding in a workflow. */
function wordsOf({ status, body }: Form): unknown {
  if (!isObject(body)) return undefined;
  if (status < 300) return body.error_message;
  const [found] = (body.diagnostics ?? []) as readonly { readonly message: string }[];
  return body.error_message ?? body.message ?? found?.message;
}

describe('forms of the live service', () => {
  const clients = Clients.ofSuite();

  /** What the client makes of an answer. */
  async function read({ name, status, headers = {}, body }: Form): Promise<unknown> {
    const { path, query, body: fields } = endpoints.get(name) ?? assert.fail(name);
    const required = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, input = '']) => input),
      ...Object.entries({ ...query, ...fields }).flatMap(([key, { optional }]) => (optional ? [] : [key])),
    ];
    const answer = typeof body === 'object' ? { json: body } : { text: typeof body === 'string' ? body : '' };
    clients.service.fail({ operation: name, fault: { kind: 'answer', status, headers, ...answer } });
    const [group = '', operation = ''] = name.split('.');
    const api = clients.as('alice') as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>;
    return await api[group]![operation]!(Object.fromEntries(required.map((input) => [input, inputs[input]])));
  }

  for (const { sample, form } of flat.filter(({ form: { name } }) => !name.includes(' '))) {
    it(`${sample}: ${form.name} loses nothing that records keep, and is refused with the words of the host`, async () => {
      const result = await read(form).catch((error: unknown) => error);
      const message = wordsOf(form);
      if (form.status < 300 && message === undefined) {
        if (result instanceof Error) throw result;
        if (isObject(result) && 'unreadable' in result) assert.deepEqual(result.unreadable, []);
        const records = isObject(result) && 'items' in result ? result.items : result;
        assert.deepEqual(lost(form.body, records, form.name), []);
        return;
      }
      assert.ok(result instanceof Failure);
      const words = String(message).includes('[class') ? undefined : message;
      assert.equal(result.serverMessage, words);
    });
  }

  it('are failures of these kinds', async () => {
    const kinds: (readonly [string, string])[] = [];
    for (const { sample, form } of flat)
      if (!form.name.includes(' ') && (form.status >= 300 || (isObject(form.body) && 'error_code' in form.body))) {
        const failure = await read(form).catch((error: unknown) => error);
        kinds.push([sample, failure instanceof Failure ? failure.kind : 'none']);
        clients.service.calm();
      }
    assert.deepEqual(kinds, [
      ['pulls', 'invalid'],
      ['pull-writes', 'unreadable'],
      ['pull-writes', 'invalid'],
      ['pull-comment', 'invalid'],
      ['pull-comment-writes', 'invalid'],
      ['pull-discussions-v4', 'forbidden'],
      ['issue', 'invalid'],
      ['notifications', 'broken'],
      ['self-permission', 'broken'],
      ['forks', 'refused'],
      ...['missing', 'signedOut', 'invalid', 'invalid', 'forbidden', 'invalid', 'refused'].map(
        (kind) => ['errors', kind] as const,
      ),
      ['ci-runs', 'invalid'],
      ['ci-runs', 'missing'],
      ['ci-workflows', 'invalid'],
      ['ci-workflows', 'invalid'],
      ['ci-artifacts', 'invalid'],
      ['ci-log-layout', 'missing'],
    ]);
  });

  it('show the places of comments, the fork of a pull request and what it lacks for a merge', async () => {
    const comments = (await read(forms['pull-comments']![0]!)) as ReplyPage<ListedComment>;
    const lines = comments.items.flatMap(({ place }) => (place === undefined ? [] : [place.path, place.line]));
    assert.deepEqual([comments.items.length, lines], [20, [undefined, 12, undefined, 31]]);
    clients.service.calm();
    const pull = (await read(forms.pull![0]!)) as PullRequest;
    const missing = Object.entries(pull.mergeable_state ?? {}).flatMap(([name, met]) =>
      met === false && name.endsWith('_passed') ? [name] : [],
    );
    assert.deepEqual([pull.head.repo?.full_name, missing], ['erik/website', ['merged_by_user_passed']]);
    clients.service.calm();
    const made = (await read(forms['pull-writes']![0]!)) as PullRequest;
    assert.deepEqual([made.number, made.state, made.draft, made.body], ['45', 'open', true, 'A try']);
    assert.deepEqual([made.user?.login, made.head.ref, made.head.sha], ['alice', 'topic', sha(3)]);
  });

  it('name an operation by method and path only while the client has none', () => {
    const paths = allRows().map(({ endpoint: { method, path } }) => `${method} ${path.replace(repository, '')}`);
    assert.deepEqual(
      flat.map(({ form }) => form.name.replace(repository, '')).filter((name) => paths.includes(name)),
      [],
    );
  });
});
