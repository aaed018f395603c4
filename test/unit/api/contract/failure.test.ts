import assert from 'node:assert/strict';
import { fakeApi } from '../../../kit/fakeApi.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { FailureKind } from '../../../../src/core/errors.ts';

const repo = { owner: 'o', repo: 'r' };
const live = (error_message: string, error_code = 400) => ({ error_code, error_code_name: 'Unknown', error_message });
const java = 'Error while extracting response for type [class com.gitcode.api.dto.ResultDTO]';

describe('error of the service', () => {
  const kinds: readonly (readonly [status: number, body: unknown, kind: FailureKind])[] = [
    [400, live('该组织不存在'), 'missing'],
    [200, live('该组织不存在'), 'missing'],
    [400, live('Project not found'), 'missing'],
    [400, live('main is not exist'), 'missing'],
    [400, { error_message: '仓库未找到' }, 'missing'],
    [400, live('分支已存在'), 'conflict'],
    [400, live('名称不能为空'), 'invalid'],
    [400, { ...live('assignee x does not exist'), error_code: 1000 }, 'invalid'],
    [400, live('token 不存在: token not found'), 'signedOut'],
    [403, live('成员不存在', 403), 'forbidden'],
    [500, live('项目不存在', 500), 'broken'],
  ];
  for (const [status, body, kind] of kinds)
    it(`is ${kind} for ${status} with ${JSON.stringify(body)}`, async () => {
      await rejection(
        fakeApi(() => ({ status, body })).api.branches.create({ ...repo, refs: 'a', branch_name: 'b' }),
        kind,
      );
    });

  it('pauses the requests if only its words say that there were too many', async () => {
    for (const [status, words] of [
      [403, 'Sync too frequently, please try again later'],
      [403, '请求过于频繁，请稍后再试'],
      [400, '操作太频繁'],
      [400, 'Rate limit exceeded'],
    ] as const) {
      const { api, net } = fakeApi((_, count) =>
        count === 1
          ? { status, body: { error_message: words }, headers: { 'retry-after': '0' } }
          : { body: { login: 'me' } },
      );
      assert.equal((await api.users.self({})).login, 'me', words);
      assert.equal(net.sent.length, 2);
    }
  });

  it('names no class of the service, in no form', async () => {
    for (const words of [java, 'java.lang.NullPointerException', 'nested exception is IOException: 该项目不存在'])
      for (const status of [200, 400, 500]) {
        const { api } = fakeApi(() => ({
          status,
          body: { error_code: status, error_message: words, trace_id: 't-1' },
        }));
        const failure = await rejection(api.issues.edit({ ...repo, number: 1, title: 't' }));
        assert.equal(failure.serverMessage, undefined);
        assert.doesNotMatch(failure.message, /class|java|Exception/);
        assert.equal(failure.traceId, 't-1');
      }
    for (const words of [
      'Visit docs.example.com. Then retry',
      'src.main.ts is too large',
      '请联系 support@example.com',
    ])
      assert.equal(
        (await rejection(fakeApi(() => ({ status: 400, body: live(words) })).api.users.self({}))).serverMessage,
        words,
      );
  });

  it('leaves open with code 200 whether a change was made, and is repeated for a read only', async () => {
    const body = { error_code: 200, error_code_name: 'OK', error_message: java };
    const change = fakeApi(() => ({ status: 200, body }));
    const failure = await rejection(change.api.issues.edit({ ...repo, number: 1, title: 't' }), 'unreadable');
    assert.deepEqual([failure.reason, change.net.sent.length], ['unconfirmed', 1]);
    const read = fakeApi((_, count) => (count === 1 ? { status: 200, body } : { body: { number: 1, title: 't' } }));
    assert.equal((await read.api.issues.get({ ...repo, number: 1 })).title, 't');
    const success = fakeApi(() => ({ status: 200, body: { error_code: 200, error_message: 'success' } }));
    await success.api.milestones.remove({ ...repo, number: 1 });
  });
});

describe('download', () => {
  const file = { ...repo, tag: 'v1', file_name: 'a.json' };
  const error = JSON.stringify(live('附件不存在', 404));
  const typed = (type: string | undefined, body: string) => ({
    body: new Response(body).body ?? undefined,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), 'content-length': String(body.length) },
  });
  for (const type of ['application/json;charset=UTF-8', 'application/octet-stream', undefined])
    it(`is in doubt with the type ${String(type)} and the form of an error, and its bytes can still be read`, async () => {
      const { api } = fakeApi(() => typed(type, error));
      const { body, doubt } = await api.releases.download(file);
      assert.deepEqual([doubt?.failure.kind, doubt?.size], ['missing', new TextEncoder().encode(error).length]);
      assert.equal(await new Response(body).text(), error);
    });

  for (const body of [
    '{"name":"a","message":"hello"}',
    '[1]',
    '',
    '{',
    'text',
    `{"error_code":404,"x":"${'y'.repeat(20_000)}"}`,
  ])
    it(`is not in doubt if it begins with: ${body.slice(0, 40)}`, async () => {
      const { api } = fakeApi(() => typed('application/json', body));
      const read = await api.releases.download(file);
      assert.equal(read.doubt, undefined);
      assert.equal(await new Response(read.body).text(), body);
    });
});
