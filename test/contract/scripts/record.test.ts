import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unrecorded } from '../../../scripts/record/inputs.ts';
import { readings, recordAnswers } from '../../../scripts/record/recorder.ts';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { isObject } from '../../../src/core/text.ts';
import { decodeRecorded, readRecorded, recordedFiles } from '../../kit/recordedAnswers.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { leakIn } from '../../../scripts/test/leaks.ts';
import { Clients } from '../kit/clients.ts';

/** Every text in a value, without the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

describe('npm run record', () => {
  const clients = Clients.ofSuite();

  const record = async (folder: string, token = clients.service.token('alice'), repo = 'website') => {
    const credentials = { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
    const sending = { apiUrl: clients.service.url, fetch: clients.fetch, credentials, log: clients.log };
    return await recordAnswers({ ...sending, budget: new Budget(0) }, token, { owner: 'alice', repo }, folder);
  };

  const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    await using temporary = await temporaryFolder();
    return await work(temporary.path);
  };

  it('sends each reading operation once, and nothing else', async () => {
    clients.service.clear();
    const { recorded, missed } = await inFolder(async (folder) => await record(folder));
    assert.ok(clients.service.requests.every(({ method }) => method === 'GET'));
    assert.deepEqual(clients.service.violations, []);
    assert.deepEqual(clients.service.requests.map(({ operation }) => operation).sort(), [...recorded].sort());
    assert.deepEqual([...recorded, ...Object.keys(missed)].sort(), readings.map(({ name }) => name).sort());
    assert.deepEqual(
      Object.keys(missed).sort(),
      [...Object.keys(unrecorded), 'artifacts.get', 'keys.get', 'protectedTags.get'].sort(),
    );
  });

  it('names the optional operations that the host does not have', async () => {
    clients.habit({ optionalOperations: '405' });
    const { recorded, missed } = await inFolder(async (folder) => await record(folder));
    for (const name of ['commits.list', 'labels.list', 'ownKeys.list']) {
      assert.equal(missed[name], 'absent: the host answers 405');
      assert.ok(!recorded.includes(name));
    }
  });

  it('writes files that all decode', async () => {
    await using temporary = await temporaryFolder();
    const folder = temporary.path;
    const { recorded } = await record(folder);
    const files = recordedFiles(folder);
    assert.deepEqual(files.map((file) => basename(file, '.json')).sort(), [...recorded].sort());
    for (const file of files) {
      const { failure, unreadable } = await decodeRecorded(readRecorded(file));
      assert.deepEqual(unreadable, [], file);
      assert.ok(failure === undefined || failure.kind === 'missing' || failure.kind === 'forbidden', file);
    }
  });

  it('writes no name, mail, key, token, picture or text of the service', async () => {
    await using temporary = await temporaryFolder();
    const folder = temporary.path;
    const { state } = clients.service;
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBOFZQkcpW0vGZ4Wq6sRQeLSyUmVYVJx4a2dYcBvGx7f alice@laptop';
    await clients
      .as('alice')
      .keys.create({ title: 'Laptop of Alice', key })
      .catch(() => undefined);
    await record(folder);
    const repositories = [...state.repositories.values()];
    const traces = new Set(
      [
        ...[...state.accounts.values()].flatMap(({ login, name, email, bio, company, blog, emails }) => [
          ...[login, name, email, bio, company, blog],
          ...emails.map((one) => one.email),
        ]),
        ...[...state.organizations.values()].flatMap(({ login, name, description }) => [login, name, description]),
        ...repositories.flatMap(({ path, name, description }) => [path, name, description]),
        ...repositories.flatMap(({ issues, releases, milestones, hooks }) => [
          ...[...issues.values()].flatMap(({ title, body, comments }) => [
            title,
            body,
            ...comments.map((one) => one.body),
          ]),
          ...[...releases.values()].flatMap(({ tag, name, body }) => [tag, name, body]),
          ...[...milestones.values()].map(({ title }) => title),
          ...[...hooks.values()].flatMap(({ url, password }) => [url, password]),
        ]),
        ...['/-/avatar/', 'ssh-ed25519', 'AAAA', '127.0.0.1', 'feature/login', '夜间'],
      ].filter((trace) => trace.trim().length > 1),
    );
    for (const file of recordedFiles(folder)) {
      assert.equal(leakIn(readFileSync(file, 'utf8')), undefined, file);
      const texts = textsIn(readRecorded(file).body).flatMap((text) => [text, ...text.split(/[/@:. ]+/)]);
      for (const text of texts) assert.ok(!traces.has(text), `${text} in ${file}`);
      const long = [...traces].filter((trace) => trace.length > 8);
      for (const trace of long) for (const text of texts) assert.ok(!text.includes(trace), `${trace} in ${file}`);
    }
  });

  it('ends with signedOut for a wrong token, and records errors of a repository that is not there', async () => {
    await rejection(
      inFolder(async (folder) => await record(folder, 'wrong-token')),
      'signedOut',
    );
    await using temporary = await temporaryFolder();
    const folder = temporary.path;
    await record(folder, undefined, 'nothing-here');
    const absent = recordedFiles(folder)
      .map(readRecorded)
      .find(({ name }) => name === 'repositories.get');
    assert.equal(absent?.status, 404);
    assert.match(JSON.stringify(absent.body), /404 Project Not Found/);
  });

  it('waits where the service allows fewer requests', async () => {
    clients.service.set({ rateLimit: 25, minute: 1_000 });
    const { recorded } = await inFolder(async (folder) => await record(folder));
    assert.ok(recorded.length > 40);
  });
});
