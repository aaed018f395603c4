import assert from 'node:assert/strict';
import { commands, languages, Uri, window, type CodeLens, type TextDocument } from 'vscode';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import { peopleIn, roles } from '../../../src/domain/pullRequests/roles.ts';
import { budget, within } from '../../budgets.ts';
import { changesWithin } from '../../kit/requests.ts';
import { notesOf } from '../../../src/domain/documents/kinds/kind.ts';
import { pullRequestFields } from '../../../src/domain/pullRequests/pullRequestFields.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { frontMatter } from '../../kit/frontMatter.ts';
import { Person } from '../kit/person.ts';
import { showsTab } from '../kit/tabs.ts';
import { begin, call, edit, eventually, newDocument, open, recordAt, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const pull = async (number: number): Promise<PullRequest> =>
  await commands.executeCommand('sourcehost.pullRequest.get', { ...at, number });

describe('a pull request as a document', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('opens with one request and shows its fields', async () => {
    const requests = await requestsOf(() => open('pulls/41.md'));
    within(budget.requests.openRecord, requests);
    const text = (await open('pulls/41.md')).getText();
    const values = {
      title: 'Begin the login page',
      state: 'open',
      draft: 'false',
      labels: ['enhancement'],
      assignees: ['bob', 'xiaoming'],
      reviewers: ['xiaoming'],
      testers: ['carol'],
    };
    const notes = notesOf({ number: '41', author: 'alice', head: 'feature/login', base: 'main' });
    assert.ok(text.startsWith(frontMatter(pullRequestFields, values, notes)), text);
    assert.ok(text.endsWith('---\n\nA first page for #3, without the server.\n\n- [x] page\n- [ ] server\n'), text);
  });

  it('saves several fields with one change, and follows what the service has', async () => {
    const document = await open('pulls/43.md');
    await edit(
      document,
      /title: .*\nstate: open\ndraft: .*\nlabels:[^]*?\nassignees/,
      'title: The log\nstate: open\ndraft: false\nlabels: [bug]\nassignees',
    );
    await edit(document, /\nmilestone:[^\n]*/, '\nmilestone: Version 2.0');
    const requests = await requestsOf(() => document.save());
    // One for the title of the milestone; one reads the record, because the answer of a change lacks fields.
    changesWithin(budget.requests.saveRecord + 2, requests, 'pullRequests.edit');
    const { title, draft, labels, milestone } = await pull(43);
    assert.deepEqual(
      [title, draft, labels.map(({ name }) => name), milestone?.title],
      ['The log', false, ['bug'], 'Version 2.0'],
    );
    assert.equal(document.isDirty, false);
    await edit(document, 'title: The log', 'title: The whole log');
    changesWithin(budget.requests.saveRecord + 1, await requestsOf(() => document.save()), 'pullRequests.edit');
    const [request] = await service.requests('pullRequests.edit');
    assert.deepEqual(
      { ...request?.params, number: 0 },
      { number: 0, owner: 'alice', repo: 'website', title: 'The whole log' },
    );
  });

  it('saves approvers, reviewers and testers', async () => {
    const document = await open('pulls/42.md');
    await edit(document, /assignees:[^]*?\ntesters:[^\n]*/, 'assignees: [bob]\nreviewers: [bob]\ntesters: [carol]');
    await service.clear();
    assert.ok(await document.save(), JSON.stringify(languages.getDiagnostics(document.uri)));
    const now = await pull(42);
    const people = roles.map((role) => peopleIn(now, role).map(({ login }) => login));
    assert.deepEqual(people, [['bob'], ['bob'], ['carol']]);
    assert.deepEqual(await service.requests('pullRequests.edit'), []);
  });

  it('merges what others changed, and asks where both changed the same field', async () => {
    const document = await open('pulls/42.md');
    await edit(document, '也搜索标题。', '也搜索标题。\n\nWith tests.');
    await call('pullRequests.edit', { number: 42, title: 'Theirs', labels: 'bug' });
    assert.ok(await document.save());
    const merged = await pull(42);
    assert.deepEqual([merged.title, merged.body], ['Theirs', '也搜索标题。\n\nWith tests.']);
    await eventually(() => assert.match(document.getText(), /title: Theirs\n[^]*- bug\n/));
    await edit(document, 'title: Theirs', 'title: Mine');
    await call('pullRequests.edit', { number: 42, title: 'Theirs again' });
    assert.equal(await document.save(), false);
    await eventually(() => assert.equal(languages.getDiagnostics(document.uri)[0]?.code, 'conflict'));
    await commands.executeCommand('sourcehost.record.keepMine', { uri: document.uri });
    assert.equal((await pull(42)).title, 'Mine');
  });

  it('is from the branch that is open, without a question', async () => {
    await commands.executeCommand('vscode.open', Uri.parse('sourcehost://local/alice/website@feature:login/README.md'));
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' });
    try {
      await commands.executeCommand('sourcehost.pullRequest.create');
      assert.match((await newDocument('pulls')).getText(), /^head: feature\/login\nbase: main$/m);
    } finally {
      await commands.executeCommand('sourcehost.repository.follow', {});
    }
  });

  describe('of a branch of a fork', () => {
    const person = new Person();
    const create = async (answer: string): Promise<TextDocument> => {
      person.sit();
      try {
        const given = { host: 'local', repository: 'erik/website' };
        const ran = Promise.resolve(commands.executeCommand('sourcehost.pullRequest.create', { [target]: given }));
        await person.picks('patch-1');
        await person.sees(/^alice\/website \| parent/);
        const { placeholder } = await person.list();
        assert.equal(placeholder, 'Select the repository for the pull request');
        assert.deepEqual(
          person.rows.map(({ label }) => label),
          ['alice/website', 'erik/website'],
        );
        await person.picks(answer);
        await person.waitsFor(ran);
        return await newDocument('pulls');
      } finally {
        person.leave();
      }
    };

    it('is for the parent if the user says so', async () => {
      const document = await create('alice/website');
      assert.equal(document.uri.path, '/alice/website/pulls/new.md');
      assert.match(document.getText(), /\nhead: "?erik\/website:patch-1"?\nbase: main\n/);
      await edit(document, /title:.*/, 'title: From the fork');
      assert.ok(await document.save(), JSON.stringify(languages.getDiagnostics(document.uri)));
      const created = (await call('pullRequests.list', { state: 'open', per_page: 50 })) as PullRequest[];
      const { head, base } = created.find(({ title }) => title === 'From the fork') ?? assert.fail('it is not there');
      assert.deepEqual([head.repo?.full_name, head.ref, base.ref], ['erik/website', 'patch-1', 'main']);
    });

    it('stays in the fork if the user says so', async () => {
      const document = await create('erik/website');
      assert.equal(document.uri.path, '/erik/website/pulls/new.md');
      assert.match(document.getText(), /\nhead: patch-1\nbase: main\n/);
    });
  });

  it('is opened by the command that edits it, and shown as a page by a row, a link and its web address', async () => {
    await commands.executeCommand('sourcehost.pullRequest.edit', recordAt('pulls/44.md'));
    assert.equal(window.activeTextEditor?.document.uri.toString(), recordAt('pulls/44.md').toString());
    await closeAll();
    await commands.executeCommand('sourcehost.pullRequest.show', recordAt('pulls/44.md'));
    await showsTab(/^!44 /);
    const url = `${service.url}/alice/website/merge_requests/43`;
    assert.equal((await commands.executeCommand<PullRequest>('sourcehost.link.open', { url })).number, '43');
    await showsTab(/^!43 /);
    assert.equal(window.activeTextEditor, undefined);
  });

  it('leads to its issues, and an issue to its pull requests, with one request when it is asked', async () => {
    const person = new Person();
    const lens = async (path: string, title: RegExp): Promise<void> => {
      const { uri } = await open(path);
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri);
      const { command } = lenses.find((one) => title.test(one.command?.title ?? '')) ?? {};
      assert.equal(command?.command, 'sourcehost.record.showLinked');
      await service.clear();
      person.sit();
      const ran = Promise.resolve(commands.executeCommand('sourcehost.record.showLinked', uri));
      await person.picks(path.startsWith('issues') ? /^!41 / : /^#3 /);
      await person.waitsFor(ran);
      person.leave();
    };
    await lens('issues/3.md', / Pull Requests$/);
    await showsTab(/^!41 /);
    assert.equal((await service.requests('pullRequests.ofIssue')).length, 1);
    await lens('pulls/41.md', / Issues$/);
    await showsTab(/^#3 /);
    assert.equal((await service.requests('pullRequests.issues')).length, 1);
  });

  it('is shown by git where the host has none', async () => {
    const url = service.url.replace('127.0.0.1', 'localhost');
    const host = 'without-documents';
    await commands.executeCommand('sourcehost.host.add', {
      id: host,
      name: 'No pulls',
      apiUrl: url,
      authUrl: url,
      webUrl: url,
    });
    await commands.executeCommand('sourcehost.account.signInWithToken', { host, token: await service.token('alice') });
    await service.set({ habits: { optionalOperations: '404' } });
    const given = { host, repository: 'alice/website', number: 41 };
    const files = await commands.executeCommand('sourcehost.pullRequest.show', { [target]: given });
    assert.ok(Array.isArray(files) && files.length > 0);
    assert.deepEqual(window.tabGroups.activeTabGroup.tabs, []);
    await commands.executeCommand('sourcehost.host.remove', { host });
    await service.reset();
  });
});
