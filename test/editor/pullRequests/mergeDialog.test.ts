import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };

describe('the list of a merge', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  const person = new Person();

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });
  after(() => service.reset());

  const start = (number: number | string): Promise<unknown> =>
    Promise.resolve(commands.executeCommand('sourcehost.pullRequest.merge', { [target]: { ...at, number } }));
  const read = async (number: number | string): Promise<PullRequest> =>
    await commands.executeCommand<PullRequest>('sourcehost.pullRequest.get', { ...at, number });
  const rows = (): readonly string[] => person.rows.map(({ label }) => label);
  async function created(): Promise<string> {
    await service.act({ do: 'push', repository: at.repository, branch: 'topic', files: { 'a.md': 'a' } });
    const given = { ...at, title: 'Topic', head: 'topic', base: 'main' };
    return (await commands.executeCommand<PullRequest>('sourcehost.pullRequest.create', given)).number;
  }

  it('begins with what is missing, in the words of the host, and shows them again when it refuses', async () => {
    const ran = start(43);
    await person.sees('Merge');
    assert.deepEqual(rows().slice(0, 4), ['The pull request is a draft.', 'Merge', 'Squash', 'Rebase']);
    assert.equal((await person.list()).activeItems[0]?.label, 'Merge');
    await person.picks('Merge');
    await person.sees(/The host says: The pull request is a draft\./);
    assert.deepEqual(person.told, [], 'no message besides the list');
    await person.picks('The pull request is a draft.');
    assert.equal((await person.answers(/Missing for a merge/)).detail, 'The pull request is a draft.');
    await person.sees('Merge');
    await person.dismisses();
    await ran;
    assert.deepEqual([(await service.requests('pullRequests.merge')).length, (await read(43)).state], [1, 'open']);
  });

  it('merges with the texts and the branch that were chosen in it', async () => {
    const number = await created();
    const ran = start(number);
    await person.sees(/^Remove the branch “topic” after the merge \| no/);
    await person.picks(/^Remove the branch/);
    await person.sees(/^Remove the branch “topic” after the merge \| yes/);
    await person.picks('Title of the commit');
    await person.enters('All of it');
    await person.sees(/^Title of the commit \| All of it/);
    await person.picks('Message below the title');
    await person.dismisses();
    await person.picks('Squash');
    await ran;
    const message = await service.git(at.repository, 'log', '-1', '--format=%B', 'main');
    assert.deepEqual([message.trim(), (await read(number)).state], ['All of it', 'merged']);
    assert.equal(await service.git(at.repository, 'for-each-ref', 'refs/heads/topic'), '');
  });

  async function createdOn(lower: string, head: string): Promise<string> {
    await commands.executeCommand('sourcehost.branch.create', { ...at, refs: lower, branch_name: head });
    await service.act({ do: 'push', repository: at.repository, branch: head, files: { [`${head}.md`]: '1' } });
    const given = { ...at, title: head, head, base: lower };
    return (await commands.executeCommand<PullRequest>('sourcehost.pullRequest.create', given)).number;
  }

  it('is followed by the offer of the new base to the pull request on top, which its page offers too', async () => {
    const lower = await created();
    const [first, second] = [await createdOn('topic', 'first'), await createdOn('topic', 'second')];
    const ran = start(lower);
    await person.sees('Merge');
    await person.picks('Merge');
    const question = (number: string): RegExp => new RegExp(`^Merge !${number} into “main” from now on\\?$`);
    const any = /^Merge !\d+ into “main” from now on\?$/;
    const { text } = await person.answers(any, 'Change Base');
    await person.answers(any);
    await ran;
    const changed = question(first).test(text) ? first : second;
    const other = changed === first ? second : first;
    assert.deepEqual([(await read(changed)).base.ref, (await read(other)).base.ref], ['main', 'topic']);
    using pages = new ShownPages();
    await commands.executeCommand('sourcehost.pullRequest.show', { [target]: { ...at, number: other } });
    await until(() => pages.sections.get('stack')?.includes('Change Base to main…') === true);
    pages.follow('changeBase', { base: 'main' });
    await person.answers(question(other), 'Change Base');
    await until(async () => (await read(other)).base.ref === 'main');
  });

  it('keeps the branch while it is the base of the pull request on top, because the host left it so', async () => {
    const lower = await created();
    const above = await createdOn('topic', 'above');
    await service.set({ habits: { pullBase: 'ignored' } });
    const ran = start(lower);
    await person.picks(/^Remove the branch/);
    await person.sees(/^Remove the branch “topic” after the merge \| yes/);
    await person.picks('Merge');
    await person.answers(new RegExp(`^Merge !${above} into “main” from now on\\?$`), 'Change Base');
    await person.answers(
      /^The base was not changed\. The host left “topic” as the base .* Change it on its web page\.$/,
    );
    await person.answers(new RegExp(`the branch “topic” was not removed\\. It is the base of !${above}\\.$`));
    await ran;
    assert.notEqual(await service.git(at.repository, 'for-each-ref', 'refs/heads/topic'), '');
  });

  it('keeps what is missing from administrators apart, behind a question of its own', async () => {
    const number = await created();
    const now = await service.call('pullRequests.get', { number });
    const mergeable_state = {
      ...{ state: false, can_force_merge: true, ci_state_passed: false, reason: { ci_state_passed: 'CI failed.' } },
      merge_request_switch: { disable_squash_merge: true },
    };
    const json = { ...now, mergeable_state };
    await service.fail({ operation: 'pullRequests.get', fault: { kind: 'answer', status: 200, json } });
    const ran = start(number);
    await person.sees('Force the Merge…');
    assert.ok(!rows().includes('Squash'));
    await person.picks('Force the Merge…');
    const { modal, detail } = await person.answers(new RegExp(`^Force the merge of !${number}\\?$`), 'Force');
    assert.ok(modal);
    assert.match(detail, /CI failed\./);
    await ran;
    const [request] = await service.requests('pullRequests.merge');
    assert.equal(request?.params.force_merge, true);
  });
});
