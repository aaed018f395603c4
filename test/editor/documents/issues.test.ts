import assert from 'node:assert/strict';
import { commands, languages, TabInputText, TabInputTextDiff, window, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { issueKind } from '../../../src/domain/documents/kinds/issue.ts';
import { newText } from '../../kit/frontMatter.ts';
import { begin, changeMeanwhile, edit, eventually, issue, open, recordAt, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { changesWithin } from '../../kit/requests.ts';

describe('an issue as a document', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('opens with two requests, shows its fields, and opens again without waiting for a request', async () => {
    // No other test opens it.
    const { title } = await issue(19);
    const requests = await requestsOf(() => open('issues/19.md'));
    within(budget.requests.openRecord, requests);
    const text = (await open('issues/19.md')).getText();
    assert.match(text, /^---\ntitle: .+\nstate: (opened|closed)\nlabels:/);
    assert.ok(text.includes(String(title)), text);
    assert.match(text, /\n# number: 19\n# author: \w+\n?/);
    assert.equal((await open('issues/19.md')).languageId, 'markdown');
  });

  it('saves the smallest change with two requests, and then shows the record of the service', async () => {
    const document = await open('issues/21.md');
    const before = await issue(21);
    await edit(document, 'title: ', 'title: The ');
    const requests = await requestsOf(() => document.save());
    changesWithin(budget.requests.saveRecord, requests, 'issues.edit');
    const [request] = await service.requests('issues.edit');
    const title = `The ${String(before.title)}`;
    assert.deepEqual({ ...request?.params, number: 0 }, { number: 0, owner: 'alice', repo: 'website', title });
    const after = await issue(21);
    assert.equal(after.title, title);
    assert.equal(after.body, before.body);
    await eventually(() =>
      assert.match(document.getText(), new RegExp(`# updated: ${String(after.updated_at).replace('+', '\\+')}`)),
    );
    assert.equal(document.isDirty, false);
    assert.deepEqual(await service.violations(), []);
  });

  it('shows the time of closing until it is reopened', async () => {
    await changeMeanwhile(9, { state: 'reopen' });
    const document = await open('issues/9.md');
    assert.doesNotMatch(document.getText(), /^# finished:/m);
    await edit(document, /state: \w+/, 'state: closed');
    assert.ok(await document.save());
    const { finished_at } = await issue(9);
    await eventually(() => assert.ok(document.getText().includes(`\n# finished: ${String(finished_at)}\n`)));
    // The names of the API mean the same.
    await edit(document, 'state: closed', 'state: reopen');
    assert.ok(await document.save());
    assert.equal((await issue(9)).state, 'opened');
    await eventually(() => assert.doesNotMatch(document.getText(), /^# finished:/m));
  });

  it('stays dirty if the service refuses, shows its message at the field, and can be saved later', async () => {
    const document = await open('issues/22.md');
    await edit(document, /assignee:[^\n]*/, 'assignee: nobody-at-all');
    await service.fail({
      operation: 'issues.edit',
      fault: { kind: 'error', status: 400, words: 'assignee nobody-at-all not found' },
      times: 1,
    });
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    const marked = await eventually(() => {
      const found = languages.getDiagnostics(document.uri).find(({ code }) => code === 'refused');
      assert.ok(found);
      return found;
    });
    assert.match(marked.message, /nobody-at-all not found/);
    assert.equal(document.getText(marked.range), 'nobody-at-all');
    await edit(document, 'nobody-at-all', 'bob');
    assert.ok(await document.save());
    assert.equal(((await issue(22)).assignee as { login: string }).login, 'bob');
    await eventually(() => assert.deepEqual(languages.getDiagnostics(document.uri), []));
  });

  it('is not saved without permission, and the message names the issue, the account and the way to get access', async () => {
    const uri = recordAt('issues/22.md');
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    await service.fail({ operation: 'issues.edit', fault: { kind: 'error', status: 403 }, times: 1 });
    const written = workspace.fs.writeFile(uri, new TextEncoder().encode(text.replace('title: ', 'title: Mine ')));
    const error: unknown = await Promise.resolve(written).catch((thrown: unknown) => thrown);
    assert.match(
      String(error),
      /Issue #22 of alice\/website was not saved: alice has no permission for this\. Ask an owner or administrator/,
    );
  });

  it('is not saved while its text has a line that is no field, and shows its position', async () => {
    const document = await open('issues/23.md');
    await edit(document, 'title: ', '- x\ntitle: ');
    assert.deepEqual(await requestsOf(async () => assert.equal(await document.save(), false)), []);
    await eventually(() => assert.equal(languages.getDiagnostics(document.uri)[0]?.code, 'notFields'));
  });

  it('shows a conflict, overwrites nothing, and resolves it as the user chooses', async () => {
    const choices = [
      ['keepMine', 'Mine', 26],
      ['takeTheirs', 'Theirs', 27],
    ] as const;
    for (const [choice, title, number] of choices) {
      const document = await open(`issues/${number}.md`);
      await edit(document, /title: .*/, 'title: Mine');
      await changeMeanwhile(number, { title: 'Theirs', labels: 'question' });
      assert.equal(await document.save(), false);
      assert.equal((await issue(number)).title, 'Theirs');
      await eventually(() => assert.equal(languages.getDiagnostics(document.uri)[0]?.code, 'conflict'));
      await eventually(() => assert.match(document.getText(), /title: Mine\n[^]*- question\n/));
      const diff = await eventually(() => {
        const input = window.tabGroups.activeTabGroup.activeTab?.input;
        assert.ok(input instanceof TabInputTextDiff && input.original.query === 'theirs');
        return input;
      });
      const theirs = await workspace.openTextDocument(diff.original);
      assert.match(theirs.getText(), /title: Theirs\n/);
      await commands.executeCommand(`sourcehost.record.${choice}`, { uri: document.uri });
      assert.equal((await issue(number)).title, title);
      await eventually(() => assert.match(document.getText(), new RegExp(`title: ${title}\n[^]*- question\n`)));
      await eventually(() => assert.equal(document.isDirty, false));
      await eventually(() => assert.deepEqual(languages.getDiagnostics(document.uri), []));
      assert.ok(window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputText);
    }
  });

  it('is created once by the first save of a new document, which becomes its document', async () => {
    const document = await open('issues/new.md');
    assert.equal(document.getText(), newText(issueKind));
    await edit(document, 'title: ', 'title: A new one');
    await edit(document, /\n\n$/, '\n\nIts text.\n');
    const requests = await requestsOf(() => document.save());
    // A change of issues also reads the open documents of other tests again.
    assert.equal(requests.filter((operation) => operation === 'issues.create').length, 1);
    const own = await eventually(() => {
      const active = window.activeTextEditor?.document;
      assert.match(active?.uri.path ?? '', /\/issues\/\d+\.md$/);
      return active;
    });
    const number = Number(/(\d+)\.md$/.exec(own?.uri.path ?? '')?.[1]);
    const read = (await service.requests('issues.get')).filter(({ params }) => Number(params.number) === number);
    assert.deepEqual(read, [], 'the answer to the creation is the record');
    assert.equal((await issue(number)).title, 'A new one');
    assert.equal((await issue(number)).body, 'Its text.\n');
    await eventually(() =>
      assert.ok(!window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label === 'New issue · website')),
    );
    const again = Buffer.from(await workspace.fs.readFile(recordAt('issues/new.md'))).toString();
    assert.match(again, /^---\ntitle: \n/);
    assert.deepEqual(await requestsOf(() => own?.save() ?? Promise.resolve(true)), []);
  });

  it('can be saved by a script through workspace.fs, without an editor', async () => {
    const uri = recordAt('issues/3.md');
    const text = Buffer.from(await workspace.fs.readFile(uri)).toString();
    await workspace.fs.writeFile(uri, Buffer.from(text.replace(/title: .*/, 'title: By script')));
    assert.equal((await issue(3)).title, 'By script');
    assert.match(Buffer.from(await workspace.fs.readFile(uri)).toString(), /title: By script/);
    await workspace.fs.writeFile(recordAt('issues/new.md'), Buffer.from('---\ntitle: Scripted\n---\n\n'));
    assert.match(Buffer.from(await workspace.fs.readFile(recordAt('issues/new.md'))).toString(), /^---\ntitle: \n/);
  });
});
