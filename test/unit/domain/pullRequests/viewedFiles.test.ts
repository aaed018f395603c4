import assert from 'node:assert/strict';
import { ViewedFiles } from '../../../../src/domain/pullRequests/viewedFiles.ts';
import type { Difference } from '../../../../src/domain/repositories/compare.ts';

type Entry = NonNullable<Difference['head']>;
const entry = (sha: string, more: Partial<Entry> = {}): Entry => ({
  ...{ name: '', kind: 'file', sha, mode: '100644' },
  ...more,
});
const file = (path: string, sha: string): Difference => ({ path, base: undefined, head: entry(sha) });
const name = { host: 'local', owner: 'alice', repo: 'website' };
const pull = { name, login: 'alice', number: '41' };

describe('ViewedFiles', () => {
  let values: Map<string, unknown>;
  let viewed: ViewedFiles;
  const memory = {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, structuredClone(value))),
  };
  beforeEach(() => {
    values = new Map();
    viewed = new ViewedFiles(memory);
  });

  it('marks a file until its content changes', async () => {
    await viewed.set(pull, [file('a', '1')], true);
    assert.ok(viewed.has(pull, file('a', '1')));
    assert.ok(!viewed.has(pull, file('a', '2')));
    assert.ok(!viewed.has(pull, file('b', '1')));
    await viewed.set(pull, [file('a', '1')], false);
    assert.ok(!viewed.has(pull, file('a', '1')));
  });

  it('marks a file until it becomes executable, a link or a submodule with the same sha', async () => {
    await viewed.set(pull, [file('a', '1')], true);
    const others: Partial<Entry>[] = [
      { mode: '100755' },
      { mode: '120000', kind: 'symlink' },
      { mode: '160000', kind: 'submodule' },
    ];
    for (const more of others) {
      const changed = { ...file('a', '1'), head: entry('1', more) };
      assert.ok(!viewed.has(pull, changed), more.mode);
      await viewed.set(pull, [changed], true);
      assert.ok(viewed.has(pull, changed), more.mode);
    }
  });

  it('marks a removed file, which is not the added one of the same content', async () => {
    const removed = { path: 'a', base: entry('1'), head: undefined };
    await viewed.set(pull, [removed], true);
    assert.ok(viewed.has(pull, removed));
    assert.ok(!viewed.has(pull, file('a', '1')));
  });

  it('keeps accounts, repositories and pull requests apart, but not the case of a repository', async () => {
    await viewed.set(pull, [file('a', '1')], true);
    for (const other of [
      { ...pull, login: 'bob' },
      { ...pull, login: undefined },
      { ...pull, number: '4' },
      { ...pull, name: { ...name, repo: 'samples' } },
    ])
      assert.ok(!viewed.has(other, file('a', '1')));
    assert.ok(viewed.has({ ...pull, name: { ...name, owner: 'Alice' } }, file('a', '1')));
  });

  it('sees the marks of another window', async () => {
    assert.ok(!viewed.has(pull, file('a', '1')));
    await new ViewedFiles(memory).set(pull, [file('a', '1')], true);
    assert.ok(viewed.has(pull, file('a', '1')));
  });

  it('stores the newest 1,000 marks; one that is set again is new', async () => {
    const files = Array.from({ length: 1_000 }, (_, at) => file(`${at}`, '1'));
    await viewed.set(pull, files, true);
    await viewed.set(pull, [file('0', '1')], true);
    await viewed.set(pull, [file('new', '1')], true);
    assert.ok(viewed.has(pull, file('0', '1')));
    assert.ok(!viewed.has(pull, file('1', '1')));
    assert.ok(viewed.has(pull, file('2', '1')));
  });

  it('begins anew if the stored value has another form', async () => {
    values.set('pullRequests.viewed', { odd: true });
    assert.ok(!viewed.has(pull, file('a', '1')));
    values.set('pullRequests.viewed', [1, null]);
    await viewed.set(pull, [file('a', '1')], true);
    assert.ok(viewed.has(pull, file('a', '1')));
  });
});
