import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Fetch } from '../../../../src/api/http/fetch.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { AgreedCommit } from '../../../../src/domain/sourceControl/commit/agreedCommit.ts';
import type { Checkout } from '../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { bytes } from '../../../kit/bytes.ts';
import { commitNow } from '../../../kit/commitNow.ts';
import { gitOfAlice } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, plainFetch, session } from '../../../kit/remoteFiles.ts';
import type { Fault } from '../../../service/faults.ts';
import { freshService } from '../../kit/suiteService.ts';
import { editingWindow, progress, read, written } from '../../kit/editing.ts';

const repository = 'alice/website';
const request = { message: 'Change {path}', author: { name: 'Alice Winter', email: 'alice@example.com' } };
const attributes = '*.bin filter=lfs diff=lfs merge=lfs -text\n';
const content = `binary\r\n\0${'x'.repeat(5_000)}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const pointerTo = (text: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;
const pointer = pointerTo(content);

describe('A file of Git LFS', () => {
  const service = freshService();

  const push = async (files: Record<string, string | null>): Promise<unknown> =>
    await service.act({ do: 'push', repository, branch: 'main', files });
  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  const operations = (): string[] => service.requests.map(({ operation }) => operation);
  const lfsOperations = (): string[] => operations().filter((operation) => operation.startsWith('lfs.'));

  /** `a.bin` with its content, as another window committed it. */
  async function commitContent(): Promise<void> {
    await push({ '.gitattributes': attributes });
    const window = editingWindow(service);
    const { workingTree, committer } = await window.at();
    await workingTree.write('a.bin', bytes(content), written);
    await commitNow(committer, request, progress);
    window.checkouts.dispose();
    service.clear();
  }

  it('is in the sample data, with its content on the host', async () => {
    const picture = await session(service).open('carol/game', 'main').read('assets/cover.png');
    assert.equal(Buffer.from(picture).toString('latin1', 1, 4), 'PNG');
    assert.deepEqual(lfsOperations(), ['lfs.batch', 'lfs.get']);
  });

  for (const method of ['git', 'rest'] as const)
    it(`is committed as its pointer after its content: ${method}`, async () => {
      await using git = await gitOfAlice(service);
      await push({ '.gitattributes': attributes, 'sub/.gitattributes': '*.bin !filter\n' });
      const window = editingWindow(service, { pushing: { git, method: () => method } });
      const checkout = await window.at();
      const { workingTree, committer, drafts } = checkout;
      const files = {
        'a.bin': content,
        'b.bin': `${content}b`,
        'empty.bin': '',
        'other.bin': pointerTo('elsewhere'),
        'plain.txt': 'a\n',
        'sub/a.bin': content,
      };
      for (const [path, text] of Object.entries(files)) await workingTree.write(path, bytes(text), written);
      service.clear();
      await commitNow(committer, request, progress);
      assert.ok(drafts.isEmpty);
      const stored = Object.keys(files).map(async (path) => await served('cat-file', '-p', `main:${path}`));
      assert.deepEqual(
        await Promise.all(stored),
        [pointer, pointerTo(`${content}b`), '', pointerTo('elsewhere'), 'a\n', content].map((text) =>
          text.replace(/\n$/, ''),
        ),
      );
      const order = operations().filter((one) => /^lfs|^files\.create$/.test(one) || one === 'git');
      const first = order.findIndex((one) => one === 'files.create' || one === 'git');
      assert.deepEqual(lfsOperations(), ['lfs.batch', 'lfs.put', 'lfs.verify', 'lfs.put', 'lfs.verify']);
      assert.ok(method === 'git' || order.slice(0, first).length === 5, order.join(' '));
      service.clear();
      assert.equal(await read(checkout, 'a.bin'), content);
      assert.deepEqual(lfsOperations(), []);
      assert.equal(await read(await editingWindow(service).at(), 'a.bin'), content);
      assert.deepEqual(lfsOperations(), ['lfs.batch', 'lfs.get']);
      window.checkouts.dispose();
    });

  it('is read once, with its size, and costs other files no request', async () => {
    await commitContent();
    const remote = session(service).open(repository, 'main');
    await remote.read('README.md');
    const [ofText, ofContent] = [
      await asked(service, () => remote.read('.gitattributes')),
      await asked(service, () => remote.read('a.bin')),
    ];
    assert.deepEqual(ofText, ['files.blob']);
    assert.deepEqual(ofContent.slice(-2), ['lfs.batch', 'lfs.get']);
    assert.deepEqual(
      await asked(service, async () => {
        assert.equal(Buffer.from(await remote.read('a.bin')).toString(), content);
        assert.equal((await remote.stat('a.bin')).size, content.length);
      }),
      [],
    );
  });

  it('is unchanged if it is saved with the same content, and follows the attributes of the drafts', async () => {
    await commitContent();
    const checkout = await editingWindow(service).at();
    const { workingTree, drafts } = checkout;
    assert.equal(await read(checkout, 'a.bin'), content);
    await workingTree.write('a.bin', bytes(`${content}!`), written);
    assert.equal(await read(checkout, 'a.bin'), `${content}!`);
    await workingTree.write('a.bin', bytes(content), written);
    assert.ok(drafts.isEmpty);
    await workingTree.write('.gitattributes', bytes(''), written);
    assert.equal(await read(checkout, 'a.bin'), pointer);
    await workingTree.rename('a.bin', 'b.bin', false);
    await workingTree.write('.gitattributes', bytes(attributes), written);
    assert.equal(await read(checkout, 'b.bin'), content);
  });

  const answerBatch = (json: object): void =>
    service.fail({ operation: 'lfs.batch', fault: { kind: 'answer', status: 200, json } });
  const staying: readonly (readonly [string, Failure['reason'] | Failure['kind'], () => unknown])[] = [
    ['has no Git LFS', 'lfsNone', () => service.fail({ operation: 'lfs.batch', fault: { kind: 'html' } })],
    ['refuses', 'forbidden', () => service.fail({ operation: 'lfs.batch', fault: { kind: 'error', status: 403 } })],
    [
      'refuses every address',
      'refused',
      () => service.fail({ operation: 'lfs.get', fault: { kind: 'error', status: 403 } }),
    ],
    [
      'gives an address that is not allowed',
      'unsafeAddress',
      () => {
        const download = { href: 'http://example.com/x' };
        answerBatch({ objects: [{ oid: sha256(content), size: 1, actions: { download } }] });
      },
    ],
    [
      'cannot be reached',
      'network',
      () => service.fail({ operation: 'lfs.batch', fault: { kind: 'reset', at: 'headers' } }),
    ],
    ['names no address', 'lfsMissing', () => answerBatch({ objects: [{ oid: sha256(content) }] })],
    ['tells of another object', 'lfsMissing', () => answerBatch({ objects: [{ oid: sha256('other') }] })],
    ['wants another transfer', 'lfsNone', () => answerBatch({ transfer: 'tus', objects: [{ oid: sha256(content) }] })],
    [
      'refuses it without a code',
      'refused',
      () => answerBatch({ objects: [{ oid: sha256(content), error: { message: 'no' } }] }),
    ],
    [
      'has lost the content',
      'lfsMissing',
      () => service.fail({ operation: 'lfs.get', fault: { kind: 'answer', status: 404, text: '' } }),
    ],
    ['lacks the object', 'lfsMissing', async () => await push({ 'a.bin': pointerTo('not there') })],
    [
      'is not the server of .lfsconfig',
      'lfsElsewhere',
      async () => await push({ '.lfsconfig': '[lfs]\n\turl = https://example.com/lfs\n' }),
    ],
  ];
  for (const [title, why, prepare] of staying)
    it(`stays a pointer with the reason if the host ${title}`, async () => {
      await commitContent();
      await prepare();
      const reasons: Failure[] = [];
      const onPointer = (failure: Failure): void => void reasons.push(failure);
      const shown = await session(service).open(repository, 'main').read('a.bin', { onPointer });
      assert.match(Buffer.from(shown).toString(), /^version https:\/\/git-lfs/);
      assert.deepEqual(
        reasons.map(({ reason, kind }) => reason ?? kind),
        [why],
      );
    });

  const passing: readonly (readonly [string, string, Fault])[] = [
    ['is asked too often', 'lfs.batch', { kind: 'throttled', seconds: 0 }],
    ['gives an address that has expired', 'lfs.get', { kind: 'answer', status: 403, text: 'expired' }],
    ['cuts the connection', 'lfs.get', { kind: 'reset', at: 'body' }],
    ['fails for a moment', 'lfs.batch', { kind: 'error', status: 503 }],
  ];
  for (const [title, operation, fault] of passing)
    it(`is shown although the host ${title} once`, async () => {
      await commitContent();
      service.fail({ operation, fault, times: 1 });
      assert.equal(await read(await editingWindow(service).at(), 'a.bin'), content);
    });

  it('is shown from the old address if the host gives no new one', async () => {
    await commitContent();
    service.fail({ operation: 'lfs.get', fault: { kind: 'answer', status: 403, text: 'expired' }, times: 1 });
    service.fail({ operation: 'lfs.batch', fault: { kind: 'answer', status: 200, json: { objects: [] } }, skip: 1 });
    assert.equal(await read(await editingWindow(service).at(), 'a.bin'), content);
  });

  it('is shown to nobody signed in, and by a host that wants another user name beside the token', async () => {
    await commitContent();
    const nobody = session(service, { signedIn: false }).open(repository, 'main');
    assert.equal(Buffer.from(await nobody.read('a.bin')).toString(), content);
    const transport = plainFetch();
    const users: (string | undefined)[] = [];
    const fetch: Fetch = async (url, init) => {
      const [, basic = ''] = /^Basic (.*)/.exec(init.headers.authorization ?? '') ?? [];
      if (url.includes('/objects/batch')) users.push(Buffer.from(basic, 'base64').toString().split(':', 1)[0]);
      return await transport(url, init);
    };
    service.fail({ operation: 'lfs.batch', fault: { kind: 'error', status: 401 }, times: 1 });
    assert.equal(await read(await editingWindow(service, { fetch }).at(), 'a.bin'), content);
    assert.deepEqual(users, ['alice', 'oauth2']);
  });

  it('is not shown with another content than its pointer says', async () => {
    await commitContent();
    for (const text of [`${content}!`, content.replace('x', 'y'), '']) {
      service.fail({ operation: 'lfs.get', fault: { kind: 'answer', status: 200, text } });
      const failure = await rejection(session(service).open(repository, 'main').read('a.bin'), 'unreadable');
      assert.equal(failure.reason, 'damaged');
      service.heal();
    }
  });

  it('is fetched with consent if it is large, with progress, within the limit, and can be cancelled', async () => {
    await commitContent();
    const large = 'y'.repeat(11 * 1024 * 1024);
    const window = editingWindow(service);
    const { workingTree, committer } = await window.at();
    await workingTree.write('large.bin', bytes(large), written);
    await commitNow(committer, request, progress);
    const remote = session(service).open(repository, 'main');
    const [sizes, received]: [(number | undefined)[], number[]] = [[], []];
    await rejection(remote.read('large.bin', { limit: 1_000_000 }), 'unreadable');
    const refuse = (): Promise<never> => Promise.reject(new Error('no'));
    await assert.rejects(remote.read('large.bin', { confirm: refuse }), /no/);
    const tooLarge = new Failure('refused', 'no', { reason: 'tooLarge', about: ['10'] });
    await rejection(remote.read('large.bin', { confirm: () => Promise.reject(tooLarge) }), 'refused');
    const stop = new AbortController();
    const cancelling = { signal: stop.signal, onProgress: () => stop.abort() };
    await rejection(remote.read('large.bin', cancelling), 'cancelled');
    const shown = await remote.read('large.bin', {
      confirm: async (size) => void (await Promise.resolve(sizes.push(size))),
      onProgress: (now) => received.push(now),
    });
    assert.equal(shown.length, large.length);
    assert.deepEqual(sizes, [large.length]);
    assert.ok(received.length > 1 && received.at(-1) === large.length);
  });

  const refusals: readonly (readonly [string, string, Fault])[] = [
    ['the batch is refused', 'lfs.batch', { kind: 'error', status: 403 }],
    ['there is no Git LFS', 'lfs.batch', { kind: 'html' }],
    [
      'one object is refused',
      'lfs.batch',
      {
        kind: 'answer',
        status: 200,
        json: { objects: [{ oid: sha256(content), error: { code: 422, message: 'quota exceeded' } }] },
      },
    ],
    ['an upload is refused', 'lfs.put', { kind: 'answer', status: 403, text: 'no' }],
    ['an upload is cut', 'lfs.put', { kind: 'reset', at: 'body' }],
    ['an upload is not verified', 'lfs.verify', { kind: 'error', status: 404 }],
  ];
  for (const [title, operation, fault] of refusals)
    it(`stays a draft, and nothing is committed, if ${title}`, async () => {
      await push({ '.gitattributes': attributes });
      const head = await served('rev-parse', 'main');
      const checkout: Checkout = await editingWindow(service).at();
      const { workingTree, committer, drafts } = checkout;
      await workingTree.write('a.bin', bytes(content), written);
      await workingTree.write('a.txt', bytes('a\n'), written);
      service.fail({ operation, fault });
      await rejection(commitNow(committer, request, progress));
      assert.equal(await served('rev-parse', 'main'), head);
      assert.deepEqual(
        drafts.changes('working').map(({ path, size }) => [path, size]),
        [
          ['a.bin', content.length],
          ['a.txt', 2],
        ],
      );
      service.heal();
      await commitNow(committer, request, progress);
      assert.ok(drafts.isEmpty);
      assert.equal(`${await served('cat-file', '-p', 'main:a.bin')}\n`, pointer);
    });

  it('is not committed as a pointer that was edited wrongly, nor next to a server of .lfsconfig', async () => {
    await push({ '.gitattributes': attributes });
    const { workingTree, committer } = await editingWindow(service).at();
    await workingTree.write('a.bin', bytes(`${pointer}more\n`), written);
    assert.equal((await rejection(commitNow(committer, request, progress), 'invalid')).reason, 'lfsPointerBroken');
    await workingTree.write('a.bin', bytes(content), written);
    await workingTree.write('.lfsconfig', bytes('[lfs] url = https://example.com/lfs\n'), written);
    assert.equal((await rejection(commitNow(committer, request, progress), 'refused')).reason, 'lfsElsewhere');
    assert.deepEqual(lfsOperations(), []);
  });

  it('that others changed is a choice of the user: lines of pointers are not merged', async () => {
    await commitContent();
    const checkout = await editingWindow(service).at();
    const { workingTree, committer, drafts } = checkout;
    await read(checkout, 'a.bin');
    await workingTree.write('a.bin', bytes('mine\n'), written);
    await push({ 'a.bin': pointerTo('theirs') });
    assert.equal((await rejection(commitNow(committer, request, progress), 'conflict')).reason, 'isConflict');
    assert.equal(drafts.effective('a.bin')?.conflict?.resolve, 'choice');
    assert.equal(await read(checkout, 'a.bin'), 'mine\n');
  });

  for (const method of ['git', 'rest'] as const)
    it(`that another account locks is refused with its name: ${method}`, async () => {
      await using git = await gitOfAlice(service);
      await commitContent();
      await service.act({ do: 'lock', repository, path: 'a.bin', as: 'bob' });
      if (method === 'git') service.set({ habits: { pushRule: 'refuses' } });
      const checkout = await editingWindow(service, { pushing: { git, method: () => method } }).at();
      await checkout.workingTree.write('a.bin', bytes('mine\n'), written);
      const failure = await rejection(commitNow(checkout.committer, request, progress), 'forbidden');
      assert.deepEqual([failure.reason, failure.about], ['lfsLocked', ['a.bin', 'bob']]);
      assert.equal(await read(checkout, 'a.bin'), 'mine\n');
    });

  it('that a lock without an owner names is refused with the words of the host alone', async () => {
    await using git = await gitOfAlice(service);
    await commitContent();
    await service.act({ do: 'lock', repository, path: 'a.bin', as: 'bob' });
    const locks = { kind: 'answer', status: 200, json: { locks: [{ path: 'a.bin' }] } } as const;
    service.fail({ operation: 'lfs.locks', fault: locks });
    const checkout = await editingWindow(service, { pushing: { git, method: () => 'rest' } }).at();
    await checkout.workingTree.write('a.bin', bytes('mine\n'), written);
    const failure = await rejection(commitNow(checkout.committer, request, progress), 'forbidden');
    assert.notEqual(failure.reason, 'lfsLocked');
    assert.ok(lfsOperations().includes('lfs.locks'));
  });

  it('is committed as it was agreed to, although its draft becomes a pointer', async () => {
    await push({ '.gitattributes': attributes });
    const { workingTree, committer } = await editingWindow(service).at();
    await workingTree.write('a.bin', bytes(content), written);
    const head = { commit: await served('rev-parse', 'main') };
    const { files, ...plan } = await committer.plan(request);
    const agreed = new AgreedCommit(files, head);
    await workingTree.write('a.bin', bytes('other'), written);
    service.clear();
    const refused = await rejection(committer.commit({ ...plan, files, agreed }, progress), 'invalid');
    assert.deepEqual([refused.reason, lfsOperations()], ['draftsChanged', []]);
    await workingTree.write('a.bin', bytes(content), written);
    await committer.commit({ ...plan, files, agreed }, progress);
    assert.equal(`${await served('cat-file', '-p', 'main:a.bin')}\n`, pointer);
  });

  it('gets the token as git does: no address of an answer sees it', async () => {
    await push({ '.gitattributes': attributes });
    const sent: [url: string, authorization: string | undefined][] = [];
    const transport = plainFetch();
    const fetch: Fetch = async (url, init) => {
      assert.deepEqual(
        Object.keys(init.headers).filter((name) => name !== name.toLowerCase()),
        [],
      );
      sent.push([url, init.headers.authorization]);
      return await transport(url, init);
    };
    const { workingTree, committer } = await editingWindow(service, { fetch }).at();
    await workingTree.write('a.bin', bytes(content), written);
    await commitNow(committer, request, progress);
    await session(service, { fetch }).open(repository, 'main').read('a.bin');
    const token = service.token('alice');
    const basic = `Basic ${Buffer.from(`alice:${token}`).toString('base64')}`;
    const of = (part: string): (string | undefined)[] =>
      sent.flatMap(([url, authorization]) => (url.includes(part) ? [authorization] : []));
    assert.deepEqual(of('/objects/batch'), [basic, basic]);
    assert.deepEqual(of('/objects/verify'), [undefined]);
    const ofStorage = of(service.storageUrl);
    assert.equal(ofStorage.length, 2);
    for (const one of ofStorage) assert.match(String(one), /^Lfs /);
    for (const one of of('/api/v5/')) assert.equal(one, `Bearer ${token}`);
  });
});
