import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from 'vscode';
import { within } from '../../budgets.ts';
import { branchesOf } from '../../../src/editor/features/branches/branchRows.ts';
import { tagsOf } from '../../../src/editor/features/tags/tagRows.ts';
import { ProtectedTags } from '../../../src/editor/features/tags/protectedTags.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from './sidebar.ts';

const repository = 'alice/notes';
const at = { host: 'local', repository };

/** Tests a repository with `many` branches and `many` tags: more than the 100 of a page. */
export function testManyRefs(many: number): void {
  const last = { branch: `b-${`${many - 1}`.padStart(5, '0')}`, tag: `t-${`${many - 1}`.padStart(5, '0')}` };
  const person = new Person();
  let sidebar: Sidebar;
  let commit: string;

  before(async () => {
    sidebar = new Sidebar();
    const { service } = sidebar;
    await service.reset();
    await signIn(service, 'alice');
    await service.act({
      do: 'call',
      operation: 'own.createRepository',
      params: { name: 'notes', auto_init: true },
      as: 'alice',
    });
    const [directory, head] = await Promise.all([
      service.git(repository, 'rev-parse', '--absolute-git-dir'),
      service.git(repository, 'rev-parse', 'HEAD'),
    ]);
    commit = head;
    const numbers = Array.from({ length: many }, (_, number) => `${number}`.padStart(5, '0'));
    const refs = [
      ...numbers.map((number) => `${commit} refs/heads/b-${number}`),
      `${commit} refs/heads/main`,
      ...numbers.map((number) => `${commit} refs/tags/t-${number}`),
    ];
    await writeFile(join(directory, 'packed-refs'), `# pack-refs with: sorted\n${refs.join('\n')}\n`);
  });
  beforeEach(() => person.sit());
  afterEach(() => person.leave());
  after(async () => {
    await commands.executeCommand('sourcehost.repository.follow', {});
    await tidy();
    assert.deepEqual(await sidebar.service.violations(), []);
    await sidebar.service.reset();
  });

  it('shows its branches and tags in the sidebar a hundred at a time, with a request for each hundred', async () => {
    const place = await sidebar.place(repository);
    for (const [operation, looking] of [
      ['branches.list', new Looking(branchesOf(place, () => {}))],
      ['tags.list', new Looking(tagsOf(place, new ProtectedTags(), () => {}))],
    ] as const) {
      await sidebar.asked();
      const rows = await looking.rows();
      assert.ok(rows.length >= 100 && rows.length <= 103, `${rows.length} rows of ${operation}`);
      assert.ok(
        rows.some((row) => row.startsWith('Load more')),
        rows.slice(-3).join(),
      );
      assert.deepEqual(await sidebar.asked(), [operation]);
    }
  });

  it('shows them in the views of the editor with one request for each view', async () => {
    const { service } = sidebar;
    await commands.executeCommand('sourcehost.repository.lock', at);
    await service.clear();
    const lists = async (kind: string): Promise<number> => (await service.requests(`${kind}.list`)).length;
    // One container has both views, so the second one may ask while the first one is opened.
    for (const kind of ['branches', 'tags']) {
      await commands.executeCommand(`sourcehost.${kind}.focus`);
      await until(async () => (await lists(kind)) > 0);
      await commands.executeCommand('workbench.view.explorer');
    }
    assert.deepEqual([await lists('branches'), await lists('tags')], [1, 1]);
  });

  it('finds a branch that no loaded page has by its typed name', async () => {
    const { service } = sidebar;
    await service.clear();
    using pages = new ShownPages();
    const ran = Promise.resolve(commands.executeCommand('sourcehost.branch.show', at));
    await person.sees('b-00000');
    assert.equal(person.rows.length, 101, 'a page and “Load more”');
    await person.types(last.branch);
    await person.picks(last.branch);
    await person.waitsFor(ran);
    assert.match(pages.sections.get('head') ?? '', new RegExp(`<bdi>${last.branch}</bdi>[^]*<code>${commit}</code>`));
    assert.deepEqual(
      (await service.requests()).map(({ operation }) => operation).filter((one) => one.startsWith('branches.')),
      ['branches.list', 'branches.get'],
    );
  });

  it('switches to a tag and removes a branch and a tag that no loaded page has', async () => {
    const { service } = sidebar;
    await service.clear();
    const switched = Promise.resolve(commands.executeCommand('sourcehost.ref.switch', at));
    await person.sees(/^b-\d+ \| branch/);
    assert.ok(person.rows.length <= 203, `${person.rows.length} rows`);
    await person.types(last.tag);
    await person.picks(last.tag);
    await person.opens(new RegExp(`alice/notes@${last.tag}`));
    await person.waitsFor(switched);
    within(8, await service.asked());
    for (const [command, name, ref] of [
      ['branch.remove', last.branch, `refs/heads/${last.branch}`],
      ['tag.remove', last.tag, `refs/tags/${last.tag}`],
    ] as const) {
      const removed = Promise.resolve(commands.executeCommand(`sourcehost.${command}`, at));
      await person.list();
      await person.types(name);
      await person.picks(name);
      await person.answers(/Remove|Delete/i, (await person.tells(/Remove|Delete/i)).actions[1]);
      await person.waitsFor(removed);
      assert.equal(await service.git(repository, 'for-each-ref', ref), '', `${ref} is still there`);
    }
  });
}
