import assert from 'node:assert/strict';
import { accessOf, named, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

const website = named('alice/website');

describe('A bare repository', () => {
  let service: Service;
  let head: string;

  before(async () => {
    service = await startService();
    head = await (await service.repository('alice/website')).git(['rev-parse', 'main']);
  });
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(service.violations, []);
    service.calm();
    service.clear();
  });

  const gitRequests = (): string[] =>
    service.requests.filter(({ operation }) => operation === 'git').map(({ method, path }) => `${method} ${path}`);

  it('has a commit after its fetch, and reads its objects without a request', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const repository = git.of(website);
    assert.equal(await repository.has(head), false);
    assert.equal(await repository.files(head), undefined);
    await repository.fetch(head);
    assert.deepEqual(gitRequests(), [
      'GET /alice/website.git/info/refs?service=git-upload-pack',
      'POST /alice/website.git/git-upload-pack',
    ]);
    service.clear();
    assert.equal(await repository.has(head), true);
    const files = (await repository.files(head)) ?? [];
    const served = await (await service.repository('alice/website')).git(['ls-tree', '-r', '-l', '-z', head]);
    assert.deepEqual(
      files.map(({ path, mode, sha, size }) => [mode, sha, size, path]),
      served
        .split('\0')
        .filter(Boolean)
        .map((line) => {
          const [, mode, , sha, size, path] = /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/.exec(line) ?? [];
          return [mode, sha, size === '-' ? undefined : Number(size), path];
        }),
    );
    for (const { sha, size } of files.filter((one) => one.size !== undefined)) {
      const object = await git.read('local', sha);
      assert.deepEqual([object?.kind, object?.bytes.length], ['blob', size]);
      assert.deepEqual(await git.stat('local', sha), { kind: 'blob', size });
    }
    assert.equal(await git.read('other', head), undefined);
    assert.equal((await git.read('local', head))?.kind, 'commit');
    assert.equal(await git.read('local', '0'.repeat(40)), undefined);
    assert.equal(await git.read('local', 'HEAD'), undefined);
    assert.deepEqual(service.requests, []);
  });

  it('of a private repository is fetched with the token of the account, and not without', async () => {
    const name = 'alice/secrets';
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const commit = await (await service.repository(name)).git(['rev-parse', 'main']);
    await git.of(named(name)).fetch(commit);
    assert.equal((await git.read('local', commit))?.kind, 'commit');
    await using anonymous = testGit(folder.path, accessOf(service, undefined), { folder: `${folder.path}/other` });
    const failure = await rejection(anonymous.of(named(name)).fetch(commit), 'forbidden');
    assert.equal(failure.reason, 'gitTokenRefused');
  });

  it('that does not exist cannot be fetched', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const failure = await rejection(git.of(named('alice/nothing')).fetch(head), 'missing');
    assert.equal(failure.reason, 'gitNoRepository');
  });
});
