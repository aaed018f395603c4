import assert from 'node:assert/strict';
import { fakeApi } from '../../../kit/fakeApi.ts';
import type { Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const repo = { owner: 'o', repo: 'r' };
const given = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Given => ({
  status,
  body,
  headers,
});
const apiOf = (answer: Given) => fakeApi(() => answer).api;

describe('answer of the service', () => {
  describe('for a list', () => {
    it('has the counts of the headers', async () => {
      const headers = { Total_Count: '7', total_page: '1', all_issues: '9', open_issues: '5', close_issues: 'many' };
      const { counts } = await apiOf(given([], 200, headers)).issues.list(repo);
      assert.deepEqual(counts, { total_count: 7, total_page: 1, all_issues: 9, open_issues: 5 });
    });

    it('skips unreadable records and logs them', async () => {
      const { api, log } = fakeApi(() => given([{ number: 1 }, { title: 'x' }, null, { number: '2' }]));
      const { items, unreadable, key } = await api.issues.list(repo);
      assert.deepEqual(items.map(key), ['1', '2']);
      assert.deepEqual(unreadable, ['[1].number is missing', '[2].record is no object']);
      assert.equal(log.lines.filter((line) => line.includes('could not be read')).length, 2);
    });

    it('is empty for null, no content and a tree without entries', async () => {
      for (const answer of [given('null'), given(undefined, 204), given([])])
        assert.deepEqual((await apiOf(answer).tags.list(repo)).items, []);
      for (const body of [{ tree: [] }, { tree: null }, {}, []])
        assert.deepEqual((await apiOf(given(body)).files.tree({ ...repo, sha: 's' })).items, []);
    });

    it('throws unreadable for anything but a list', async () => {
      for (const body of [{ items: [] }, 'text', 7, '<html>'])
        await rejection(apiOf(given(body)).tags.list(repo), 'unreadable');
      await rejection(apiOf(given({ tree: 'x' })).files.tree({ ...repo, sha: 's' }), 'unreadable');
    });
  });

  it('is rejected after too many unreadable or too many records of a list', async () => {
    const junk = `[${'0,'.repeat(20_000)}0]`;
    const many = `[${'{},'.repeat(300_000)}{}]`;
    for (const body of [junk, many]) {
      const { api, log } = fakeApi(() => ({ body }));
      await rejection(api.tags.list({ owner: 'o', repo: 'r' }), 'unreadable');
      assert.ok(log.lines.length < 100);
    }
    const { api, log } = fakeApi(() => ({ body: `[${'0,'.repeat(500)}{"name":"v1"}]` }));
    const { items, unreadable } = await api.tags.list({ owner: 'o', repo: 'r' });
    assert.deepEqual([items.length, unreadable.length], [1, 500]);
    const told = log.lines.filter((line) => line.includes('could not be read'));
    assert.equal(told.length, 21);
    assert.match(told.at(-1) ?? '', /480 more records/);
  });

  it('throws the unreadable field of one record', async () => {
    const failure = await rejection(apiOf(given({ title: 'x' })).issues.get({ ...repo, number: 1 }), 'unreadable');
    assert.match(failure.message, /GET \/api\/v5\/repos\/\{owner\}\/\{repo\}\/issues\/\{number\}.*number is missing/);
    for (const [body, why] of [
      ['<!DOCTYPE html>', 'a web page'],
      ['sorry', 'no JSON'],
    ] as const) {
      const { message, serverMessage: words } = await rejection(apiOf(given(body)).users.self({}), 'unreadable');
      assert.ok(message.endsWith(`: ${why}`), message);
      assert.equal(words, undefined);
    }
  });

  it('may be a list for one SSH key', async () => {
    const key = { id: 3, title: 't', key: 'ssh-ed25519 A' };
    for (const body of [[key], key]) assert.equal((await apiOf(given(body)).keys.get({ id: 3 })).id, '3');
    await rejection(apiOf(given([])).keys.get({ id: 3 }), 'missing');
  });

  it('is a file or the entries of a folder for contents', async () => {
    const { files } = apiOf(given([{ path: 'd/a', type: 'file' }, {}, { path: 'd/b', type: 'dir' }]));
    const read = await files.content({ ...repo, path: 'd' });
    assert.ok(Array.isArray(read));
    assert.equal(read.length, 2);
    assert.ok(!Array.isArray(await apiOf(given({ path: 'a' })).files.content({ ...repo, path: 'a' })));
  });

  it('is a list of paths for paths', async () => {
    assert.deepEqual(await apiOf(given(['a', 7, 'b/c'])).files.paths(repo), ['a', 'b/c']);
    assert.deepEqual(await apiOf(given('null')).files.paths(repo), []);
    await rejection(apiOf(given({})).files.paths(repo), 'unreadable');
  });

  it('is a map for languages', async () => {
    assert.deepEqual(await apiOf(given({ C: 60, Go: 40 })).repositories.languages(repo), { C: 60, Go: 40 });
  });

  describe('for a change', () => {
    const create = (answer: Given) => apiOf(answer).own.createRepository({ name: 'r' });

    it('is the record, or undefined for a bare success', async () => {
      assert.equal((await create(given({ full_name: 'o/r' }, 201)))?.full_name, 'o/r');
      for (const body of [
        'success',
        '"success"',
        'Success\n',
        '',
        '{}',
        '[]',
        'null',
        'true',
        '{"full_name":"o/',
        { done: true },
      ])
        assert.equal(await create(given(body)), undefined, JSON.stringify(body));
      assert.equal(await create(given(undefined, 204)), undefined);
      assert.equal(await create(given({ code: 1, msg: 'success' })), undefined);
    });

    it('is a refusal for any other message', async () => {
      assert.equal(
        (await rejection(create(given('"the name is taken"')), 'refused')).serverMessage,
        'the name is taken',
      );
      assert.equal(
        (await rejection(create(given('name already exists')), 'conflict')).serverMessage,
        'name already exists',
      );
      await rejection(create(given({ code: 0, msg: 'no' })), 'refused');
      await rejection(create(given('<html>log in</html>')), 'unreadable');
    });
  });

  describe('for a change without a record', () => {
    const remove = (answer: Given) => apiOf(answer).webhooks.remove({ ...repo, id: 1 });

    it('is a success in every empty form', async () => {
      for (const answer of [given(undefined, 204), given('', 200), given('{}'), given('null'), given('ok')])
        await remove(answer);
    });

    it('is no success as a web page, as an error in a 200 or with status 304', async () => {
      await rejection(remove(given('<html>log in</html>')), 'unreadable');
      await rejection(remove(given({ error_code: 404, error_message: 'no' })), 'missing');
      await rejection(remove(given(undefined, 304)), 'refused');
    });
  });

  it('is a success in the form {code, msg} only for code 1 and “success”', async () => {
    const setModules = (body: unknown) => apiOf(given(body)).repositories.setModules({ ...repo, has_wiki: true });
    await setModules({ code: 1, msg: 'success' });
    await setModules({ code: '1', msg: 'SUCCESS' });
    const refused = [{ code: 0, msg: 'success' }, { code: 1, msg: 'wrong password' }, { msg: 'success' }, {}, []];
    for (const body of refused) await rejection(setModules(body), 'refused');
    await rejection(setModules({ code: 403, msg: 'no' }), 'forbidden');
    await rejection(setModules(''), 'unreadable');
    assert.equal((await rejection(setModules({ code: 1, msg: 'wrong password' }))).serverMessage, 'wrong password');
  });

  it('is true, false or a Failure for a membership check', async () => {
    const check = (answer: Given) => apiOf(answer).members.check({ ...repo, username: 'u' });
    for (const yes of [given({}), given('', 204), given('')]) assert.equal(await check(yes), true);
    const no = { message: '404 Not Found' };
    for (const answer of [
      given(no),
      given(no, 404),
      given({ error_code: 404, error_message: 'x' }, 400),
      given('', 404),
      given({ message: '用户不存在' }),
    ])
      assert.equal(await check(answer), false, JSON.stringify(answer));
    await rejection(check(given({ message: '403 Forbidden' }, 403)), 'forbidden');
    await rejection(check(given('<html>404</html>', 404)), 'missing');
    await rejection(check(given({ message: 'token not found' }, 404)), 'signedOut');
    for (const odd of [given({ message: 'hm' }), given([]), given('7')]) await rejection(check(odd), 'unreadable');
  });

  it('is returned unchanged if its form is unknown', async () => {
    const mode = (body: unknown) => apiOf(given(body)).repositories.permissionMode(repo);
    assert.deepEqual(await mode({ mode: 'x' }), { mode: 'x' });
    assert.equal(await mode(''), undefined);
    assert.equal(await mode('just text'), 'just text');
  });
});

describe('error of the service', () => {
  const get = (answer: Given) => rejection(apiOf(answer).branches.get({ ...repo, branch: 'b' }));
  const body = (code: unknown, words = 'w') => ({ error_code: code, error_message: words });

  const kinds: readonly [string, Given, string][] = [
    ['400', given({}, 400), 'invalid'],
    ['401', given({}, 401), 'signedOut'],
    ['403', given({}, 403), 'forbidden'],
    ['404', given({}, 404), 'missing'],
    ['404 as a web page', given('<html>openresty</html>', 404), 'missing'],
    ['404 with an unknown token', given(body(404, 'token not found'), 404), 'signedOut'],
    ['409', given({}, 409), 'conflict'],
    ['410', given({}, 410), 'missing'],
    ['418 of a firewall', given('<html>teapot</html>', 418), 'refused'],
    ['422', given({}, 422), 'invalid'],
    ['400 with code 404', given(body(404), 400), 'missing'],
    ['400 with code 404 as text', given(body('404'), 400), 'missing'],
    ['400 with code 403', given(body(403, 'no scopes:x'), 400), 'forbidden'],
    ['400 with code 1000', given(body(1000), 400), 'invalid'],
    ['400 with code 1003', given(body(1003), 400), 'missing'],
    ['400 with an unknown code', given(body(20014), 400), 'invalid'],
    ['400 with a code that is no number', given(body('NOT'), 400), 'invalid'],
    ['400 with a message that begins with 404', given({ message: '404 Branch Not Found' }, 400), 'missing'],
    ['400 for what exists', given(body(400, 'The path cannot be created: a already exist.'), 400), 'conflict'],
    ['400 for what exists, in Chinese', given(body(400, '分支已存在'), 400), 'conflict'],
    ['400 with an expired token', given(body(400, 'invalid access token'), 400), 'signedOut'],
    ['400 with an expired token, in Chinese', given(body(400, '令牌已过期'), 400), 'signedOut'],
    ['200 with code 404', given(body(404)), 'missing'],
    ['200 with words of an error alone', given({ error_message: 'w' }), 'invalid'],
    ['200 with a message of an error alone', given({ message: '404 Not Found' }), 'missing'],
  ];
  for (const [name, answer, kind] of kinds)
    it(`is ${kind} for ${name}`, async () => assert.equal((await get(answer)).kind, kind));

  it('is broken for 5xx', async () => {
    const create = (answer: Given) =>
      rejection(apiOf(answer).branches.create({ ...repo, refs: 'm', branch_name: 'b' }));
    for (const answer of [given({}, 500), given('<html>', 502), given(body(500), 400), given(body(555), 400)])
      assert.equal((await create(answer)).kind, 'broken');
    assert.equal((await create(given({}, 408))).kind, 'timeout');
  });

  it('has the message of the service on one line, the status and the trace id', async () => {
    const failure = await get(given({ error_code: 403, error_message: 'no\u0000\nway\u202e', trace_id: 't-1' }, 400));
    assert.equal(failure.serverMessage, 'no way');
    assert.deepEqual([failure.status, failure.traceId], [400, 't-1']);
    assert.equal(failure.operation, 'GET /api/v5/repos/{owner}/{repo}/branches/{branch}');
  });

  it('takes its message from every known form of body', async () => {
    for (const form of [
      { message: 'w' },
      { error_message: 'w' },
      { error: 'x', error_description: 'w' },
      { error: 'w' },
      { msg: 'w' },
      'w',
      '"w"',
    ])
      assert.equal((await get(given(form, 403))).serverMessage, 'w', JSON.stringify(form));
    for (const form of ['<html>', '', '{"a', '[1]', '{}'])
      assert.equal((await get(given(form, 403))).serverMessage, undefined);
  });

  it('is not confused with a record that has a message or an id', async () => {
    const tag = { name: 'v1', message: '404 is mended' };
    assert.equal(
      (await apiOf(given(tag, 201)).tags.create({ ...repo, refs: 'm', tag_name: 'v1' }))?.message,
      '404 is mended',
    );
  });
});
