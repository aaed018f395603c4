import assert from 'node:assert/strict';
import { lstat, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commands, Position, Uri, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { draftFolder, nameHash } from '../../../src/domain/sourceControl/drafts/draftStorage.ts';
import { Drafts } from '../../../src/domain/sourceControl/drafts/drafts.ts';
import { createStorage } from '../../../src/net/disk/storage.ts';
import { bytes } from '../../kit/bytes.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { globalStorage } from '../kit/globalStorage.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';

const readme = Uri.parse('sourcehost://local/alice/website@main/README.md');

async function seen(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    assert.ok(tries < 500, 'did not happen in 10 s');
    await pause(20);
  }
}

async function type(document: TextDocument, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 0), text);
  assert.ok(await workspace.applyEdit(edit));
}

describe('drafts of another window', () => {
  const service = new RemoteService();
  let other: Drafts;
  let base: { readonly sha: string; readonly mode: string; readonly size: number };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await workspace.fs.writeFile(readme.with({ path: '/alice/website@main/any.txt' }), bytes('any'));
    const branch = { host: 'local', owner: 'alice', repo: 'website', account: 'alice', branch: 'main' };
    other = new Drafts(createStorage(await globalStorage()), branch, () => Promise.reject(new Error('not asked')));
    const sha = await service.git('alice/website', 'rev-parse', 'main:README.md');
    base = { sha, mode: '100644', size: 0 };
  });
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => commands.executeCommand('sourcehost.draft.discard', { repository: 'alice/website', ref: 'main' }));

  it('appear in an open editor automatically', async () => {
    const document = await workspace.openTextDocument(readme);
    await window.showTextDocument(document);
    await other.write('README.md', bytes('typed elsewhere\n'), base);
    await seen(() => document.getText() === 'typed elsewhere\n');
    await other.discard(['README.md']);
    await seen(() => document.getText().startsWith('# Website'));
  });

  it('can be read only by the user of this computer', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await globalStorage();
    for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
      const { mode } = await lstat(join(folder, name));
      assert.equal(mode & 0o077, 0, `${name} has the mode ${(mode & 0o777).toString(8)}`);
    }
  });

  it('are kept if the disk damaged them, and a message opens the file, also if a save replaces the draft', async () => {
    const person = new Person();
    person.sit();
    try {
      await other.write('README.md', bytes('typed elsewhere\n'), base);
      const folder = await globalStorage();
      const name = `${await draftFolder(other.branch)}/working-${await nameHash('README.md')}`;
      await truncate(join(folder, name), 40);
      const message = await person.tells(/^A draft is damaged on the disk and cannot be used\. Its file is kept: /);
      await workspace.fs.writeFile(readme, bytes('typed again\n'));
      const kept = message.text.slice(message.text.indexOf(': ') + 2);
      assert.ok(kept.startsWith(join(folder, 'damaged-drafts')), kept);
      assert.match(await readFile(kept, 'utf8'), /^\{"version":1,"layer":"working"/);
      message.answer('Open');
      await seen(() => window.activeTextEditor?.document.uri.fsPath === kept);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await other.load();
      assert.equal(new TextDecoder().decode(await other.read('README.md')), 'typed again\n');
      await other.discard(['README.md']);
      assert.equal(person.told.filter(({ text }) => text.includes('damaged')).length, 1);
    } finally {
      person.leave();
    }
  });

  it('are not overwritten by a save of an older text', async () => {
    const document = await workspace.openTextDocument(readme);
    await window.showTextDocument(document);
    await type(document, 'typed here ');
    await other.write('README.md', bytes('typed elsewhere, and longer than what it was before: '.repeat(30)), base);
    assert.equal(await document.save(), false, 'the editor asks first');
    assert.ok(document.isDirty);
    assert.ok(document.getText().startsWith('typed here '));
    await other.load();
    const kept = new TextDecoder().decode(await other.read('README.md'));
    assert.ok(kept.startsWith('typed elsewhere'));
    await commands.executeCommand('workbench.action.files.revert');
    await seen(() => document.getText() === kept);
  });
});
