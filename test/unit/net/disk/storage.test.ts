import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../../../../src/core/storage.ts';
import { createStorage } from '../../../../src/net/disk/storage.ts';
import { bytes } from '../../../kit/bytes.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';

async function text(storage: Storage, name: string): Promise<string | undefined> {
  const read = await storage.read(name);
  return read && new TextDecoder().decode(read);
}

interface TwoWindows extends AsyncDisposable {
  readonly one: Storage;
  readonly other: Storage;
}

const kinds: Readonly<Record<string, () => Promise<TwoWindows>>> = {
  'on disk': async () => {
    const folder = await temporaryFolder();
    const root = join(folder.path, 'not', 'yet', 'there');
    return {
      one: createStorage(root),
      other: createStorage(root),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
  'in memory': () => {
    const disk = new MemoryDisk();
    return Promise.resolve({
      one: memoryStorage(disk),
      other: memoryStorage(disk),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  },
};

for (const [kind, open] of Object.entries(kinds)) {
  describe(`storage ${kind}`, () => {
    it('reads in one window the data that another window wrote', async () => {
      await using windows = await open();
      const { one, other } = windows;
      assert.equal(await one.read('objects/ab/cdef'), undefined);
      assert.deepEqual(await one.list(''), []);
      await one.write('objects/ab/cdef', bytes('first'));
      await one.write('objects/ab/cdef', bytes('second'));
      await other.write('drafts/x', new Uint8Array(0), { durable: false });
      assert.equal(await text(other, 'objects/ab/cdef'), 'second');
      assert.equal(await text(one, 'drafts/x'), '');
    });

    it('lists a folder at any depth, with sizes and times', async () => {
      await using windows = await open();
      const { one } = windows;
      const before = Date.now();
      await one.write('objects/ab/cdef', bytes('12345'));
      await one.write('objects/cd/x.json', bytes('1'));
      await one.write('objects2/x', bytes('1'));
      const names = (await one.list('objects')).map(({ name, size }) => [name, size]).toSorted();
      assert.deepEqual(names, [
        ['objects/ab/cdef', 5],
        ['objects/cd/x.json', 1],
      ]);
      assert.equal((await one.list('')).length, 3);
      for (const { modified } of await one.list('')) assert.ok(Math.abs(modified - before) < 5000);
    });

    it('removes and touches files, and ignores missing ones', async () => {
      await using windows = await open();
      const { one } = windows;
      await one.remove('objects/none');
      await one.touch('objects/none');
      await one.write('a', bytes('x'));
      const [written] = await one.list('');
      await pause(15);
      await one.touch('a');
      const [touched] = await one.list('');
      assert.ok(touched!.modified > written!.modified);
      await one.remove('a');
      assert.equal(await one.read('a'), undefined);
      assert.deepEqual(await one.list(''), []);
    });

    it('rejects names that lead out of its folder', async () => {
      await using windows = await open();
      const { one } = windows;
      for (const name of ['../x', '/etc/passwd', 'a/../../x', 'a\0', '', 'a\\..\\b', '.locks/x']) {
        for (const attempt of [
          () => one.read(name),
          () => one.write(name, bytes('')),
          () => one.remove(name),
          () => one.touch(name),
          () => one.list(name === '' ? '/' : name),
          () => one.lock(name, {}, () => Promise.resolve()),
        ]) {
          assert.equal((await rejection(attempt(), 'invalid')).field, 'name');
        }
      }
    });

    it('grants a lock to one holder after another, across windows', async () => {
      await using windows = await open();
      let inside = 0;
      let most = 0;
      const turns = Array.from({ length: 6 }, (_, turn) =>
        (turn % 2 === 0 ? windows.one : windows.other).lock('refresh/a', { staleAfter: 1000 }, async () => {
          most = Math.max(most, ++inside);
          await pause(5);
          inside--;
          return turn;
        }),
      );
      assert.deepEqual(await Promise.all(turns), [0, 1, 2, 3, 4, 5]);
      assert.equal(most, 1);
    });

    it('releases a lock after its work failed, and locks other names independently', async () => {
      await using windows = await open();
      const { one, other } = windows;
      await assert.rejects(
        one.lock('a', {}, () => Promise.reject(new Error('work'))),
        { message: 'work' },
      );
      await other.lock('a', {}, () => other.lock('b', {}, () => Promise.resolve()));
    });

    it('stops waiting for a lock when it is cancelled', async () => {
      await using windows = await open();
      const { one, other } = windows;
      await one.lock('a', {}, async () => {
        const waiting = new AbortController();
        const attempt = other.lock('a', { signal: waiting.signal }, () => Promise.resolve());
        setTimeout(() => waiting.abort(), 20);
        await rejection(attempt, 'cancelled');
        await rejection(
          other.lock('a', { signal: AbortSignal.abort() }, () => Promise.resolve()),
          'cancelled',
        );
      });
      assert.equal(await other.lock('a', {}, () => Promise.resolve('mine')), 'mine');
    });
  });
}

describe('storage on disk', () => {
  it('takes over the lock of a crashed process, but not of a slow one', async () => {
    await using folder = await temporaryFolder();
    const script = join(folder.path, 'holder.mts');
    await writeFile(
      script,
      `import { createStorage } from ${JSON.stringify(join(import.meta.dirname, '../../../../src/net/disk/storage.ts'))};
       await createStorage(${JSON.stringify(folder.path)}).lock('a', { staleAfter: 2_000 }, () => new Promise(() => process.send('held')));`,
    );
    const holder = fork(script);
    await once(holder, 'message');
    const storage = createStorage(folder.path);
    const impatient = AbortSignal.timeout(3_000);
    await rejection(
      storage.lock('a', { staleAfter: 2_000, signal: impatient }, () => Promise.resolve()),
      'cancelled',
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    // The lock counts as stale only after a day: a wait for it would end in the time-out of the test.
    assert.equal(
      await storage.lock('a', { staleAfter: 86_400_000 }, () => Promise.resolve('taken over')),
      'taken over',
    );
    assert.deepEqual(await readdir(join(folder.path, '.locks')), []);
  });

  it('grants the lock of a crashed process to one of many waiting callers at a time', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.locks'));
    await writeFile(join(folder.path, '.locks', 'a'), 'crashed');
    let inside = 0;
    let turns = 0;
    const wait = (): Promise<void> =>
      createStorage(folder.path).lock('a', { staleAfter: 100 }, async () => {
        assert.equal(++inside, 1);
        turns++;
        await pause(10);
        inside--;
      });
    await Promise.all(Array.from({ length: 12 }, wait));
    assert.equal(turns, 12);
    assert.deepEqual(await readdir(join(folder.path, '.locks')), []);
  });

  it('does not release a lock that another window took over during sleep', async () => {
    await using folder = await temporaryFolder();
    const storage = createStorage(folder.path);
    const path = join(folder.path, '.locks', 'a');
    await storage.lock('a', {}, () => writeFile(path, 'another'));
    assert.equal(await readFile(path, 'utf8'), 'another');
  });

  it('removes only the incomplete files of a crash', async () => {
    await using folder = await temporaryFolder();
    const parts = join(folder.path, '.parts');
    await mkdir(parts);
    await writeFile(join(parts, 'old.part'), 'x');
    await writeFile(join(parts, 'fresh.part'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(parts, 'old.part'), twoHoursAgo, twoHoursAgo);
    const storage = createStorage(folder.path);
    await storage.write('a', bytes('x'));
    assert.deepEqual(await readdir(parts), ['fresh.part']);
    assert.deepEqual(
      (await storage.list('')).map(({ name }) => name),
      ['a'],
    );
  });

  it('does not list files that it did not write', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'Desktop'));
    for (const name of ['Thumbs.db', '.DS_Store', 'Desktop/a']) await writeFile(join(folder.path, name), 'x');
    assert.deepEqual(await createStorage(folder.path).list(''), []);
  });

  it('throws the reason of a disk failure, and leaves no incomplete file', async () => {
    await using folder = await temporaryFolder();
    const storage = createStorage(folder.path);
    await storage.write('a', bytes('file'));
    await storage.write('folder/b', bytes('file'));
    assert.equal(await storage.read('a/b'), undefined);
    for (const attempt of [
      () => storage.write('a/b', bytes('x')),
      () => storage.write('folder', bytes('x')),
      () => storage.read('folder'),
      () => storage.remove('folder'),
    ]) {
      const failure = await rejection(attempt(), 'refused');
      assert.match(failure.reason ?? '', /^disk/);
      assert.match(failure.message, /a|folder/);
    }
    assert.deepEqual(await readdir(join(folder.path, '.parts')), []);
    assert.equal(await text(storage, 'folder/b'), 'file');
    await writeFile(join(folder.path, 'plain'), '');
    const nowhere = createStorage(join(folder.path, 'plain'));
    assert.equal((await rejection(nowhere.write('a', bytes('')), 'refused')).reason, 'diskMissing');
    assert.match(
      (
        await rejection(
          nowhere.lock('a', {}, () => Promise.resolve()),
          'refused',
        )
      ).reason ?? '',
      /^disk/,
    );
  });
});

/** The modes of `folder` and of all that is in it, by path below it. */
async function modes(folder: string): Promise<Record<string, string>> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const found = names.map(
    async (name) => [name, ((await lstat(join(folder, name))).mode & 0o777).toString(8)] as const,
  );
  return Object.fromEntries((await Promise.all(found)).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

describe('storage on a disk with file modes', () => {
  let umask = 0;
  before(function () {
    if (process.platform === 'win32') this.skip();
    umask = process.umask(0);
  });
  after(() => process.umask(umask));

  it('is accessible only to its user, with any umask', async () => {
    await using outer = await temporaryFolder();
    const folder = join(outer.path, 'own');
    const storage = createStorage(folder);
    await storage.lock('sessions/index', {}, async () => {
      await storage.write('drafts/a/b', bytes('x'));
      await storage.makeFolder('sent');
      assert.deepEqual(await modes(folder), {
        '': '700',
        '.locks': '700',
        '.locks/sessions': '700',
        '.locks/sessions/index': '600',
        '.parts': '700',
        drafts: '700',
        'drafts/a': '700',
        'drafts/a/b': '600',
        sent: '700',
      });
    });
  });

  it('removes the permissions of others from existing files, and follows no link', async () => {
    await using outer = await temporaryFolder();
    const folder = join(outer.path, 'own');
    await mkdir(join(folder, 'drafts', 'a'), { recursive: true, mode: 0o777 });
    await writeFile(join(folder, 'drafts', 'a', 'b'), 'x', { mode: 0o666 });
    await writeFile(join(outer.path, 'elsewhere'), 'x', { mode: 0o644 });
    await symlink(join(outer.path, 'elsewhere'), join(folder, 'link'));
    await chmod(outer.path, 0o755);
    await createStorage(folder).makeFolder('drafts');
    const { link, ...own } = await modes(folder);
    assert.ok(link !== undefined);
    assert.deepEqual(own, { '': '700', drafts: '700', 'drafts/a': '700', 'drafts/a/b': '600' });
    assert.equal((await stat(join(outer.path, 'elsewhere'))).mode & 0o777, 0o644);
    assert.equal((await stat(outer.path)).mode & 0o777, 0o755, 'the folder around it is not ours');
  });
});
