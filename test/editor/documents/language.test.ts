import assert from 'node:assert/strict';
import {
  commands,
  type CodeLens,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type MarkdownString,
  type TextDocument,
  Uri,
  workspace,
  type WorkspaceEdit,
} from 'vscode';
import { issueKind } from '../../../src/domain/documents/kinds/issue.ts';
import { fieldsOf } from '../../../src/domain/documents/kinds/kind.ts';
import { allMarked, behind, fix, fixOf, labelsOf, marked, offered, own } from './marks.ts';
import { begin, edit, eventually, open, recordAt, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { within } from '../../budgets.ts';

async function hover(document: TextDocument, what: string): Promise<string> {
  const hovers = await commands.executeCommand<Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    behind(document, what).translate(0, -1),
  );
  const words = hovers.flatMap(({ contents }) => contents.map((one) => (one as MarkdownString).value)).join('\n');
  return words.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

describe('the text of an issue', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  it('completes labels with their colour and description, members, milestones and states, with one request for each', async () => {
    const document = await open('issues/new.md');
    await edit(document, 'labels: []', 'labels: [bug, ]');
    const requests = await requestsOf(async () => {
      const labels = await offered(document, '[bug, ');
      assert.deepEqual(labelsOf(labels).sort(), [
        'documentation',
        'enhancement',
        'good first issue',
        'question',
        '性能',
        '无障碍',
      ]);
      const question = labels.find(({ label }) => label === 'question');
      assert.equal(question?.documentation, '#ffffff');
      const wish = labels.find(({ label }) => label === 'enhancement');
      assert.equal(wish?.documentation, 'Something new, or better than before\n\n#a2eeef');
      assert.match(question.detail ?? '', /^Used by \d+ recent issues$/);
      const people = await offered(document, 'assignee:');
      assert.deepEqual(labelsOf(people).slice(0, 1), ['alice']);
      assert.ok(labelsOf(people).includes('bob'));
      const milestones = await offered(document, 'milestone:');
      assert.deepEqual(labelsOf(milestones), ['Version 1.2', 'Version 2.0', '第三季度', 'Version 1.1']);
      assert.match(
        milestones.find(({ label }) => label === 'Version 1.1')?.detail ?? '',
        /^closed · due [A-Z][a-z]{2} \d+, \d{4} · /,
      );
      assert.deepEqual(labelsOf(await offered(document, 'state: ')), ['opened']);
      assert.deepEqual(labelsOf(await offered(document, 'private: ')), ['true', 'false']);
      // Behind a complete value, the editor shows the other values that contain the text.
      const written = /^private: (.+)$/m.exec(document.getText())?.[1] ?? '';
      const instead = await offered(document, `private: ${written}`);
      assert.deepEqual(
        instead.map(({ filterText }) => filterText),
        [`${written}true`, `${written}false`],
      );
    });
    within(4, requests);
  });

  it('inserts a chosen completion behind the colon with a blank, or among others on the line', async () => {
    const document = await open('issues/new.md');
    const at = behind(document, 'assignee:');
    const item = (await offered(document, 'assignee:')).find(({ label }) => label === 'bob');
    assert.deepEqual([item?.insertText, item?.range], [' bob', document.lineAt(at.line).range.with({ start: at })]);
    await edit(document, 'title: ', 'title: Written\nasgn: x');
    await edit(document, 'asgn: x', 'labels');
    await edit(document, 'labels: []\n', '');
    const key = (await offered(document, '\nlabels')).find(({ label }) => label === 'labels');
    assert.equal(key?.insertText, 'labels:\n  - ');
  });

  it('explains labels by the description that the service has of them', async () => {
    const document = await open('issues/13.md');
    assert.match(await hover(document, '- bug'), /bug\s+Something is broken\s+Used by \d+ recent issues/);
  });

  it('completes the states of a known issue, and offers no key that is already present', async () => {
    const document = await open('issues/4.md');
    assert.deepEqual(labelsOf(await offered(document, 'state: ')), ['opened', 'closed']);
    await edit(document, '\nmilestone:', '\n\nmilestone:');
    const keys = new Set(labelsOf(await offered(document, /\nassignee:.*\n/.exec(document.getText())?.[0] ?? '')));
    assert.ok(!['title', 'state', 'labels', 'assignee', 'private'].some((one) => keys.has(one)));
  });

  it('completes and explains issue types and states of the organization', async () => {
    const document = await open('issues/1.md', 'acme/platform');
    const types = labelsOf(await offered(document, '# type: '));
    assert.ok(types.length > 1, types.join());
    assert.match(await hover(document, 'state: opened'), /States in this organization:/);
    const type = /# type: (.*)/.exec(document.getText())?.[1] ?? '';
    assert.ok(types.includes(type), `${type} is not among ${types.join()}`);
    assert.ok((await hover(document, `# type: ${type}`)).includes(type));
    assert.ok(labelsOf(await offered(document, '# stage: ')).length > 1);
  });

  it('completes, explains and links #12 and @login in the text, explains and links !45, none in code', async () => {
    const document = await open('issues/44.md');
    await edit(document, 'Since #3', 'By @bob and `#4`. Since #3, for !41 and `!42`');
    const people = labelsOf(await offered(document, 'By @b'));
    assert.ok(people.includes('@bob'), people.join());
    const issues = await offered(document, 'Since #');
    assert.ok(labelsOf(issues).includes('#3'));
    assert.match(await hover(document, 'Since #3'), /Print leaves|#3/);
    assert.match(await hover(document, 'By @bob'), /@bob/);
    const links = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    const targets = links.map(({ range, target }) => [document.getText(range), target?.toString() ?? '']);
    assert.deepEqual(
      targets.filter(([text]) => text === '#3' || text === '#4').map(([text, link]) => [text, link?.split('?')[0]]),
      [['#3', 'command:sourcehost.issue.show']],
    );
    const title = await open('issues/3.md');
    await service.clear();
    assert.match(await hover(title, 'title'), /the title/);
    assert.deepEqual(await service.requests('pullRequests.ofIssue'), []);
    const pulls = await hover(title, /^title: .+$/m.exec(title.getText())?.[0] ?? '');
    assert.match(
      pulls,
      /Pull requests[^]*!41\]\(command:sourcehost\.pullRequest\.show[^]*Begin the login page[^]*open/,
    );
    assert.match(await hover(document, 'for !41'), /!41[^]*missing/);
    const [pull, ...others] = targets.filter(([text]) => text?.startsWith('!') === true);
    assert.deepEqual([pull?.[0], others], ['!41', []]);
    const [, id, query = ''] = /^command:([\w.]+)\?(.*)$/.exec(pull?.[1] ?? '') ?? [];
    assert.equal(id, 'sourcehost.pullRequest.show');
    const [address] = JSON.parse(decodeURIComponent(decodeURIComponent(query))) as [{ scheme: string }];
    assert.equal(Uri.from(address).toString(), recordAt('pulls/41.md').toString());
    assert.deepEqual(
      targets.filter(([text]) => text === '@bob'),
      [['@bob', `${service.url}/bob`]],
    );
  });

  it('explains keys, labels, people and milestones', async () => {
    const document = await open('issues/13.md');
    await edit(document, /assignee:.*\nmilestone:.*/, 'assignee: bob\nmilestone: Version 2.0');
    assert.match(await hover(document, '\nlabels'), /names of labels/);
    assert.match(await hover(document, '- bug'), /d73a4a/);
    assert.match(await hover(document, 'assignee: bob'), /@bob/);
    assert.match(await hover(document, 'milestone: Version 2.0'), /open · due /);
  });

  it('has an outline, folding ranges and code lenses for its commands', async () => {
    const document = await open('issues/14.md');
    const symbols = await commands.executeCommand<DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const root = symbols.find(({ name }) => name.startsWith('Issue #14'));
    const title = /title: "?(.*?)"?\n/.exec(document.getText())?.[1];
    assert.equal(root?.name, `Issue #14: ${title}`);
    assert.deepEqual(
      root.children.map(({ name }) => name),
      fieldsOf(issueKind, false).map(({ key }) => key),
    );
    const folds = await commands.executeCommand<FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri);
    const end = behind(document, '\n---').line;
    assert.ok(folds.some((fold) => fold.start === 0 && fold.end === end));
    const lenses = async (): Promise<string[]> => {
      const all = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
      return all.map(({ command }) => command?.title.replace(/^\$\(.*\) /, '') ?? '');
    };
    const closed = document.getText().includes('state: closed');
    const states = closed ? ['Reopen'] : ['Close', 'Start Work'];
    const usual = [...states, 'Conversation', 'Pull Requests', 'Preview', 'Open on the Web', 'Refresh'];
    assert.deepEqual(await lenses(), usual);
    await edit(document, 'title: ', 'title: A');
    assert.deepEqual(await lenses(), ['Save', ...usual]);
  });

  it('gets a diagnostic at the exact position of each error, with a quick fix', async () => {
    const cases: readonly (readonly [RegExp, string, string, string, RegExp])[] = [
      [
        /state: \w+/,
        'state: done',
        'badChoice: done',
        'Change to “closed” (done; saving closes it)',
        /^state: closed$/m,
      ],
      [/assignee:/, 'asignee:', 'unknownKey: asignee', 'Change to “assignee”', /^assignee:/m],
      [
        /labels:[^]*?\nassignee/,
        'labels: ["a,b"]\nassignee',
        'comma: "a,b"',
        'Split into 2 Labels',
        /^labels: \[a, b\]$/m,
      ],
      [/labels:[^]*?\nassignee/, 'labels: [bug,\nassignee', 'openList: [bug,', 'Insert “]”', /^labels: \[bug\]$/m],
      [
        /labels:[^]*?\nassignee/,
        'labels: [bug] x\nassignee',
        'openList: [bug] x',
        'Quote the Value',
        /^labels: "\[bug\] x"$/m,
      ],
      [/assignee:.*/, 'assignee:\n  - bob', 'noList: - bob', 'Change to “bob”', /^assignee: bob$/m],
      [/\nstate: /, '\nprivate: true\nstate: ', 'onlyNew: private', 'Remove This Line', /^---\ntitle: .*\nstate: /],
      [/\nstate: /, '\ntitle: Again\nstate: ', 'duplicateKey: title', 'Remove This Line', /^---\ntitle: .*\nstate: /],
      [/\n---\n\n/, '\n\n\n', 'endless: ---', 'Insert “---”', /\n---\n/],
    ];
    const document = await open('issues/31.md');
    const before = document.getText();
    for (const [what, by, mark, repair, after] of cases) {
      await edit(document, what, by);
      // The diagnostic of the last case may still be there.
      await eventually(async () => {
        const found = await marked(document);
        if (mark.endsWith(': ')) assert.ok(found.startsWith(mark), found);
        else assert.equal(found, mark);
      });
      await fix(document, repair);
      assert.match(document.getText(), after);
      await edit(document, document.getText(), before);
    }
  });

  it('gets a diagnostic for an unknown label, person or milestone, with the nearest known one as a quick fix', async () => {
    const cases: readonly (readonly [RegExp, string, string, string, RegExp])[] = [
      [
        /labels:[^]*?\nassignee/,
        'labels: [bgu]\nassignee',
        'unknownLabel: bgu',
        'Change to “bug”',
        /^labels: \[bug\]$/m,
      ],
      [/assignee:.*/, 'assignee: bobb', 'unknownPerson: bobb', 'Change to “bob”', /^assignee: bob$/m],
      [
        /milestone:.*/,
        'milestone: Version 2.1',
        'unknownMilestone: Version 2.1',
        'Change to “Version 2.0”',
        /^milestone: Version 2\.0$/m,
      ],
    ];
    const document = await open('issues/41.md');
    for (const [what, by] of cases) await edit(document, what, by);
    const marks = cases.map(([, , mark]) => mark);
    await allMarked(document, marks);
    const fixes: WorkspaceEdit[] = [];
    for (const [, , mark, repair] of cases) fixes.push(await fixOf(document, repair, mark));
    for (const one of fixes) assert.ok(await workspace.applyEdit(one));
    for (const [, , , , after] of cases) assert.match(document.getText(), after);
  });

  it('gets a diagnostic for a missing required field, and for a value that cannot be sent', async () => {
    const document = await open('issues/new.md');
    await edit(document, /title: \n/, '');
    assert.equal(await marked(document), 'required: ---');
    assert.equal(own(document)[0]?.message, 'A title is required.');
    await fix(document, 'Add “title”');
    assert.match(document.getText(), /^---\ntitle: ?\nstate/);
    await eventually(async () => assert.equal(await marked(document), 'required: title'));
    await edit(document, 'title:', 'title: Labels');
    await edit(document, 'labels: []', 'labels: ["x, y"]');
    await eventually(async () => assert.equal(await marked(document), 'comma: "x, y"'));
    assert.match(own(document)[0]?.message ?? '', /“x, y” cannot be sent: names are separated by commas/);
    assert.deepEqual(await requestsOf(async () => assert.equal(await document.save(), false)), []);
  });

  it('gets no diagnostic while it is an unchanged template', async () => {
    const document = await open('issues/new.md');
    await edit(document, 'private: false', 'private: maybe');
    await eventually(() =>
      assert.deepEqual(
        own(document)
          .map(({ code }) => code)
          .sort(),
        ['badChoice', 'required'],
      ),
    );
    await commands.executeCommand('workbench.action.files.revert');
    await eventually(() => assert.deepEqual(own(document), []));
  });
});

describe('the text of a milestone or release', () => {
  before(begin);
  afterEach(closeAll);

  it('completes days, branches and tags, and gets a diagnostic for an invalid date', async () => {
    const milestone = await open('milestones/new.md');
    await edit(milestone, 'due_on:', 'due_on: 2026/3/7');
    await edit(milestone, 'title: ', 'title: M');
    const days = labelsOf(await offered(milestone, 'due_on: '));
    assert.ok(days.length >= 4 && days.every((day) => /^\d{4}-\d\d-\d\d$/.test(day)), days.join());
    assert.equal(await marked(milestone), 'badDate: 2026/3/7');
    await fix(milestone, 'Change to “2026-03-07”');
    assert.match(milestone.getText(), /^due_on: 2026-03-07$/m);
    const release = await open('releases/new.md');
    const refs = labelsOf(await offered(release, 'target_commitish:'));
    assert.ok(refs.includes('main') && refs.length > 3, refs.join());
    assert.deepEqual(labelsOf(await offered(release, 'release_status: ')), ['latest', 'pre']);
    const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', release.uri);
    assert.equal(lenses[0]?.command?.command, 'sourcehost.release.draftNotes');
  });

  it('links attachments, and a milestone to its document', async () => {
    const release = await open('releases/v1.1.md');
    const [names = ''] = /(?<=^# attachments: ).*$/m.exec(release.getText()) ?? [];
    const links = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', release.uri);
    const targets = links.map(({ range, target }) => [release.getText(range), target?.scheme]);
    assert.ok(names !== '');
    for (const name of names.split(', ')) assert.deepEqual(targets.find(([text]) => text === name)?.[1], 'http');
    const issue = await open('issues/45.md');
    await edit(issue, /^milestone:.*$/m, 'milestone: Version 2.0');
    const resolved = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', issue.uri, 100);
    const milestone = resolved.find(({ range }) => issue.getText(range) === 'Version 2.0');
    assert.match(milestone?.target?.path ?? '', /^\/alice\/website\/milestones\/\d+\.md$/);
  });
});
