import assert from 'node:assert/strict';
import type { Command, MarkdownString, StatusBarItem } from 'vscode';
import { silent } from '../../../src/core/log.ts';
import type { HistoryCommit } from '../../../src/domain/git/gitHistory.ts';
import { CiReports } from '../../../src/domain/runs/ciReports.ts';
import { RunList } from '../../../src/domain/runs/runList.ts';
import { Runs } from '../../../src/domain/runs/runs.ts';
import { branchesOf } from '../../../src/editor/features/branches/branchRows.ts';
import { CiStatus } from '../../../src/editor/features/runs/ciStatus.ts';
import { commitsOf } from '../../../src/editor/kit/rows/changes/commitRows.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { RowRuns } from '../../../src/editor/kit/rows/runTexts.ts';
import type { ShownRef } from '../../../src/editor/kit/rows/shownRef.ts';
import { itemOf, tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { InboxTime } from '../../kit/inboxClock.ts';
import { until } from '../../kit/until.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

/** The visible text. */
const textOf = (tooltip: string | MarkdownString): string =>
  (typeof tooltip === 'string' ? tooltip : tooltip.value).replaceAll(/&#(\d+);/g, (_, code) =>
    String.fromCharCode(Number(code)),
  );

describe('the CI of branches and commits', () => {
  let sidebar: Sidebar;
  let website: RepositoryPlace;
  let ci: CiReports;
  const loadCi = (): Promise<CiReports> => Promise.resolve(ci);

  beforeEach(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    website = await sidebar.place('alice/website');
    ci = new CiReports(new RunList(sidebar.features), new Runs(sidebar.features));
    await sidebar.asked();
  });
  afterEach(async () => {
    assert.deepEqual(await sidebar.service.violations(), []);
    await sidebar.service.reset();
  });

  const tipOf = async (branch: string): Promise<string> =>
    (await sidebar.service.git('alice/website', 'rev-parse', `refs/heads/${branch}`)).trim();
  const hidden = async (): Promise<void> =>
    await sidebar.service.fail({ operation: 'runs.list', fault: { kind: 'error', status: 405 }, times: 9 });

  const branches = (): { looking: Looking; drawn: () => boolean } => {
    let isDrawn = false;
    const draw = (): void => {
      isDrawn = true;
      looking.tree.redraw(({ id }) => id.startsWith('branch:'));
    };
    const looking = new Looking(branchesOf(website, () => {}, new RowRuns(website, loadCi, draw)));
    return { looking, drawn: () => isDrawn };
  };

  it('is in the row of a branch after one request for all, and says what is about an earlier commit', async () => {
    const { looking, drawn } = branches();
    await looking.rows();
    await until(drawn);
    const rows = await looking.rows();
    const rowOf = (name: string): string => rows.find((row) => row.startsWith(`${name} |`)) ?? '';
    assert.match(rowOf('main'), /^main \| default · Checks #1: passed · /);
    assert.match(rowOf('develop'), /^develop \| Checks #3: running · /);
    // Its run is of a pull request: it is about a preview of the merge.
    assert.ok(!rowOf('feature/login').includes('Checks'));
    assert.deepEqual(await sidebar.asked(), ['branches.list', 'runs.list']);
    const item = itemOf(await looking.row('main'));
    assert.match(String(item.description), /Checks #1: passed/);
    await sidebar.service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { a: 'a' } });
    const later = branches();
    await later.looking.rows();
    await until(later.drawn);
    assert.match(
      (await later.looking.rows())[0] ?? '',
      /^main \| default · Checks #1: passed, about an earlier commit · /,
    );
    assert.deepEqual(await sidebar.asked(), ['branches.list']);
  });

  it('is in the tooltip of a branch, which asks for that branch', async () => {
    const { looking } = branches();
    const row = await looking.row('main');
    await sidebar.asked();
    const tooltip = tooltipOf(await row.node.tooltip!(new AbortController().signal));
    assert.match(textOf(tooltip), /Checks #1: passed · /);
    assert.deepEqual(
      (await sidebar.asked()).filter((one) => one !== 'runs.list'),
      ['branches.get'],
    );
  });

  it('is in the row, the tooltip and the spoken text of its commit only', async () => {
    const tip = await tipOf('main');
    const commits = [tip, 'f'.repeat(40)].map((sha): HistoryCommit => ({
      ...{ sha, parents: [], message: `Change ${sha[0]}`, authorName: 'Alice' },
      ...{ authorEmail: '', authoredDate: '' },
    }));
    const list = {
      ...{ tip, path: '' },
      page: () => Promise.resolve({ commits, hasMore: false }),
      filesOf: () => Promise.resolve([]),
    };
    let isDrawn = false;
    const draw = (): void => {
      isDrawn = true;
      looking.tree.redraw();
    };
    const runs = new RowRuns(website, loadCi, draw, () => 'main');
    const looking: Looking = new Looking(commitsOf(website, () => Promise.resolve(list), { ci: runs }));
    await looking.rows();
    await until(() => isDrawn);
    const [first, second] = await looking.rows();
    assert.match(first ?? '', /^Change \w \| Alice · Checks #1: passed$/);
    assert.equal(second, 'Change f | Alice');
    const { node } = await looking.row(first?.split(' | ')[0] ?? '');
    assert.match(node.row.spoken ?? '', /Checks #1: passed/);
    assert.match(textOf(node.hover?.() ?? ''), /Checks #1: passed · /);
    assert.deepEqual(await sidebar.asked(), ['runs.list']);
  });

  it('is nothing where the host has none, which is asked once', async () => {
    await hidden();
    await ci.runs(website, {}, {});
    for (let twice = 0; twice < 2; twice += 1) {
      ci.forget();
      const { looking } = branches();
      await looking.rows();
      await (
        await looking.row('main')
      ).node.tooltip!(new AbortController().signal);
      assert.ok(!(await looking.rows()).join('\n').includes('Checks'));
    }
    assert.equal((await sidebar.asked()).filter((one) => one === 'runs.list').length, 1);
  });

  describe('in the status bar', () => {
    let time: InboxTime;
    let status: CiStatus;
    let item: Pick<StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation' | 'command'> & { isShown: boolean };

    beforeEach(() => {
      time = new InboxTime(0);
      const shown = {
        ...{ text: '', tooltip: undefined, accessibilityInformation: undefined, command: undefined, isShown: false },
        show: () => void (shown.isShown = true),
        hide: () => void (shown.isShown = false),
        dispose: () => {},
      };
      item = shown;
      const { connections } = sidebar;
      status = new CiStatus({ connections, loadCi, log: silent }, shown as unknown as StatusBarItem, time);
    });
    afterEach(() => status.dispose());

    const at = async (branch: string, ref?: string): Promise<ShownRef> => ({
      ...{ ...sidebar.at('alice/website'), ref },
      head: { kind: 'branch', name: branch, commit: await tipOf(branch) },
    });
    const clicked = () => {
      const { command: id, arguments: given } = item.command as Command;
      const [first] = given as readonly { readonly [target]: Readonly<Record<string, unknown>> }[];
      return { id, about: first?.[target] ?? {} };
    };
    const isRead = async (): Promise<boolean> => (await sidebar.service.requests('runs.list')).length > 0;

    it('names each CI of the open branch with its state, and leads to its run', async () => {
      status.show(await at('main'));
      assert.deepEqual([item.isShown, await sidebar.asked()], [false, []]);
      await time.pass(3_000, isRead);
      await until(() => item.isShown);
      assert.equal(item.text, '$(pass) Checks #1');
      assert.equal(item.accessibilityInformation?.label, 'CI of main. Checks #1: passed');
      assert.match(textOf(item.tooltip ?? ''), /\*\*CI of main\*\*\s+Checks #1: passed · /);
      const { id, about } = clicked();
      assert.equal(id, 'sourcehost.run.show');
      assert.match(String(about.workflow_run_id), /^[\da-f]{32}$/);
      await sidebar.asked();
      status.show(await at('main'));
      await time.pass(3_000);
      assert.deepEqual([item.isShown, await sidebar.asked()], [true, []]);
      status.show(undefined);
      assert.equal(item.isShown, false);
    });

    it('shows that of the pull request whose head is open, and leads to its page', async () => {
      status.show(await at('feature/login', '!41/feature/login'));
      await time.pass(3_000, isRead);
      await until(() => item.isShown);
      assert.equal(item.text, '$(error) Checks #2');
      assert.equal(item.accessibilityInformation?.label, 'CI of !41. Checks #2: failed, maybe older');
      const { id, about } = clicked();
      assert.deepEqual([id, about.number], ['sourcehost.pullRequest.show', '41']);
    });

    it('is hidden without CI, and asks nothing for a branch that is left at once or without the focus', async () => {
      status.show(await at('develop'));
      status.show(undefined);
      await time.pass(10_000);
      time.setFocus(false);
      status.show(await at('develop'));
      await time.pass(10_000);
      assert.deepEqual(await sidebar.asked(), []);
      time.setFocus(true);
      await hidden();
      status.show(await at('develop'));
      await time.pass(3_000, isRead);
      await until(async () => (await sidebar.asked()).length > 0);
      assert.equal(item.isShown, false);
    });
  });
});
