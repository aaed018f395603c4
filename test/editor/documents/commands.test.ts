import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { commands, Selection, Uri, window, workspace, type CodeAction } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { milestoneKind } from '../../../src/domain/documents/kinds/milestone.ts';
import { releaseKind } from '../../../src/domain/documents/kinds/release.ts';
import { newText } from '../../kit/frontMatter.ts';
import { Person } from '../kit/person.ts';
import { begin, call, edit, eventually, issue, open, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { changesWithin } from '../../kit/requests.ts';

type Row = Record<string, unknown>;
const at = { host: 'local', repository: 'alice/website' };

async function run(id: string, args: object = {}): Promise<Row> {
  return await commands.executeCommand<Row>(`sourcehost.${id}`, { ...at, ...args });
}

/** The code actions at a position of a file. */
async function offers(uri: Uri, at: Selection): Promise<CodeAction[]> {
  const all = await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, at);
  return all.filter(({ command }) => command?.command.startsWith('sourcehost.') === true);
}

const namesOf = ({ labels }: Row): string[] => (labels as { name: string }[]).map(({ name }) => name);

describe('commands on issues, milestones and releases', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('create an issue and return it', async () => {
    const requests = await requestsOf(async () => {
      const created = await run('issue.create', { title: 'From code', body: 'a\r\nb', labels: ['bug', '性能'] });
      assert.deepEqual([created.title, created.body, namesOf(created)], ['From code', 'a\r\nb', ['bug', '性能']]);
    });
    assert.deepEqual(requests, ['issues.create']);
  });

  it('create rules and protected tags once if the connection broke after it', async () => {
    for (const [id, operation, args] of [
      ['branchRule.create', 'branchRules.create', { wildcard: 'lost/*', pusher: 'admin', merger: 'develop' }],
      ['protectedTag.create', 'protectedTags.create', { name: 'lost-*', create_access_level: 40 }],
    ] as const) {
      await service.fail({ operation, fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
      assert.ok(await run(id, args));
      assert.equal((await service.requests(operation)).length, 1, id);
    }
  });

  it('edit, close and reopen one or several issues, with the required title and one result for each', async () => {
    const title = (await issue(2)).title;
    await service.clear();
    assert.deepEqual(namesOf(await run('issue.edit', { number: 2, labels: ['question'] })), ['question']);
    // A document that an earlier suite opened may be read as late as now.
    const requests = (await service.requests()).filter(({ params }) => Number(params.number) === 2);
    changesWithin(
      budget.requests.saveRecord,
      requests.map(({ operation }) => operation),
      'issues.edit',
    );
    const [sent] = await service.requests('issues.edit');
    assert.deepEqual(
      { ...sent?.params, number: 2 },
      { number: 2, owner: 'alice', repo: 'website', title, labels: 'question' },
    );
    const many = [2, 3, 4];
    const closed = await commands.executeCommand<Row[]>('sourcehost.issue.close', { ...at, number: many });
    assert.deepEqual(
      closed.map(({ number, state }) => [number, state]),
      many.map((number) => [String(number), 'closed']),
    );
    const again = await commands.executeCommand<Row[]>('sourcehost.issue.reopen', { ...at, number: many });
    assert.ok(again.every(({ state }) => state === 'opened' || state === 'open'));
  });

  it('continue if one of several fails, and name it', async () => {
    const failed = run('issue.close', { number: [5, 99_999, 6] });
    await assert.rejects(failed, (error: Row) => {
      assert.deepEqual([error.name, error.kind], ['Failure', 'missing']);
      assert.match(String(error.message), /1 of 3 issues could not be changed: #99999: /);
      return true;
    });
    assert.deepEqual([(await issue(5)).state, (await issue(6)).state], ['closed', 'closed']);
  });

  it('change only the issues that differ, read each once, and tell the result of each', async () => {
    for (const [number, labels] of [
      [21, 'bug'],
      [22, 'bug,done'],
      [23, ''],
    ] as const)
      await call('issues.edit', { number, title: `Bulk ${number}`, labels });
    const many = { numbers: [21, 22, 99_999, 23], add_labels: ['done'], remove_labels: 'question' };
    const planned = await requestsOf(async () => {
      const plan = (await run('issue.editMany', { ...many, dryRun: true })) as unknown as readonly Row[];
      assert.deepEqual(
        plan.map(({ number, changed }) => [number, changed]),
        [
          [21, true],
          [22, false],
          [99_999, false],
          [23, true],
        ],
      );
    });
    // The list has all but one.
    assert.deepEqual(planned, ['issues.list', 'issues.get']);
    const requests = await requestsOf(async () => {
      const results = (await run('issue.editMany', many)) as unknown as readonly Row[];
      assert.deepEqual(
        results.map(({ number, changed, error }) => [number, changed, error !== undefined]),
        [
          [21, true, false],
          [22, false, false],
          [99_999, false, true],
          [23, true, false],
        ],
      );
      assert.match(String(results[2]?.error), /Not found/);
    });
    changesWithin(6, requests, 'issues.edit', 'issues.edit');
    const [first] = await service.requests('issues.edit');
    assert.deepEqual(
      { ...first?.params, number: 21 },
      { number: 21, owner: 'alice', repo: 'website', title: 'Bulk 21', labels: 'bug,done' },
    );
    assert.deepEqual(namesOf(await issue(23)), ['done']);
  });

  it('call an issue changed that got only a part of the label changes, and name the rest', async () => {
    await call('issues.edit', { number: 24, title: 'Partly', labels: 'question' });
    await service.set({ habits: { labelsOnEdit: 'add' } });
    try {
      const change = { numbers: [24], add_labels: ['done'], remove_labels: ['question'] };
      const results = (await run('issue.editMany', change)) as unknown as readonly Row[];
      assert.deepEqual(results, [{ number: 24, changed: true, error: 'Not changed by the host: Labels' }]);
      assert.deepEqual(namesOf(await issue(24)), ['question', 'done']);
      const again = (await run('issue.editMany', change)) as unknown as readonly Row[];
      assert.deepEqual(again, [{ number: 24, changed: false, error: 'Not changed by the host: Labels' }]);
    } finally {
      await service.set({ habits: { labelsOnEdit: 'replace' } });
    }
  });

  it('refuse a bulk edit without a change before any request', async () => {
    const requests = await requestsOf(async () => {
      const field = 'add_labels';
      await assert.rejects(run('issue.editMany', { numbers: [2] }), { name: 'Failure', kind: 'invalid', field });
      await assert.rejects(run('issue.editMany', { numbers: [2], dryRun: true }), { kind: 'invalid', field });
    });
    assert.deepEqual(requests, []);
  });

  it('refuse a label with a comma, an unknown field and an empty change before any request', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ number: 2, labels: ['a,b'] }, 'labels'],
      [{ number: 2, colour: 'red' }, 'colour'],
      [{ number: 2 }, 'title'],
      [{ number: 2, state: 'closed' }, 'state'],
    ];
    for (const [args, field] of cases) {
      const requests = await requestsOf(async () => {
        await assert.rejects(run('issue.edit', args), { name: 'Failure', kind: 'invalid', field });
      });
      assert.deepEqual(requests, []);
    }
  });

  it('update the open document of the issue, and merge with its unsaved text', async () => {
    const document = await open('issues/7.md');
    await run('issue.edit', { number: 7, title: 'By command' });
    await eventually(() => assert.match(document.getText(), /^title: By command$/m));
    await edit(document, 'By command', 'By hand');
    await run('issue.edit', { number: 7, labels: 'bug' });
    assert.ok(document.isDirty);
    assert.ok(await document.save());
    const { title, labels } = await issue(7);
    assert.deepEqual([title, namesOf({ labels })], ['By hand', ['bug']]);
  });

  it('create, edit, close, reopen and remove a milestone; title, due date and state are always sent', async () => {
    await service.set({ operation: 'milestones.edit', habits: { milestoneReopens: true } });
    const { number } = await run('milestone.create', { title: 'M', due_on: '2027-01-31', description: 'x' });
    assert.equal((await run('milestone.close', { number })).state, 'closed');
    const edited = await run('milestone.edit', { number, description: 'y' });
    assert.deepEqual(
      [edited.title, edited.due_on, edited.state, edited.description],
      ['M', '2027-01-31', 'closed', 'y'],
    );
    assert.equal((await run('milestone.reopen', { number })).state, 'active');
    await run('milestone.remove', { number });
    await assert.rejects(run('milestone.open', { number }), { kind: 'missing' });
  });

  it('create and edit a release; tag, name and notes are always sent', async () => {
    const created = await run('release.create', { tag_name: 'rel/1', name: 'One', body: 'a', release_status: 'pre' });
    assert.deepEqual([created.tag_name, created.name, created.prerelease], ['rel/1', 'One', true]);
    const edited = await run('release.edit', { tag: 'rel/1', name: 'Uno' });
    assert.deepEqual([edited.name, edited.body], ['Uno', 'a']);
    await assert.rejects(run('release.edit', { tag: 'rel/1' }), { kind: 'invalid', field: 'name' });
    assert.ok((await run('release.showLatest')).tag_name);
  });

  it('start an issue from a selection, and from a comment in the code', async () => {
    const document = await workspace.openTextDocument({
      content: 'a();\n// TODO(ann): tidy this up\nb(`x`);\n',
      language: 'typescript',
    });
    const editor = await window.showTextDocument(document);
    editor.selection = new Selection(1, 5, 1, 5);
    await run('issue.createFromComment', { uri: document.uri.toString() });
    assert.match(
      window.activeTextEditor?.document.getText() ?? '',
      /^---\ntitle: tidy this up\n[^]*\n---\n\n.*:2`?\n$/,
    );
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const shown = await window.showTextDocument(document);
    shown.selection = new Selection(2, 0, 2, 7);
    await run('issue.createFromSelection', { uri: document.uri.toString() });
    assert.match(
      window.activeTextEditor?.document.getText() ?? '',
      /^---\ntitle: \n[^]*\n\n```typescript\nb\(`x`\);\n```\n$/,
    );
  });

  it('offer an issue for a comment only in a file of a repository', async () => {
    const files = { 'src/todo.txt': 'a();\n  // FIXME: this waits for ever\nb();\n' };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'with-todo', files });
    const uri = Uri.parse('sourcehost://local/alice/website@with-todo/src/todo.txt');
    const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
    const at = new Selection(1, 8, 1, 8);
    editor.selection = at;
    assert.deepEqual(await offers(uri, new Selection(0, 0, 0, 0)), []);
    const foreign = Uri.joinPath(Uri.file(tmpdir()), 'sourcehost-foreign.txt');
    await workspace.fs.writeFile(foreign, Buffer.from('# TODO: not ours\n'));
    await workspace.openTextDocument(foreign);
    assert.deepEqual(await offers(foreign, new Selection(0, 3, 0, 3)), []);
    await workspace.fs.delete(foreign);
    const [offer, ...others] = await offers(uri, at);
    assert.deepEqual([offer?.title, others], ['Create Issue from Comment', []]);
    await commands.executeCommand(offer?.command?.command ?? '', ...((offer?.command?.arguments ?? []) as unknown[]));
    const text = window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^---\ntitle: this waits for ever\n/);
    // The link stays right when the branch moves.
    const commit = await service.git('alice/website', 'rev-parse', 'with-todo');
    assert.ok(text.endsWith(`\n---\n\n${service.url}/alice/website/blob/${commit}/src/todo.txt#L2\n`), text);
  });

  it('take the issue whose page or document is open, without a question', async () => {
    await commands.executeCommand('sourcehost.repository.lock', at);
    try {
      await run('issue.show', { number: 5 });
      await commands.executeCommand('sourcehost.issue.close');
      assert.equal((await issue(5)).state, 'closed');
      await commands.executeCommand('workbench.action.closeAllEditors');
      await run('issue.open', { number: 5 });
      await commands.executeCommand('sourcehost.issue.reopen');
      assert.notEqual((await issue(5)).state, 'closed');
    } finally {
      await commands.executeCommand('sourcehost.repository.follow', {});
    }
  });

  it('start an issue from the template of the repository', async () => {
    const files = {
      '.gitcode/ISSUE_TEMPLATE/bug.md': '---\nname: Bug\ntitle: "[Bug] "\nlabels: bug\n---\n\n**What**\n',
    };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    const chosen = run('issue.createFromTemplate');
    await eventually(async () => {
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      assert.match(
        window.activeTextEditor?.document.getText() ?? '',
        /^---\ntitle: "\[Bug\] "\n[^]*labels:\n {2}- bug\n[^]*\n\n\*\*What\*\*\n$/,
      );
    });
    await chosen;
  });

  it('open a new issue without a broken form, and name its file and line', async () => {
    const path = '.gitcode/ISSUE_TEMPLATE/broken.yml';
    const settings = { '.gitcode/ISSUE_TEMPLATE/config.yml': 'blank_issues_enabled: false\n' };
    const files = { [path]: 'name: x\nbody:\n- type: input\n  attributes: { label: A }\n validations: {}\n' };
    // The commit is known from before the push, as in a window in which a file of the branch was opened.
    await workspace.fs.readFile(Uri.parse('sourcehost://local/alice/website/README.md'));
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { ...files, ...settings } });
    const person = new Person();
    person.sit();
    try {
      const chosen = Promise.resolve(run('issue.createFromTemplate'));
      await person.sees(/^broken /);
      assert.ok(!person.rows.some(({ label }) => label === 'Blank Issue'));
      await person.picks(/^broken /);
      const sent = await requestsOf(() => person.waitsFor(chosen));
      within(1, sent);
      assert.match(window.activeTextEditor?.document.getText() ?? '', /^---\ntitle: \n[^]*\n---\n\n$/);
      await person.answers(new RegExp(`^${path}, line 5: this template could not be read`), 'Open File');
      await eventually(() => {
        const { document, selection } = window.activeTextEditor ?? {};
        assert.deepEqual([document?.uri.path.endsWith(path), selection?.active.line], [true, 4]);
      });
    } finally {
      person.leave();
    }
    const none = { [path]: null, '.gitcode/ISSUE_TEMPLATE/config.yml': null };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: none });
  });

  it('offer a blank issue with the templates, within few requests', async () => {
    const person = new Person();
    person.sit();
    try {
      const sent = await requestsOf(async () => {
        const chosen = Promise.resolve(run('issue.createFromTemplate'));
        await person.picks(/^Blank Issue/);
        await person.waitsFor(chosen);
      });
      within(budget.requests.issueTemplate, sent);
      assert.match(window.activeTextEditor?.document.getText() ?? '', /^---\ntitle: \n[^]*\n---\n\n$/);
    } finally {
      person.leave();
    }
  });

  it('draft release notes from the issues closed since the last release, grouped by label', async () => {
    const { number } = (await call('issues.create', { title: 'Done just now', labels: 'enhancement' })) as {
      number: number;
    };
    await call('issues.edit', { number, title: 'Done just now', state: 'close' });
    const document = await open('releases/new.md');
    await commands.executeCommand('sourcehost.release.draftNotes', document.uri);
    assert.match(
      document.getText(),
      new RegExp(`\\n## enhancement\\n\\n(- .*\\n)*- Done just now \\(#${number}\\)\\n`),
    );
  });
});

describe('milestones and releases as documents', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('open with one request, save with two, and send the fields that the service always requires', async () => {
    const [milestone] = (await call('milestones.list', {})) as { number: number; title: string; due_on: string }[];
    assert.ok(milestone);
    const { number, title, due_on } = milestone;
    assert.deepEqual(await requestsOf(() => open(`milestones/${number}.md`)), ['milestones.get']);
    const document = await open(`milestones/${number}.md`);
    assert.match(
      document.getText(),
      new RegExp(
        `^---\\ntitle: ${title}\\nstate: open\\ndue_on: ${due_on}\\n# number: ${number}\\n# counts: \\d+ open, \\d+ closed\\n`,
      ),
    );
    await edit(document, 'state: open', 'state: closed');
    changesWithin(budget.requests.saveRecord, await requestsOf(() => document.save()), 'milestones.edit');
    const [sent] = await service.requests('milestones.edit');
    assert.deepEqual(
      { ...sent?.params, number },
      { owner: 'alice', repo: 'website', number, title, due_on, state: 'closed' },
    );
    const tag = 'release:2.0-beta';
    assert.deepEqual(await requestsOf(() => open(`releases/${tag}.md`)), ['releases.byTag']);
    const release = await open(`releases/${tag}.md`);
    assert.match(
      release.getText(),
      /^---\nname: .*\n# tag: release\/2\.0-beta\n# target: main\n# status: pre\n# author: bob\n/,
    );
    await edit(release, 'Try it.', 'Try it now.');
    changesWithin(budget.requests.saveRecord, await requestsOf(() => release.save()), 'releases.edit');
    const { body } = (await call('releases.byTag', { tag: 'release/2.0-beta' })) as Row;
    assert.equal(body, 'Try it now.\n');
  });

  it('are created by the first save of a new document, which becomes their document', async () => {
    const milestone = await open('milestones/new.md');
    assert.equal(milestone.getText(), newText(milestoneKind));
    await edit(milestone, 'title: ', 'title: Next');
    await edit(milestone, 'due_on:', 'due_on: 2027-02-28');
    // The created record may already be read.
    changesWithin(2, await requestsOf(() => milestone.save()), 'milestones.create');
    await eventually(() => assert.match(window.activeTextEditor?.document.uri.path ?? '', /\/milestones\/\d+\.md$/));
    const release = await open('releases/new.md');
    assert.equal(release.getText(), newText(releaseKind));
    await edit(release, 'name: ', 'name: Next');
    await edit(release, 'tag_name:', 'tag_name: next/1');
    const requests = await requestsOf(() => release.save());
    assert.deepEqual(
      requests.filter((operation) => operation === 'releases.create'),
      ['releases.create'],
    );
    await eventually(() => {
      assert.equal(window.activeTextEditor?.document.uri.path, '/alice/website/releases/next:1.md');
    });
  });
});
