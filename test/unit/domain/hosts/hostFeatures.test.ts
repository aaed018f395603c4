import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import { Failure } from '../../../../src/core/errors.ts';
import type { Connection } from '../../../../src/domain/hosts/connections.ts';
import { HostFeatures, type OptionalCall } from '../../../../src/domain/hosts/hostFeatures.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';

const day = 24 * 60 * 60_000;
const page = 'https://x.test/alice/website/issues/3';
const hostAt = (apiUrl: string): Host => ({ id: 'local', name: 'Local', apiUrl }) as Host;
const answered = (status: number): Failure =>
  new Failure(status === 404 ? 'missing' : 'refused', `answered ${status}`, { status });

describe('HostFeatures', () => {
  let time: number;
  let storage: ReturnType<typeof memoryStorage>;
  let features: HostFeatures;
  beforeEach(() => {
    time = 1_800_000_000_000;
    storage = memoryStorage();
    features = new HostFeatures(storage, () => time);
  });

  const connection = (apiUrl = 'https://api.x.test'): Connection =>
    ({ host: hostAt(apiUrl), api: {} as Api }) as Connection;
  const calls = { sent: 0, looked: 0 };
  beforeEach(() => Object.assign(calls, { sent: 0, looked: 0 }));
  const call = async (
    status: number | undefined,
    more: Partial<OptionalCall<string>> & { exists?: boolean } = {},
    on = connection(),
  ): Promise<string> =>
    await features.call(on, {
      operation: 'labels.list',
      page,
      send: () => {
        calls.sent += 1;
        return status === undefined ? Promise.resolve('done') : Promise.reject(answered(status));
      },
      find: () => {
        calls.looked += 1;
        return more.exists === false ? Promise.reject(answered(404)) : Promise.resolve();
      },
      ...more,
    });

  it('calls an operation absent after a 404 about something that exists, and sends nothing for a day', async () => {
    const failure = await rejection(call(404), 'unsupported');
    assert.deepEqual([failure.reason, failure.about], ['noOperation', ['Local', page]]);
    await rejection(call(undefined), 'unsupported');
    assert.deepEqual(calls, { sent: 1, looked: 1 });
    assert.equal(await features.lacks(connection().host, 'labels.list'), true);
    assert.equal(await features.lacks(connection().host, 'labels.create'), false);
    time += day;
    assert.equal(await call(undefined), 'done');
  });

  it('calls it absent after a 405 without looking, except for a merge', async () => {
    await rejection(call(405), 'unsupported');
    assert.equal(calls.looked, 0);
    await rejection(call(405, { operation: 'pullRequests.merge' }), 'refused');
    await rejection(call(405, { operation: 'pullRequests.merge' }), 'refused');
  });

  it('does not take a 404 about a missing record as a missing feature', async () => {
    await rejection(call(404, { exists: false }), 'missing');
    await rejection(call(404, { find: undefined }), 'missing');
    assert.equal(await call(undefined), 'done');
  });

  it('takes no 404 for an absence once the operation succeeded', async () => {
    await call(undefined);
    await rejection(call(404), 'missing');
    assert.equal(calls.looked, 0);
  });

  it('passes other failures on', async () => {
    const send = () => Promise.reject(new Failure('forbidden', 'no', { status: 403 }));
    await rejection(call(undefined, { send }), 'forbidden');
    assert.equal(await call(undefined), 'done');
  });

  it('remembers an absence in the next session, but not for another API', async () => {
    await rejection(call(404), 'unsupported');
    features = new HostFeatures(storage, () => time);
    await rejection(call(undefined), 'unsupported');
    assert.equal(await call(undefined, {}, connection('https://other.test')), 'done');
    await storage.write('features/local', new TextEncoder().encode('{"absent":['));
    features = new HostFeatures(storage, () => time);
    assert.equal(await call(undefined), 'done');
  });
});
