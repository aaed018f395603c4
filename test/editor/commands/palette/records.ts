import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, Uri, window } from 'vscode';
import { until } from '../../../kit/until.ts';
import { closeInbox, openInbox } from '../../kit/inbox.ts';
import { showsTab } from '../../kit/tabs.ts';
import { opens, selects, shows, type Row, type Scene, type Walk } from './walk.ts';

const hookAddress = 'https://hooks.example.org/palette';

const hook = async ({ call }: Scene, address = hookAddress): Promise<Row> =>
  (await call('webhooks.list')).find(({ url }) => url === address) ?? assert.fail(`there is no webhook ${address}`);

const documentOf =
  (path: RegExp): (() => Promise<unknown>) =>
  () =>
    shows(path);

const issue = async ({ call }: Scene, number: number): Promise<Row> => await call<Row>('issues.get', { number });

/** Webhooks, releases, issues and milestones. */
export const records: readonly Walk[] = [
  {
    id: 'webhook.create',
    asks: async ({ person }) => {
      await person.isTold(/Enter an http\(s\) URL/, 'ftp://example.org');
      const box = await person.enters(hookAddress);
      assert.equal(`${box.step}/${box.totalSteps}`, '1/4');
      await person.picks('HMAC signature');
      assert.ok((await person.enters('hush-palette')).password, 'the secret is shown');
      const list = await person.list();
      assert.equal(`${list.step}/${list.totalSteps}`, '4/4');
      assert.deepEqual(
        list.selectedItems.map(({ label }) => label),
        ['Code was pushed'],
      );
      await person.ticks('Code was pushed', 'Someone commented');
    },
    then: async (scene) => {
      const { push_events, note_events, issues_events } = await hook(scene);
      assert.deepEqual([push_events, note_events, issues_events], [true, true, false]);
      const [{ params } = {}] = await scene.service.requests('webhooks.create');
      assert.equal(Number(params?.encryption_type), 1);
      await selects(hookAddress);
    },
  },
  {
    id: 'webhook.show',
    asks: ({ person }) => person.picks(hookAddress),
    then: () => showsTab(/Webhook \d+/),
  },
  {
    id: 'webhook.edit',
    asks: async ({ person }) => {
      await person.picks(hookAddress);
      const box = await person.box();
      assert.equal(box.value, hookAddress);
      await person.enters(`${hookAddress}/2`);
      await person.picks('Secret token header');
      const secret = await person.enters('');
      assert.ok(secret.password);
      assert.ok(![secret.value, secret.placeholder, secret.prompt].join().includes('hush-palette'));
      const list = await person.list();
      assert.deepEqual(
        list.selectedItems.map(({ label }) => label),
        ['Code was pushed', 'Someone commented'],
      );
      await person.ticks('An issue was created or closed');
    },
    then: async (scene) => {
      const { push_events, issues_events } = await hook(scene, `${hookAddress}/2`);
      assert.deepEqual([push_events, issues_events], [false, true]);
    },
  },
  {
    id: 'webhook.test',
    before: ({ call, service }) => call('webhooks.create', { url: `${service.url}/-/nowhere`, push_events: true }),
    asks: ({ person }) => person.picks(/nowhere/),
    then: async ({ person, service }) => {
      assert.equal(person.works[0]?.title, 'Testing the webhook');
      await person.answers(/^The delivery to http:.+nowhere failed with 405: .+/);
      // Read before, and then until the result is there.
      assert.ok((await service.requests('webhooks.get')).length <= 5);
    },
  },
  {
    id: 'webhook.remove',
    asks: async ({ person }) => {
      await person.picks(`${hookAddress}/2`);
      await person.answers(/^Remove the webhook to https:\/\/hooks\.example\.org\/palette\/2\?$/, 'Remove Webhook');
    },
    then: async ({ call }) =>
      assert.ok(!(await call('webhooks.list')).some(({ url }) => String(url).startsWith(hookAddress))),
  },
  { id: 'release.create', then: documentOf(/alice\/website\/releases\/new\.md$/) },
  { id: 'release.showLatest', then: documentOf(/alice\/website\/releases\/.+\.md$/) },
  { id: 'release.open', asks: ({ person }) => person.picks('Version 1.0'), then: documentOf(/releases\/v1\.0\.md$/) },
  { id: 'release.edit', asks: ({ person }) => person.picks('Version 1.0'), then: documentOf(/releases\/v1\.0\.md$/) },
  {
    id: 'release.upload',
    before: async ({ folder }) => {
      await writeFile(join(folder, 'one.bin'), 'one');
      await writeFile(join(folder, 'two.bin'), 'two');
    },
    asks: async ({ person, folder }) => {
      await person.picks('Version 1.0');
      const { options } = await person.chooses(Uri.file(join(folder, 'one.bin')), Uri.file(join(folder, 'two.bin')));
      assert.deepEqual([options.canSelectMany, options.title], [true, 'Choose files to attach to v1.0']);
    },
    then: async ({ person, call }) => {
      const [work] = person.works;
      assert.equal(work?.title, 'Attaching to v1.0');
      for (const words of ['one.bin (1/2)', 'one.bin 100%', 'two.bin (2/2)', 'two.bin 100%'])
        assert.ok(work.reports.includes(words), `${words} in ${work.reports.join(', ')}`);
      const { assets } = await call<{ assets: Row[] }>('releases.byTag', { tag: 'v1.0' });
      assert.deepEqual(
        assets.filter(({ type }) => type === 'attach').map(({ name }) => name),
        ['one.bin', 'two.bin'],
      );
      await selects('one.bin');
    },
  },
  {
    id: 'release.download',
    asks: async ({ person, folder }) => {
      await person.picks('Version 1.0');
      await person.picks('two.bin');
      const { options } = await person.chooses(Uri.file(join(folder, 'got.bin')));
      assert.match(options.defaultUri?.path ?? '', /two\.bin$/);
    },
    then: async ({ person, folder }) => {
      assert.equal(await readFile(join(folder, 'got.bin'), 'utf8'), 'two');
      await person.answers(/^Downloaded two\.bin\.$/, 'Reveal');
      await person.opens(/^revealFileInOS .+got\.bin$/);
    },
  },
  {
    id: 'release.removeAttachment',
    asks: async ({ person }) => {
      await person.picks('Version 1.0');
      await person.picks('two.bin');
      await person.answers(/^Remove two\.bin from v1\.0\?$/, 'Remove Attachment');
    },
    then: async ({ call }) => {
      const { assets } = await call<{ assets: Row[] }>('releases.byTag', { tag: 'v1.0' });
      assert.ok(!assets.some(({ name }) => name === 'two.bin'));
    },
  },
  { id: 'issue.create', then: documentOf(/alice\/website\/issues\/new\.md$/) },
  { id: 'issue.open', asks: ({ person }) => person.picks(/^#12 /), then: documentOf(/website\/issues\/12\.md$/) },
  {
    // The document of an issue answers the question, also if its repository is not the active one.
    id: 'issue.show',
    before: () => opens('sourcehost-record://local/acme/platform/issues/1.md'),
    then: ({ person }) => showsTab(/^#1 /).then(() => assert.equal(person.asked, 0)),
  },
  {
    id: 'issue.show',
    before: () => opens('sourcehost-record://local/acme/platform/issues/new.md'),
    asks: ({ person }) => person.picks(/^#12 /),
    then: () => showsTab(/^#12 /),
  },
  {
    id: 'issue.edit',
    asks: async ({ person }) => {
      await person.picks(/^#12 /);
      await person.picks('Title');
      await person.isTold(/Enter a value/, '');
      await person.goesBack();
      await person.picks('Title');
      await person.enters('Named in the palette');
    },
    then: async (scene) => assert.equal((await issue(scene, 12)).title, 'Named in the palette'),
  },
  {
    id: 'issue.editMany',
    asks: async ({ person }) => {
      const rows = [await person.sees(/^#12 /), await person.sees(/^#11 /)];
      await person.ticks(...rows.map(({ label }) => label));
      await person.picks('Add Labels');
      await person.types('by palette');
      await person.ticks('by palette');
      const { detail } = await person.answers(/^2 of 2 change\.$/, 'Change 2 issues');
      assert.match(detail, /^#12 .+: \+by palette\n#11 .+: \+by palette$/);
    },
    then: async (scene) => {
      for (const number of [11, 12]) {
        const { labels } = await issue(scene, number);
        assert.ok(
          (labels as Row[]).some(({ name }) => name === 'by palette'),
          `#${number}`,
        );
      }
      await scene.person.answers(/^2 issues changed\.$/);
    },
  },
  {
    id: 'inbox.markDone',
    before: ({ service }) => openInbox(service),
    asks: ({ person }) => person.picks(/^#/),
    then: closeInbox,
  },
  {
    id: 'inbox.snooze',
    before: ({ service }) => openInbox(service),
    asks: async ({ person }) => {
      await person.picks(/^#/);
      await person.sees('In 30 Days');
      const days = await person.list();
      // On some weekdays two of the others are one day, which is offered once.
      const labels = days.items.map(({ label }) => label);
      assert.deepEqual([labels[0], labels.at(-1)], ['Tomorrow', 'In 30 Days']);
      await person.types('2199-02-28');
      await person.picks('2199-02-28');
    },
    then: closeInbox,
  },
  {
    id: 'inbox.markUnread',
    before: ({ service }) => openInbox(service),
    asks: ({ person }) => person.picks(/^#/),
    then: closeInbox,
  },
  {
    id: 'issue.close',
    asks: ({ person }) => person.picks(/^#12 /),
    then: async (scene) => {
      assert.equal((await issue(scene, 12)).state, 'closed');
      await scene.person.answers(/^Closed issue #12$/);
    },
  },
  {
    id: 'issue.reopen',
    asks: ({ person }) => person.picks(/^#12 /),
    then: async (scene) => assert.notEqual((await issue(scene, 12)).state, 'closed'),
  },
  {
    id: 'issue.addComment',
    asks: ({ person }) => person.picks(/^#12 /),
    then: () => showsTab(/^#12 /),
  },
  {
    id: 'issue.editComment',
    before: async ({ call }) => {
      await call('issueComments.create', { number: 12, body: 'Written before' });
    },
    asks: async ({ person }) => {
      await person.picks(/^#12 /);
      await person.picks('Written before');
    },
    then: () => showsTab(/^#12 /),
  },
  {
    id: 'issue.quoteComment',
    asks: async ({ person }) => {
      await person.picks(/^#12 /);
      await person.picks('Written before');
    },
    then: () => showsTab(/^#12 /),
  },
  {
    id: 'issue.deleteComment',
    asks: async ({ person }) => {
      await person.picks(/^#12 /);
      await person.picks('Written before');
      await person.answers(/^Delete this comment\?/, 'Delete');
    },
    then: async (scene) => {
      const comments = await scene.call('issues.comments', { number: 12 });
      assert.ok(!comments.some(({ body }) => body === 'Written before'));
    },
  },
  {
    id: 'issue.startWork',
    before: () => commands.executeCommand('workbench.action.closeAllEditors'),
    asks: async ({ person }) => {
      await person.picks(/^#12 /);
      const box = await person.box();
      assert.equal(`${box.step}/${box.totalSteps}`, '2/2');
      assert.match(box.value, /^12-\p{L}/u);
      await person.isTold(/cannot contain spaces/, 'two words');
      await person.goesBack();
      await person.picks(/^#12 /);
      await person.enters('12-from-palette');
    },
    then: async (scene) => {
      const { assignee } = await scene.call<{ assignee?: { login?: string } }>('issues.get', { number: 12 });
      assert.equal(assignee?.login, 'alice');
      assert.ok(await scene.service.git('alice/website', 'rev-parse', '12-from-palette'));
      await scene.person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/website@12-from-palette\/?$/);
    },
  },
  { id: 'milestone.create', then: documentOf(/alice\/website\/milestones\/new\.md$/) },
  {
    id: 'milestone.open',
    before: ({ call }) => call('milestones.create', { title: 'From the palette', due_on: '2031-01-31' }),
    asks: ({ person }) => person.picks('From the palette'),
    then: documentOf(/website\/milestones\/\d+\.md$/),
  },
  {
    id: 'milestone.edit',
    asks: ({ person }) => person.picks('From the palette'),
    then: documentOf(/website\/milestones\/\d+\.md$/),
  },
  {
    id: 'milestone.close',
    asks: ({ person }) => person.picks('From the palette'),
    then: async ({ call }) => {
      const all = await call('milestones.list', { state: 'closed' });
      assert.ok(all.some(({ title }) => title === 'From the palette'));
    },
  },
  {
    id: 'milestone.reopen',
    asks: ({ person }) => person.picks('From the palette'),
    then: async ({ call }) => {
      const all = await call('milestones.list', { state: 'open' });
      assert.ok(all.some(({ title }) => title === 'From the palette'));
    },
  },
  {
    id: 'milestone.remove',
    asks: async ({ person }) => {
      await person.picks('From the palette');
      await person.answers(/^Remove the milestone “From the palette”\?$/, 'Remove');
    },
    then: async ({ call }) => {
      const all = await call('milestones.list', { state: 'all' });
      assert.ok(!all.some(({ title }) => title === 'From the palette'));
    },
  },
  {
    id: 'support.report',
    then: () =>
      until(() => /^> Review this before you share it/m.test(window.activeTextEditor?.document.getText() ?? '')),
  },
];
