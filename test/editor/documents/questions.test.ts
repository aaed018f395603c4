import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { tidy } from '../kit/tidy.ts';
import { begin, call, issue, repository, service } from './documents.ts';
import { changesWithin } from '../../kit/requests.ts';

type Row = Record<string, unknown>;

describe('questions about issues', () => {
  const person = new Person();
  let milestones: readonly Row[];

  before(async () => {
    await begin();
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository });
    milestones = (await call('milestones.list', {})) as Row[];
  });
  beforeEach(async () => {
    person.sit();
    await service.clear();
  });
  afterEach(() => person.leave());
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  const namesOf = ({ labels }: Row): string[] => (labels as { name: string }[]).map(({ name }) => name);
  const sent = async (): Promise<Row | undefined> => (await service.requests('issues.edit')).at(-1)?.params;

  /** Starts a command from the palette, answers it, and waits until it is done. */
  async function asking(id: string, answers: () => Promise<unknown>): Promise<void> {
    const ran = Promise.resolve(commands.executeCommand(`sourcehost.${id}`));
    await answers();
    await person.waitsFor(ran);
  }

  const editing = (number: number, aspect: string, answers: () => Promise<unknown>): Promise<void> =>
    asking('issue.edit', async () => {
      await person.picks(new RegExp(`^#${number} `));
      await person.picks(aspect);
      await answers();
    });

  it('show the current values, go back, and send only the new title', async () => {
    const { title } = await issue(30);
    await service.clear();
    await asking('issue.edit', async () => {
      assert.equal((await person.list()).placeholder, 'Which issue?');
      await person.picks(/^#30 /);
      const aspects = await person.picks('Title');
      assert.equal(aspects.title, `#30 ${String(title)}`);
      assert.equal(aspects.placeholder, 'What do you want to change?');
      assert.deepEqual(
        aspects.items.map(({ label }) => label),
        ['Title', 'State', 'Labels', 'Assignee', 'Milestone'],
      );
      assert.equal(aspects.items[0]?.description, title);
      assert.equal((await person.box()).value, title);
      await person.isTold(/Enter a value/, ' ');
      await person.goesBack();
      await person.picks('Title');
      await person.enters('Asked for');
    });
    assert.deepEqual(
      { ...(await sent()), number: 30 },
      { owner: 'alice', repo: 'website', number: 30, title: 'Asked for' },
    );
    // The list is one page; the issue is read to show its values, and again before the change.
    changesWithin(4, await service.asked(), 'issues.edit');
    await person.answers(/^Updated issue #30$/, 'Undo');
    await until(async () => (await issue(30)).title === title);
  });

  it('preview the change of several rows, and undo it except what others changed since', async () => {
    await call('issues.edit', { number: 36, title: 'Open 36', state: 'reopen' });
    await call('issues.edit', { number: 37, title: 'Open 37', state: 'reopen' });
    await call('issues.edit', { number: 38, title: 'Closed 38', state: 'close' });
    await service.clear();
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#36 /), await person.sees(/^#37 /), await person.sees(/^#38 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('State');
      await person.picks('Close');
      await person.answers(/^2 of 3 change\.$/, 'Change 2 issues');
    });
    assert.deepEqual(
      person.works.map(({ title }) => title),
      ['Reading 3 issues', 'Changing 2 issues'],
    );
    // Documents that earlier tests opened may be read again meanwhile.
    const changed = (await service.requests('issues.edit')).map(({ params }) => Number(params.number)).sort();
    assert.deepEqual(changed, [36, 37]);
    await call('issues.edit', { number: 37, title: 'Open 37', state: 'reopen' });
    await call('issues.edit', { number: 37, title: 'Theirs', labels: 'theirs' });
    await person.answers(/^2 issues changed\.$/, 'Undo');
    await until(async () => (await issue(36)).state !== 'closed');
    const theirs = await issue(37);
    assert.deepEqual([theirs.title, namesOf(theirs)], ['Theirs', ['theirs']]);
    assert.equal((await issue(38)).state, 'closed');
  });

  it('name what others changed before an undo', async () => {
    await call('issues.edit', { number: 39, title: 'Assigned', assignee: 'alice' });
    await call('issues.edit', { number: 40, title: 'Assigned', assignee: 'alice' });
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#39 /), await person.sees(/^#40 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('Assignee');
      await person.picks('Unassigned');
      await person.answers(/^2 of 2 change\.$/, 'Change 2 issues');
    });
    await call('issues.edit', { number: 40, title: 'Assigned', assignee: 'bob' });
    await person.answers(/^2 issues changed\.$/, 'Undo');
    await person.answers(/^Changed meanwhile, and left as is: #40: Assignee$/);
    assert.equal(((await issue(39)).assignee as Row).login, 'alice');
    assert.equal(((await issue(40)).assignee as Row).login, 'bob');
  });

  it('change nothing after a dismissed preview', async () => {
    await call('issues.edit', { number: 41, title: 'Stays', state: 'reopen' });
    await service.clear();
    await asking('issue.editMany', async () => {
      await person.ticks((await person.sees(/^#41 /)).label);
      await person.picks('State');
      await person.picks('Close');
      await person.answers(/^1 of 1 change\.$/);
    });
    assert.equal(await sent(), undefined);
  });

  it('change no issue in another way than the preview shows', async () => {
    for (const number of [36, 37]) await call('issues.edit', { number, title: `Shown ${number}`, labels: 'kept' });
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#36 /), await person.sees(/^#37 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('Remove Labels');
      await person.ticks('kept', 'bug');
      const question = await person.tells(/^2 of 2 change\.$/);
      assert.match(question.detail, /#37 Shown 37: −kept/);
      await call('issues.edit', { number: 37, title: 'Shown 37', labels: 'kept,bug' });
      question.answer('Change 2 issues');
    });
    await person.answers(/^1 issue changed, 1 not\.$/);
    assert.deepEqual([namesOf(await issue(36)), namesOf(await issue(37)).sort()], [[], ['bug', 'kept']]);
  });

  it('change nothing if the reading before the preview is cancelled', async () => {
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#42 /), await person.sees(/^#43 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('State');
      await service.fail({ operation: 'issues.list', fault: { kind: 'stalled', at: 'headers' } });
      await person.picks('Reopen');
      (await person.watches(/^Reading 2 issues$/)).cancel();
    });
    await service.calm();
    assert.equal(await sent(), undefined);
  });

  it('tell which issues a cancelled bulk edit changed, and undo these', async () => {
    for (const number of [44, 45, 46]) await call('issues.edit', { number, title: `Cancelled ${number}`, labels: '' });
    await service.clear();
    await service.fail({ operation: 'issues.edit', fault: { kind: 'stalled', at: 'headers' }, skip: 1 });
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#44 /), await person.sees(/^#45 /), await person.sees(/^#46 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('Add Labels');
      await person.types('cancelled');
      await person.ticks('cancelled');
      await person.answers(/^3 of 3 change\.$/, 'Change 3 issues');
      const work = await person.watches(/^Changing 3 issues$/);
      await until(async () => (await service.requests('issues.edit')).length === 2);
      work.cancel();
    });
    await service.calm();
    const labelled = async (): Promise<number[]> => {
      const numbers: number[] = [];
      for (const number of [44, 45, 46]) if (namesOf(await issue(number)).includes('cancelled')) numbers.push(number);
      return numbers;
    };
    assert.equal((await labelled()).length, 1);
    await person.answers(/^1 issue changed, 2 not\.$/, 'Undo');
    await until(async () => (await labelled()).length === 0);
  });

  it('name every issue of a bulk edit in the results, also one that failed', async () => {
    for (const number of [47, 48]) await call('issues.edit', { number, title: `Result ${number}`, labels: '' });
    await service.fail({ operation: 'issues.edit', where: { number: 47 }, fault: { kind: 'error', status: 403 } });
    await asking('issue.editMany', async () => {
      const rows = [await person.sees(/^#47 /), await person.sees(/^#48 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('Add Labels');
      await person.types('results');
      await person.ticks('results');
      await person.answers(/^2 of 2 change\.$/, 'Change 2 issues');
    });
    await service.calm();
    await person.answers(/^1 issue changed, 1 not\.$/, 'Show Results');
    const failed = await person.sees('#47 Result 47');
    assert.match(String(failed.detail), /^alice has no permission for this\./);
    assert.equal((await person.sees('#48 Result 48')).detail, 'changed');
    await person.dismisses();
  });

  it('tick the labels of the issue, and accept a typed new label', async () => {
    await call('issues.edit', { number: 32, title: 'Labelled', labels: 'bug,question' });
    await editing(32, 'Labels', async () => {
      const list = await person.list();
      await person.sees('性能');
      assert.deepEqual(
        list.selectedItems.map(({ label }) => label),
        ['bug', 'question'],
      );
      await person.types('bug');
      assert.deepEqual(
        person.rows.map(({ label }) => label),
        ['bug'],
      );
      await person.types('brand new');
      list.selectedItems = [...list.selectedItems, await person.sees(/brand new \| as typed/)];
      // Ticked rows stay during a search.
      await person.types('perf');
      await person.types('');
      await person.ticks('bug', 'brand new', '性能');
    });
    assert.equal((await sent())?.labels, 'bug,性能,brand new');
    assert.deepEqual(new Set(namesOf(await issue(32))), new Set(['bug', 'brand new', '性能']));
  });

  it('refuse a label with a comma, and send nothing', async () => {
    await editing(33, 'Labels', async () => {
      await person.types('one, two');
      await person.ticks('one, two');
      await person.answers(/comma/);
    });
    assert.equal(await sent(), undefined);
  });

  it('assign a listed or a typed person, and remove the assignee', async () => {
    await editing(34, 'Assignee', () => person.picks('bob'));
    assert.equal(((await issue(34)).assignee as Row).login, 'bob');
    await editing(34, 'Assignee', async () => {
      // The current assignee is the active row.
      await person.sees('bob');
      assert.equal((await person.list()).activeItems[0]?.label, 'bob');
      await person.types('carol');
      await person.picks('carol');
    });
    assert.equal(((await issue(34)).assignee as Row).login, 'carol');
    await editing(34, 'Assignee', () => person.picks('Unassigned'));
    assert.equal((await issue(34)).assignee, null);
  });

  it('set and remove the milestone of an issue', async () => {
    const [first] = milestones;
    await editing(35, 'Milestone', () => person.picks(String(first?.title)));
    assert.equal(((await issue(35)).milestone as Row).number, first?.number);
    await editing(35, 'Milestone', () => person.picks('No Milestone'));
    assert.equal((await issue(35)).milestone ?? null, null);
    assert.equal((await sent())?.milestone, 0);
  });

  it('offer only open issues to close, and only closed issues to reopen', async () => {
    await call('issues.edit', { number: 36, title: 'To and fro', state: 'reopen' });
    await asking('issue.close', () => person.picks('#36 To and fro'));
    assert.equal((await sent())?.state, 'close');
    const { state, finished_at } = await issue(36);
    assert.deepEqual([state, typeof finished_at], ['closed', 'string']);
    const offered = (id: string): Promise<readonly string[]> =>
      new Promise((resolve, reject) => {
        const look = async (): Promise<void> => {
          const list = await person.list();
          await until(() => !list.busy);
          resolve(person.rows.map(({ label }) => label));
        };
        person.dismissing(id, look).catch(reject);
      });
    assert.ok(!(await offered('issue.close')).includes('#36 To and fro'));
    await asking('issue.reopen', () => person.picks('#36 To and fro'));
    assert.equal((await sent())?.state, 'reopen');
    assert.ok(!(await offered('issue.reopen')).includes('#36 To and fro'));
    await editing(36, 'State', async () => {
      await person.sees('Reopen');
      assert.equal((await person.list()).activeItems[0]?.label, 'Close');
      await person.picks('Close');
    });
    assert.equal((await issue(36)).state, 'closed');
  });

  it('offer open milestones to close, and ask for the due date if the service refuses the change without it', async () => {
    await service.fail({
      operation: 'milestones.get',
      fault: {
        kind: 'answer',
        status: 200,
        json: { number: milestones[0]?.number, title: 'Dayless', state: 'active' },
      },
      times: 1,
    });
    await asking('milestone.close', async () => {
      await person.sees('Version 2.0');
      assert.ok(!person.rows.some(({ label }) => label === 'Version 1.1'));
      await person.picks(String(milestones[0]?.title));
      await person.isTold(/not a date such as/, 'soon');
      await person.enters('2031-01-31');
    });
    const sent = (await service.requests('milestones.edit')).map(({ params }) => [
      params.title,
      params.due_on,
      params.state,
    ]);
    assert.deepEqual(sent, [
      ['Dayless', undefined, 'closed'],
      ['Dayless', '2031-01-31', 'closed'],
    ]);
  });

  it('send nothing if any of them is dismissed', async () => {
    await person.dismissing('issue.edit', () => person.sees(/^#37 /));
    await person.dismissing('issue.edit', async () => {
      await person.picks(/^#37 /);
      await person.sees('Title');
    });
    await person.dismissing('issue.edit', async () => {
      await person.picks(/^#37 /);
      await person.picks('Title');
      await person.box();
    });
    assert.deepEqual([await sent(), person.told], [undefined, []]);
  });
});
