import assert from 'node:assert/strict';
import { commands, window, type Uri } from 'vscode';
import { edit, newDocument } from '../../documents/documents.ts';
import { until } from '../../../kit/until.ts';
import { showsTab } from '../../kit/tabs.ts';
import { shows, type Row, type Scene, type Walk } from './walk.ts';

const base = 'palette/base';
const head = 'palette/topic';

const pullRequest = async ({ call }: Scene, title: string): Promise<Row> =>
  (await call('pullRequests.list', { state: 'all' })).find((one) => one.title === title) ??
  assert.fail(`there is no pull request ${title}`);

const comments = async ({ call }: Scene): Promise<readonly Row[]> =>
  (await call('pullRequestComments.list', { number: 41 })).flatMap((root) => [
    root,
    ...((root.reply ?? []) as readonly Row[]).map((reply) => ({ discussion_id: root.discussion_id, ...reply })),
  ]);

const labels = async ({ call }: Scene): Promise<ReadonlyMap<unknown, string>> =>
  new Map(
    (await call('labels.list')).map(({ name, color }) => [name, String(color).replace('#', '').toLowerCase()] as const),
  );

/** Pull requests, their comments, and labels. */
export const pullRequests: readonly Walk[] = [
  {
    id: 'pullRequest.create',
    before: async ({ call, service }) => {
      await call('branches.create', { refs: 'main', branch_name: base });
      await service.act({
        do: 'push',
        repository: 'alice/website',
        branch: head,
        files: { 'palette.md': 'from the palette' },
      });
    },
    asks: async ({ person }) => {
      await person.picks(head);
      const written = await newDocument('pulls');
      await edit(written, /title: .*/, 'title: From a walk');
      await edit(written, /base: .*/, `base: ${base}`);
      assert.ok(await written.save());
    },
    then: async (scene) => {
      const { state, head: from, base: into } = await pullRequest(scene, 'From a walk');
      assert.deepEqual([state, (from as Row).ref, (into as Row).ref], ['open', head, base]);
      await shows(/\/pulls\/\d+\.md$/);
    },
  },
  {
    id: 'pullRequest.list',
    then: async ({ service }) => assert.notEqual((await service.requests('pullRequests.list')).length, 0),
  },
  {
    id: 'pullRequest.show',
    // The document of a pull request would answer the question.
    before: async () => void (await commands.executeCommand('workbench.action.closeAllEditors')),
    asks: ({ person }) => person.picks(/From a walk/),
    then: () => showsTab(/^!\d+ From a walk$/),
  },
  {
    id: 'pullRequest.edit',
    asks: ({ person }) => person.picks(/From a walk/),
    then: async (scene) => {
      const { number } = await pullRequest(scene, 'From a walk');
      await until(() => window.activeTextEditor?.document.uri.path.endsWith(`/pulls/${String(number)}.md`) === true);
    },
  },
  {
    id: 'pullRequest.merge',
    asks: async ({ person }) => {
      await person.picks(/From a walk/);
      await person.sees(/^Remove the branch “palette\/topic” after the merge \| no/);
      await person.picks('Title of the commit');
      await person.enters('All in one');
      await person.picks('Message below the title');
      await person.enters('From the palette.');
      await person.sees(/^Title of the commit \| All in one/);
      await person.picks('Squash');
    },
    then: async (scene) => {
      assert.equal((await pullRequest(scene, 'From a walk')).state, 'merged');
      assert.equal(await scene.service.git('alice/website', 'show', `${base}:palette.md`), 'from the palette');
      const message = await scene.service.git('alice/website', 'log', '-1', '--format=%B', base);
      assert.equal(message.trim(), 'All in one\n\nFrom the palette.');
      assert.match(await scene.service.git('alice/website', 'for-each-ref', `refs/heads/${head}`), /commit/);
    },
  },
  {
    id: 'pullRequest.review',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      assert.ok((await person.answers(/^Approve !42\?$/, 'Approve')).modal);
    },
    then: async ({ call }) => {
      const { assignees } = await call<{ readonly assignees: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.equal(assignees.find(({ login }) => login === 'alice')?.accept, true);
    },
  },
  {
    id: 'pullRequest.tryMerge',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      await person.picks('README.md');
      await person.tells(/^You cannot push to the branch of !42, so the result is read-only\.$/);
    },
    then: () => {
      const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
      const { result } = input as { readonly result: Uri };
      assert.match(result.path, /README\.md$/);
      return Promise.resolve();
    },
  },
  {
    id: 'pullRequest.resetDecisions',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      await person.picks('Approvers');
      assert.ok((await person.answers(/^Withdraw the decisions in !42\?$/, 'Withdraw')).modal);
    },
    then: async ({ call }) => {
      const { assignees } = await call<{ readonly assignees: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.ok(assignees.every(({ accept }) => accept !== true));
    },
  },
  {
    id: 'pullRequest.assignTesters',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      await person.ticks('alice');
    },
    then: async ({ call }) => {
      const { testers } = await call<{ readonly testers: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.deepEqual(
        testers.map(({ login }) => login),
        ['alice'],
      );
    },
  },
  {
    id: 'pullRequest.markTested',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      assert.ok((await person.answers(/^Mark !42 as tested\?$/, 'Mark as Tested')).modal);
    },
    then: async ({ call }) => {
      const { testers } = await call<{ readonly testers: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.equal(testers.find(({ login }) => login === 'alice')?.accept, true);
    },
  },
  {
    id: 'pullRequest.assignReviewers',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      await person.ticks('alice', 'bob');
    },
    then: async ({ call }) => {
      const now = await call<{ readonly approval_reviewers: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.deepEqual(now.approval_reviewers.map(({ login }) => login).sort(), ['alice', 'bob']);
    },
  },
  {
    id: 'pullRequest.assignApprovers',
    asks: async ({ person }) => {
      await person.picks(/^!42 /);
      await person.ticks('alice', 'bob');
    },
    then: async ({ call }) => {
      const now = await call<{ readonly assignees: readonly Row[] }>('pullRequests.get', { number: 42 });
      assert.deepEqual(now.assignees.map(({ login }) => login).sort(), ['alice', 'bob']);
    },
  },
  {
    id: 'pullRequest.comment',
    asks: async ({ person }) => {
      await person.picks(/^!41 /);
      await person.isTold(/Enter a value/, ' ');
      await person.enters('Said in a walk');
    },
    then: async (scene) => assert.ok((await comments(scene)).some(({ body }) => body === 'Said in a walk')),
  },
  {
    id: 'pullRequest.editComment',
    asks: async ({ person }) => {
      await person.picks(/^!41 /);
      await person.picks('Said in a walk');
    },
    then: () => showsTab(/^!41 /),
  },
  {
    id: 'pullRequest.deleteComment',
    asks: async ({ person }) => {
      await person.picks(/^!41 /);
      await person.picks('Said in a walk');
      await person.answers(/^Delete this comment\?/, 'Delete');
    },
    then: async (scene) => assert.ok(!(await comments(scene)).some(({ body }) => body === 'Said in a walk')),
  },
  {
    id: 'pullRequest.reply',
    asks: async ({ person }) => {
      await person.picks(/^!41 /);
      await person.picks('这里需要翻译。');
      await person.enters('Answered in a walk');
    },
    then: async (scene) => {
      const all = await comments(scene);
      const [asked, answered] = ['这里需要翻译。', 'Answered in a walk'].map((text) =>
        all.find(({ body }) => body === text),
      );
      assert.equal(answered?.discussion_id, asked?.discussion_id ?? assert.fail('there is no discussion'));
    },
  },
  {
    id: 'pullRequest.resolve',
    asks: async ({ person }) => {
      await person.picks(/^!41 /);
      await person.picks('这里需要翻译。');
    },
    then: async (scene) =>
      assert.equal((await comments(scene)).find(({ body }) => body === '这里需要翻译。')?.resolved, true),
  },
  {
    id: 'label.create',
    asks: async ({ person }) => {
      await person.isTold(/Enter a value/, '');
      await person.enters('walked');
      await person.isTold(/Write a color/, 'blue');
      await person.enters('#1d76db');
    },
    then: async (scene) => assert.equal((await labels(scene)).get('walked'), '1d76db'),
  },
  {
    id: 'label.edit',
    asks: async ({ person }) => {
      await person.picks('walked');
      assert.equal((await person.box()).value, 'walked');
      await person.enters('walked on');
      await person.enters('');
    },
    then: async (scene) => {
      const now = await labels(scene);
      assert.deepEqual([now.get('walked'), now.get('walked on')], [undefined, '1d76db']);
    },
  },
  {
    id: 'label.remove',
    asks: async ({ person }) => {
      await person.picks('walked on');
      assert.ok((await person.answers(/^Remove the label “walked on”\?$/, 'Remove')).modal);
    },
    then: async (scene) => assert.ok(!(await labels(scene)).has('walked on')),
  },
];
