import assert from 'node:assert/strict';
import type { Fault } from '../../service/faults.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, visitor } from './visitor.ts';

describe('local service: habits and faults', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => service.reset());

  const user = (): ReturnType<ReturnType<typeof visitor>> => visitor(service, 'alice')(api('/user'));

  it('returns folders, missing files and errors in every observed form', async () => {
    const alice = visitor(service, 'alice');
    const folder = (): ReturnType<typeof alice> => alice(api('/repos/alice/website/contents/src'));
    assert.equal(items((await folder()).json)[0]?.type, 'file');
    service.set({ operation: 'files.content', habits: { folderContents: '400', missingContents: '400 with 404' } });
    assert.equal((await folder()).status, 400);
    const gone = await alice(api('/repos/alice/website/contents/nothing'));
    assert.deepEqual([gone.status, record(gone.json).error_code], [400, 404]);
    const branch = (): ReturnType<typeof alice> => alice(api('/repos/alice/website/branches/nothing'));
    assert.equal((await branch()).status, 404);
    service.set({ habits: { errorBody: 'message', errorStatus: '400' } });
    assert.deepEqual((await branch()).json, { message: '404 Branch Not Found' });
    service.set({ habits: { errorBody: 'html' } });
    assert.match((await branch()).text, /^<html>/);
  });

  it('returns the same records in other shapes', async () => {
    const shape = async (
      name: Extract<Fault, { kind: 'shape' }>['shape'],
      one = false,
    ): Promise<Record<string, unknown>[]> => {
      service.heal();
      service.fail({ operation: 'own.repositories', fault: { kind: 'shape', shape: name, one } });
      return items((await visitor(service, 'alice')(api('/user/repos?per_page=3'))).json);
    };
    assert.equal(typeof (await shape('ids as text'))[0]?.id, 'string');
    assert.equal((await shape('flags as numbers'))[0]?.fork, 0);
    assert.equal((await shape('null'))[0]?.description, null);
    assert.equal((await shape('blank'))[0]?.default_branch, '');
    assert.ok(!('web_url' in ((await shape('absent'))[0] ?? {})));
    assert.match(String((await shape('dates in words'))[0]?.created_at), /^\d+\/\d+\/\d\d \d+:\d\d [AP]M$/);
    assert.match(String((await shape('hostile'))[0]?.description), /<script>/);
    const odd = await shape('odd', true);
    assert.deepEqual(odd[1]?.full_name, { odd: [] });
    assert.equal(typeof odd[0]?.full_name, 'string');
  });

  it('fails as often as configured, before or after it executes the request', async () => {
    service.fail({ operation: 'users.self', fault: { kind: 'error', status: 500 }, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await user()).status);
    assert.deepEqual(statuses, [200, 500, 500, 200]);
    const alice = visitor(service, 'alice');
    const create = (branch_name: string): Promise<unknown> =>
      alice(api('/repos/alice/website/branches'), { method: 'POST', json: { refs: 'main', branch_name } });
    const served = await service.repository('alice/website');
    service.fail({ operation: 'branches.create', fault: { kind: 'reset', at: 'headers' }, times: 1 });
    await assert.rejects(create('never'));
    service.fail({ operation: 'branches.create', fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
    await assert.rejects(create('made'));
    assert.equal(await served.git(['branch', '--list', 'never', 'made', '--format=%(refname:short)']), 'made');
  });

  it('cuts, truncates, redirects, stalls and slows answers', async () => {
    const fails = async (fault: Fault): Promise<void> => {
      service.heal();
      service.fail({ operation: 'users.self', fault });
      await assert.rejects(
        fetch(`${service.url}/api/v5/user`, {
          headers: { authorization: `Bearer ${service.token('alice')}` },
          signal: AbortSignal.timeout(300),
        }).then((answer) => answer.text()),
      );
    };
    for (const at of ['headers', 'body'] as const) {
      await fails({ kind: 'reset', at });
      await fails({ kind: 'stalled', at });
    }
    const answers = async (fault: Fault): ReturnType<typeof user> => {
      service.heal();
      service.fail({ operation: 'users.self', fault });
      return await user();
    };
    const cut = await answers({ kind: 'truncated' });
    assert.equal(cut.json, undefined);
    assert.match(cut.text, /^\{"avatar_url"/);
    const moved = await answers({ kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' });
    assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'http://127.0.0.1:9/elsewhere']);
    assert.equal((await answers({ kind: 'html', status: 418 })).status, 418);
    assert.equal((await answers({ kind: 'empty', status: 200 })).text, '');
    assert.equal((await answers({ kind: 'throttled', seconds: 7 })).headers.get('retry-after'), '7');
  });

  it('delays its answers: by a latency for one operation or all, or by a fault', async () => {
    const order: string[] = [];
    const ask = async (name: 'user' | 'emails'): Promise<void> => {
      await visitor(service, 'alice')(api(`/${name}`));
      order.push(name);
    };
    const delayed = { operation: 'users.self', latency: 500 };
    service.set(delayed);
    await Promise.all([ask('user'), ask('emails')]);
    assert.deepEqual(order, ['emails', 'user']);
    service.set({ ...delayed, latency: 0 });
    service.fail({ operation: 'users.self', fault: { kind: 'slow', ms: 500 } });
    await Promise.all([ask('user'), ask('emails')]);
    assert.deepEqual(order.slice(2), ['emails', 'user']);
  });

  it('is controlled by another process', async () => {
    const controlPath = new URL(service.controlUrl).pathname;
    const control = async (method: string, path: string, json?: unknown): Promise<unknown> => {
      const {
        status,
        json: answer,
        text,
      } = await visitor(service, undefined)(`${controlPath}${path}`, {
        method,
        ...(json === undefined ? {} : { json }),
      });
      assert.equal(status, 200, text);
      return answer;
    };
    assert.equal(record(await control('GET', '')).clientId, 'sourcehost-editor');
    await control('POST', '/behaviour', { habits: { openState: 'open' }, latency: 0, rateLimit: 0 });
    await control('POST', '/faults', { operation: 'users.self', fault: { kind: 'html' }, times: 1 });
    assert.equal((await user()).status, 404);
    await control('DELETE', '/behaviour');
    const pushed = record(
      await control('POST', '/act', {
        do: 'push',
        repository: 'alice/website',
        branch: 'main',
        files: { 'by/bob.txt': 'Bob\n', 'build.mjs': null },
      }),
    );
    const output = record(
      await control('POST', '/git', {
        repository: 'alice/website',
        args: ['show', '--name-status', '--format=%an', 'main'],
      }),
    );
    assert.equal(output.output, 'Bob Marsh\n\nD\tbuild.mjs\nA\tby/bob.txt');
    const branch = record((await visitor(service, 'alice')(api('/repos/alice/website/branches/main'))).json);
    assert.equal(record(branch.commit).id, pushed.sha);
    const issue = record(
      await control('POST', '/act', {
        do: 'call',
        operation: 'issues.edit',
        as: 'bob',
        params: { owner: 'alice', number: 1, repo: 'website', title: 'By Bob' },
      }),
    );
    assert.equal(issue.title, 'By Bob');
    assert.equal(items(await control('GET', '/requests?operation=users.self')).length, 1);
    assert.deepEqual(await control('GET', '/violations'), []);
    const wrong = await visitor(service, undefined)(`${controlPath}/behaviour`, {
      method: 'POST',
      json: { habits: { nonsense: 1 } },
    });
    assert.deepEqual(wrong, { ...wrong, status: 400, json: { message: 'there is no habit nonsense' } });
    await control('POST', '/reset');
    assert.equal(items(await control('GET', '/requests')).length, 0);
    assert.match(
      await (await service.repository('alice/website')).git(['ls-tree', '--name-only', 'main']),
      /build\.mjs/,
    );
  });
});
