import assert from 'node:assert/strict';
import { workspace, WorkspaceEdit } from 'vscode';
import { begin, call, edit, eventually, issue, open, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { changesWithin } from '../../kit/requests.ts';
import { budget } from '../../budgets.ts';

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
});
