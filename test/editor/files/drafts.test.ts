import assert from 'node:assert/strict';
import { FileSystemError, Uri, workspace } from 'vscode';
import type { Change } from '../../../src/domain/sourceControl/drafts/draft.ts';
import { draftsOf } from '../../../src/editor/features/sourceControl/draftRows.ts';
import { text } from '../kit/text.ts';
import { bytes } from '../../kit/bytes.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Looking } from '../sidebar/sidebar.ts';
import { signIn } from '../kit/signIn.ts';
import { failure, run } from '../kit/run.ts';

const website = { host: 'local', repository: 'alice/website' };
const at = (ref: string, path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/alice/website@${ref.replaceAll('/', ':')}/${path}` });
const kindOf = async (ran: Promise<unknown>): Promise<string> => (await failure(ran)).kind;

describe('drafts whose folder is not open', () => {
  const service = new RemoteService();
  let other: string;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    const branches = await service.git('alice/website', 'for-each-ref', '--format=%(refname:short)', 'refs/heads');
    other = branches.split('\n').find((name) => name !== 'main') ?? '';
    await service.clear();
  });
  afterEach(async () => {
    for (const ref of ['main', other]) await run('draft.discard', { ...website, ref }).catch(() => undefined);
    assert.deepEqual(await service.violations(), []);
    assert.deepEqual(await service.changes(), [], 'nothing was sent');
  });

  it('are discarded one by one or all together', async () => {
    const readme = await text(at('main', 'README.md'));
    await workspace.fs.writeFile(at('main', 'README.md'), bytes('mine'));
    await workspace.fs.writeFile(at('main', 'a.txt'), bytes('a'));
    await workspace.fs.writeFile(at('main', 'b.txt'), bytes('b'));
    assert.deepEqual(await run('draft.discard', { ...website, ref: 'main', paths: ['a.txt'] }), {
      ref: 'main',
      paths: ['a.txt'],
    });
    await assert.rejects(text(at('main', 'a.txt')), FileSystemError);
    assert.equal(await text(at('main', 'b.txt')), 'b');
    const all = await run<{ paths: string[] }>('draft.discard', website);
    assert.deepEqual(all.paths, ['README.md', 'b.txt']);
    assert.equal(await text(at('main', 'README.md')), readme);
    assert.equal(await kindOf(run('draft.discard', website)), 'missing');
  });

  it('are moved to another branch without overwriting its drafts', async () => {
    await workspace.fs.writeFile(at('main', 'a.txt'), bytes('of main'));
    await workspace.fs.writeFile(at(other, 'a.txt'), bytes('of the other'));
    assert.equal(await kindOf(run('draft.carry', { ...website, ref: 'main', to: other })), 'conflict');
    assert.equal(await text(at('main', 'a.txt')), 'of main');
    assert.equal(await text(at(other, 'a.txt')), 'of the other');
    await run('draft.discard', { ...website, ref: other });
    assert.deepEqual(await run('draft.carry', { ...website, ref: 'main', to: other }), {
      ref: other,
      paths: ['a.txt'],
    });
    assert.equal(await text(at(other, 'a.txt')), 'of main');
    await assert.rejects(text(at('main', 'a.txt')), FileSystemError);
    assert.equal(await kindOf(run('draft.carry', { ...website, ref: other, to: other })), 'invalid');
    assert.equal(await kindOf(run('draft.carry', { ...website, ref: other, to: 'nowhere' })), 'missing');
  });

  it('are rows of the uncommitted files', async () => {
    const change: Change = {
      path: 'src/新 file.txt',
      kind: 'file',
      base: undefined,
      mode: '100644',
      sha: 'a'.repeat(40),
      size: 1,
      held: true,
      from: undefined,
      conflict: undefined,
      modified: 0,
    };
    const branch = { host: 'local', owner: 'alice', repo: 'website', account: 'alice', branch: 'feature/x' };
    const changes = [
      change,
      { ...change, path: 'README.md', base: 'b'.repeat(40) },
      { ...change, path: 'gone.txt', kind: 'removed' },
      { ...change, path: 'both.md', conflict: { theirs: 'c'.repeat(40), resolve: 'markers' } },
    ] as const;
    const looking = new Looking(
      draftsOf(
        () => Promise.resolve([{ branch, changes }]),
        () => 'Local service',
      ),
    );
    assert.deepEqual(await looking.rows(), ['alice/website | feature/x · 4 drafts · 1 in conflict · alice']);
    assert.deepEqual(await looking.rows('alice/website'), [
      '新 file.txt | src · added',
      'README.md | changed',
      'gone.txt | deleted',
      'both.md | in conflict',
    ]);
    const { node } = await looking.row('alice/website', 'README.md');
    assert.deepEqual(node.target, {
      ...website,
      account: 'alice',
      ref: 'feature/x',
      path: 'README.md',
      paths: ['README.md'],
    });
  });
});
