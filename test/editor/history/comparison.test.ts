import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { Failure } from '../../../src/core/errors.ts';
import type { EntryKind, FolderEntry } from '../../../src/domain/objects/trees.ts';
import type { Difference } from '../../../src/domain/repositories/compare.ts';
import type { RefComparison } from '../../../src/domain/repositories/refComparison.ts';
import { markOf } from '../../../src/editor/kit/rows/changes/changedFile.ts';
import { rowsTo } from '../../../src/editor/kit/rows/changes/comparedFiles.ts';
import { comparisonNode, historyNode } from '../../../src/editor/features/history/comparisonRows.ts';
import { Comparison } from '../../../src/editor/features/history/comparison.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { fixed } from '../../../src/editor/kit/tree/node.ts';
import { emptyUri, entryUri } from '../../../src/editor/kit/uri.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

const oldCommit = 'a'.repeat(40);
const newCommit = 'b'.repeat(40);
const title = 'main ← v1.2: 7 files';

const entry = (digit: string, mode = '100644', kind: EntryKind = 'file'): FolderEntry => ({
  name: '',
  kind,
  sha: digit.repeat(40),
  mode,
});
const submodule = (digit: string): FolderEntry => entry(digit, '160000', 'submodule');
const changed = (path: string): Difference => ({ path, base: entry('1'), head: entry('2') });

const differences: readonly Difference[] = [
  { path: 'docs/guide/gone.md', base: entry('1'), head: undefined },
  { path: 'lib', base: submodule('1'), head: submodule('2') },
  { path: 'link', base: entry('1'), head: entry('2', '120000', 'symlink') },
  { path: 'run.sh', base: entry('1'), head: entry('1', '100755') },
  changed('src/a.ts'),
  { path: 'src/deep/b.ts', base: undefined, head: entry('2') },
  changed('\u202esrc.ts'),
];

const resultOf = (found: readonly Difference[]): RefComparison => ({
  base: { name: 'main', ref: oldCommit },
  head: { name: 'v1.2', ref: newCommit },
  differences: found,
});

describe('A comparison in the view History', () => {
  let sidebar: Sidebar;
  let place: RepositoryPlace;
  let again: () => Promise<RefComparison> = () => Promise.reject(new Error('not compared again'));
  let redrawn = 0;

  before(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    place = await sidebar.place('alice/samples');
  });
  beforeEach(() => (redrawn = 0));
  after(async () => {
    assert.deepEqual(await sidebar.service.violations(), []);
    await tidy();
  });

  const looking = (
    found = differences,
    asTree = false,
  ): { readonly view: Looking; readonly comparison: Comparison } => {
    const refs = { base: 'main', head: 'v1.2' };
    const comparison = new Comparison('comparison', {
      place,
      refs,
      result: resultOf(found),
      compareAgain: () => again(),
    });
    const node = comparisonNode(
      comparison,
      () => asTree,
      () => (redrawn += 1),
    );
    return { view: new Looking(fixed(() => [node])), comparison };
  };

  for (const [start, text] of [
    ['mergeBase', undefined],
    ['unrelated', 'no common commit: compared with main itself'],
    ['base', 'common commit not known: compared with main itself'],
  ] as const)
    it(`says for a pull request with what it is compared: ${start}`, async () => {
      const refs = { base: 'main', head: '!45' };
      const result = { ...resultOf(differences), start };
      const comparison = new Comparison('pull', { place, refs, result, compareAgain: () => again() });
      const node = comparisonNode(
        comparison,
        () => false,
        () => undefined,
      );
      const description = ['alice/samples', text].filter(Boolean).join(' · ');
      assert.deepEqual(await new Looking(fixed(() => [node])).rows(), [`main ← !45: 7 files | ${description}`]);
      const { facts = [] } = (await node.tooltip?.(new AbortController().signal)) ?? {};
      assert.deepEqual(facts[0], ['Changes since', text ?? 'the common commit of both']);
    });

  it('lists the changed files with letters, and says what changed besides the text', async () => {
    const { view } = looking();
    assert.deepEqual(await view.rows(), [`${title} | alice/samples`]);
    assert.deepEqual(await view.rows(title), [
      'gone.md | docs/guide',
      'lib | submodule 11111111 → 22222222',
      'link',
      'run.sh | mode 644 → 755',
      'a.ts | src',
      'b.ts | src/deep',
      '\u202esrc.ts',
    ]);
    const marks = ['gone.md', 'lib', 'link', 'run.sh', 'b.ts'].map(async (label) => {
      const { resourceUri = assert.fail() } = itemOf(await view.row(title, label));
      const { badge, color } = markOf(resourceUri) ?? assert.fail();
      return `${badge} ${color?.id}`;
    });
    assert.deepEqual(await Promise.all(marks), [
      'D gitDecoration.deletedResourceForeground',
      'M gitDecoration.modifiedResourceForeground',
      'T gitDecoration.modifiedResourceForeground',
      'M gitDecoration.modifiedResourceForeground',
      'A gitDecoration.addedResourceForeground',
    ]);
    const { node } = await view.row(title, 'run.sh');
    assert.deepEqual(await node.tooltip?.(new AbortController().signal), {
      title: 'run.sh',
      text: 'Modified · mode 644 → 755',
    });
    assert.equal(node.row.spoken, 'run.sh, Modified, mode 644 → 755');
    const { label } = itemOf(await view.row(title, '\u202esrc.ts'));
    assert.ok(typeof label === 'string' && !label.startsWith('\u202e'));
  });

  it('shows the files in their folders, which start expanded', async () => {
    const { view } = looking(differences, true);
    assert.deepEqual(await view.rows(title), [
      'docs/guide',
      'src',
      'lib | submodule 11111111 → 22222222',
      'link',
      'run.sh | mode 644 → 755',
      '\u202esrc.ts',
    ]);
    assert.deepEqual(await view.rows(title, 'src'), ['deep', 'a.ts']);
    assert.deepEqual(await view.rows(title, 'src', 'deep'), ['b.ts']);
    assert.equal((await view.row(title, 'src')).node.row.expanded, true);
    const { comparison } = looking(differences, true);
    assert.deepEqual(rowsTo(comparison.result, 'src/deep/b.ts', true), ['src/', 'src/deep/', 'src/deep/b.ts']);
    assert.deepEqual(rowsTo(comparison.result, 'src/deep/b.ts', false), ['src/deep/b.ts']);
    assert.deepEqual(rowsTo(comparison.result, 'lib', true), ['lib']);
    const many = Array.from({ length: 501 }, (_, at) => changed(`${String(at).padStart(3, '0')}/file`));
    assert.equal((await looking(many, true).view.row('main ← v1.2: 501 files', '007')).node.row.expanded, false);
  });

  it('opens the difference of a file; an added or removed one beside an empty document', async () => {
    const { view } = looking();
    const sides = async (label: string): Promise<unknown[]> => {
      const { command, arguments: given = [] } = itemOf(await view.row(title, label)).command ?? assert.fail();
      // The options of the difference are left out.
      const shown = (given as unknown[]).filter((one) => one instanceof Uri || typeof one === 'string');
      return [command, ...shown.map((one) => (one instanceof Uri ? one.toString(true) : one))];
    };
    const file = 'sourcehost://local/alice/samples';
    const version = 'sourcehost-version://local/alice/samples';
    const compared = '(main ← v1.2)';
    assert.deepEqual(await sides('a.ts'), [
      'vscode.diff',
      `${file}/src/a.ts?ref=${oldCommit}`,
      `${file}/src/a.ts?ref=${newCommit}`,
      `a.ts ${compared}`,
    ]);
    assert.deepEqual(await sides('gone.md'), [
      'vscode.diff',
      `${file}/docs/guide/gone.md?ref=${oldCommit}`,
      `${version}/docs/guide/gone.md?none`,
      `gone.md ${compared}`,
    ]);
    assert.equal((await sides('b.ts'))[1], `${version}/src/deep/b.ts?none`);
    assert.deepEqual(await sides('lib'), [
      'vscode.diff',
      `${version}/lib?submodule:${'1'.repeat(40)}`,
      `${version}/lib?submodule:${'2'.repeat(40)}`,
      `lib ${compared}`,
    ]);
    assert.deepEqual((await sides('link')).slice(1, 3), [
      `${file}/link?ref=${oldCommit}`,
      `${version}/link?${'2'.repeat(40)}`,
    ]);
  });

  it('reads the text of a link, the commit of a submodule, and nothing for a file that is not there', async () => {
    await signIn(sidebar.service, 'alice');
    const { host, owner, repo } = place.name;
    const read = async (uri: Uri): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(uri));
    const ref = await sidebar.service.git('alice/samples', 'rev-parse', 'main');
    const shaOf = async (path: string): Promise<string> =>
      await sidebar.service.git('alice/samples', 'rev-parse', `main:${path}`);
    const side = async (path: string, kind: EntryKind): Promise<string> =>
      await read(entryUri({ host, owner, repo, ref, path }, { kind, sha: await shaOf(path) }));
    assert.equal(await side('link-to-file', 'symlink'), 'README.md');
    assert.equal(await side('vendor/lib', 'submodule'), `Subproject commit ${await shaOf('vendor/lib')}\n`);
    assert.equal(await read(emptyUri({ host, owner, repo, ref, path: 'README.md' })), '');
    for (const query of ['submodule:', 'submodule:../x', 'nothing'])
      await assert.rejects(read(emptyUri({ host, owner, repo, ref, path: 'README.md' }).with({ query })));
  });

  it('lists 5,000 files without Load more, so that each is found by typing', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => changed(`src/part-${at % 100}/file-${at}.ts`)).sort(
      (one, two) => (one.path < two.path ? -1 : 1),
    );
    const { view } = looking(many);
    assert.equal((await view.rows('main ← v1.2: 5000 files')).length, 5_000);
    const tree = looking(many, true).view;
    assert.equal((await tree.rows('main ← v1.2: 5000 files', 'src')).length, 100);
  });

  it('says that there are no differences', async () => {
    const { view } = looking([]);
    assert.deepEqual(await view.rows(), ['main ← v1.2: no differences | alice/samples']);
    assert.deepEqual(await view.rows('main ← v1.2: no differences'), ['Both sides have the same files.']);
  });

  it('compares again when it is refreshed, and keeps its rows and their entries', async () => {
    const { view, comparison } = looking([changed('a'), changed('b')]);
    const group = await view.row('main ← v1.2: 2 files');
    const kept = await view.row('main ← v1.2: 2 files', 'b');
    again = () => Promise.resolve(resultOf([changed('b')]));
    view.tree.refresh(group);
    assert.deepEqual(await view.rows('main ← v1.2: 2 files'), ['b']);
    assert.equal(redrawn, 1);
    assert.equal(group.node.row.label, 'main ← v1.2: 1 file');
    assert.equal(await view.row('main ← v1.2: 1 file', 'b'), kept);
    again = () => Promise.reject(new Failure('unreachable', 'gone', { reason: 'offline' }));
    view.tree.refresh(group);
    const [failed = '', ...rows] = await view.rows('main ← v1.2: 1 file');
    assert.match(failed, /^Could not refresh main ← v1\.2: 1 file \| /);
    assert.deepEqual(rows, ['b']);
    comparison.reuse();
    view.tree.refresh(group);
    assert.deepEqual(await view.rows('main ← v1.2: 1 file'), ['b']);
  });

  it('stands above a history, which says that it has no commits', async () => {
    const view = new Looking(
      fixed(() => [
        historyNode(
          'history:1',
          'alice/samples',
          fixed(() => []),
        ),
      ]),
    );
    assert.deepEqual(await view.rows('History of alice/samples'), []);
    const none = new Looking(
      fixed(() => [
        historyNode('history:2', 'alice/empty', () => ({
          next: () => Promise.resolve({ done: true, value: undefined }),
        })),
      ]),
    );
    assert.deepEqual(await none.rows('History of alice/empty'), ['No commits found.']);
  });
});
