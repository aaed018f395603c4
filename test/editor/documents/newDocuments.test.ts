import assert from 'node:assert/strict';
import { commands, window, type TextDocument } from 'vscode';
import { begin, edit, eventually, repository, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { issueKind } from '../../../src/domain/documents/kinds/issue.ts';
import { newText } from '../../kit/frontMatter.ts';

describe('a new issue after another one was saved', () => {
  before(async () => {
    await begin();
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository });
  });
  afterEach(closeAll);
  after(async () => {
    await commands.executeCommand('sourcehost.repository.follow');
    assert.deepEqual(await service.violations(), []);
  });

  const active = (): TextDocument => window.activeTextEditor?.document ?? assert.fail('no document is open');
  const isNew = (): boolean => active().uri.path.endsWith('/issues/new.md');
  /** Opens a new issue and saves it. Resolves as soon as the editor says that it is saved. */
  const saved = async (title: string): Promise<void> => {
    await commands.executeCommand('sourcehost.issue.create');
    await edit(active(), 'title: ', `title: ${title}`);
    assert.ok(await active().save());
  };
  const replaced = async (): Promise<void> => await eventually(() => assert.ok(!isNew()));
  const closed = async (): Promise<void> => {
    await replaced();
    const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await eventually(() =>
      assert.deepEqual(
        tabs().filter((label) => label === 'New issue · website'),
        [],
      ),
    );
  };
  const moments = { 'the save': async () => {}, 'its record is shown': replaced, 'its tab is closed': closed };

  for (const [when, moment] of Object.entries(moments)) {
    it(`is the template with the cursor in the title, right after ${when}`, async () => {
      await saved(`Before ${when}`);
      await moment();
      await commands.executeCommand('sourcehost.issue.create');
      assert.equal(active().getText(), newText(issueKind));
      const { line, character } = window.activeTextEditor?.selection.active ?? {};
      assert.deepEqual([isNew(), line, character], [true, 1, 'title: '.length]);
      await closeAll();
    });

    it(`has the given text, right after ${when}`, async () => {
      await saved(`Draft after ${when}`);
      await moment();
      await commands.executeCommand('sourcehost.issue.createFromSelection');
      const given = /^---\ntitle: \n[^]*\n---\n\n`?[^\n]*:\d+`?\n$/;
      assert.match(active().getText(), given);
      const document = active();
      assert.ok(document.isDirty && isNew());
      await eventually(() => assert.ok(!document.isClosed));
      assert.match(document.getText(), given);
      await closeAll();
    });
  }
});
