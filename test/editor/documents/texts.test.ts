import assert from 'node:assert/strict';
import { workspace, WorkspaceEdit } from 'vscode';
import { begin, call, closeAll, edit, eventually, issue, open, requestsOf, service } from './documents.ts';
import { changesWithin } from '../../kit/requests.ts';
import { budget } from '../../budgets.ts';
import { issueKind } from '../../../src/domain/documents/kinds/issue.ts';
import { notesOf } from '../../../src/domain/documents/kinds/kind.ts';
import { frontMatter } from '../../kit/frontMatter.ts';

const bodies: Readonly<Record<string, string>> = {
  'line ends of every kind': 'one\r\ntwo\nthree\rfour\n\r\n\r\nfive',
  'signs, HTML, what looks like a command, and blanks at the ends':
    '  a\u2028b\n👩‍👩‍👧‍👦 𝒳 \u{1f600}\u0301 e\u0301 é \u200b \ufeff 汉字 عربي\n<img src=x onerror="alert(1)"><script>alert(2)</script>\n&lt;&amp;\n[x](command:workbench.action.quit) $(trash) ${env:HOME} %s \u202eevil\u0007 {{x}} <%= y %>\n\ttwo\t\n   \nthree   \n\n\n',
  '100 KB': `${'Lorem ipsum dolor sit amet, 汉字.\r\n'.repeat(3_000)}end`,
};

describe('the text of a record', () => {
  let numbers: Record<string, number>;

  before(async () => {
    await begin();
    numbers = {};
    // Issues that no other test has opened.
    for (let at = 0; at < 60; at += 1) await call('issues.create', { title: 'Nobody looks at this' });
    for (const [what, body] of Object.entries(bodies)) {
      const created = (await call('issues.create', { title: what, body })) as { number: number };
      numbers[what] = created.number;
    }
  });
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  for (const [what, body] of Object.entries(bodies)) {
    it(`is saved byte for byte: ${what}`, async () => {
      const number = numbers[what] ?? 0;
      const document = await open(`issues/${number}.md`);
      await edit(document, 'title: ', 'title: The ');
      changesWithin(budget.requests.saveRecord, await requestsOf(() => document.save()), 'issues.edit');
      const [{ params } = {}] = await service.requests('issues.edit');
      assert.equal(JSON.stringify(params?.body), undefined);
      assert.equal((await issue(number)).body, body);
      // Only the text at the end changes, with the usual line ending.
      await eventually(() => assert.match(document.getText(), /^---\r?\ntitle: The /));
      // The editor refuses the edit if it loads the text of the service at the same moment.
      await eventually(async () => {
        const added = new WorkspaceEdit();
        added.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, 'MORE');
        assert.ok(await workspace.applyEdit(added));
      });
      assert.ok(await document.save());
      assert.equal((await issue(number)).body, `${body}MORE`);
    });
  }

  it('is created byte for byte', async () => {
    const document = await open('issues/new.md');
    await edit(document, 'title: ', 'title: #1: "x" is, see #2');
    const body = '---\nfront: matter\n---\n\n  <!-- comments below are not saved -->\n\ttext  \n\n';
    await edit(document, /\n\n$/, `\n\n${body}`);
    assert.ok(await document.save());
    const [request] = await service.requests('issues.create');
    assert.deepEqual([request?.params.title, request?.params.body], ['#1: "x" is, see #2', body]);
  });
});

describe('records in the formats of different services', () => {
  before(begin);
  afterEach(closeAll);

  const odd = async (json: Record<string, unknown>): Promise<void> => {
    const answer = { kind: 'answer', status: 200, json } as const;
    await service.fail({ operation: 'issues.get', fault: answer, times: 2 });
  };

  it('shows fields that are null, missing or in another format', async () => {
    await odd({
      number: '15',
      title: 'Odd',
      state: 'open',
      body: null,
      labels: ['bug', { name: 'ui' }, null],
      assignee: null,
      milestone: null,
      user: null,
      created_at: '8/24/24 8:47 AM',
      updated_at: '2026-01-31T09:30:00+0800',
      priority: '2',
      issue_priority_detail: { title: '主要' },
    });
    const document = await open('issues/15.md');
    const notes = {
      number: '15',
      created: '2024-08-24T08:47:00.000Z',
      updated: '2026-01-31T01:30:00.000Z',
      priority: '主要',
    };
    const front = frontMatter(issueKind, { title: 'Odd', state: 'opened', labels: ['bug', 'ui'] }, notesOf(notes));
    assert.ok(document.getText().startsWith(`${front}---\n\n`), document.getText());
    await edit(document, 'title: Odd', 'title: Even');
    assert.ok(await document.save());
    const [{ params } = {}] = await service.requests('issues.edit');
    assert.deepEqual({ ...params, number: 15 }, { number: 15, owner: 'alice', repo: 'website', title: 'Even' });
    await service.heal();
  });
});
