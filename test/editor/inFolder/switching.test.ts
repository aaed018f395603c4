import assert from 'node:assert/strict';
import { commands, FileType, Uri, window, workspace, type TextDocument } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const repository = 'alice/samples';
const samples = { host: 'local', repository };
const folder = Uri.parse('sourcehost://local/alice/samples');
const at = (path: string): Uri => Uri.joinPath(folder, path);

describe('a switch of the branch in the open folder', () => {
  const service = new RemoteService();
  const person = new Person();
  const push = (branch: string, files: Record<string, string | null>): Promise<unknown> =>
    service.act({ do: 'push', repository, branch, files });
  const to = async (ref: string): Promise<{ kind: string; name: string }> =>
    await commands.executeCommand('sourcehost.ref.switch', { ...samples, ref });
  const text = async (path: string): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(at(path)));
  const show = async (path: string): Promise<TextDocument> => {
    const { document } = await window.showTextDocument(at(path), { preview: false });
    // A document that was closed a moment ago can still have the text of a draft that is discarded now.
    const wanted = await text(path);
    await until(() => document.getText() === wanted);
    return document;
  };
  const type = async (document: TextDocument, text: string): Promise<void> => {
    const editor = await window.showTextDocument(document, { preview: false });
    await editor.edit((edit) => edit.insert(document.positionAt(0), text));
    assert.ok(document.isDirty);
  };
  const becomes = async (document: TextDocument, wanted: string): Promise<void> => {
    await until(() => document.getText() === wanted);
    assert.equal(document.isDirty, false);
  };

  before(async () => {
    assert.equal(workspace.workspaceFolders?.[0]?.uri.toString(), folder.toString());
    await signIn(service, 'alice');
    await push('main', { 'both.txt': 'main\n', 'same.txt': 'same\n', 'only.txt': 'main\n' });
    await push('work', { 'both.txt': 'work\n', 'only.txt': null, 'new.txt': 'work\n' });
    await commands.executeCommand('sourcehost.view.refresh');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await to('main');
    await commands.executeCommand('sourcehost.commit.discard', samples).then(undefined, () => undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('shows the files of the other branch in the same folder and editors, without another folder', async () => {
    const [both, only] = [await show('both.txt'), await show('only.txt')];
    assert.deepEqual(await to('work').then(({ kind, name }) => [kind, name]), ['branch', 'work']);
    await becomes(both, 'work\n');
    await assert.rejects(async () => await workspace.fs.stat(at('only.txt')), { code: 'FileNotFound' });
    const names = await workspace.fs.readDirectory(folder);
    assert.ok(names.some(([name]) => name === 'new.txt') && !names.some(([name]) => name === 'only.txt'));
    assert.deepEqual(person.opened, [], 'no folder is opened');
    assert.equal(workspace.workspaceFolders?.[0]?.uri.toString(), folder.toString());
    await to('main');
    await becomes(both, 'main\n');
    assert.equal(only.getText(), 'main\n');
    assert.equal(await text('only.txt'), 'main\n');
  });

  it('keeps saved files on their branch, and shows them there again', async () => {
    const both = await show('both.txt');
    await type(both, 'saved on ');
    assert.ok(await both.save());
    await to('work');
    await becomes(both, 'work\n');
    await to('main');
    await becomes(both, 'saved on main\n');
  });

  it('asks before it saves, and stays where the user does not want to', async () => {
    const [both, same] = [await show('both.txt'), await show('same.txt')];
    await type(both, 'typed on ');
    await type(same, 'typed on main: ');
    const run = (): Promise<unknown> =>
      Promise.resolve(commands.executeCommand('sourcehost.ref.switch').then((head) => head));
    const refused = run();
    await person.picks(/^work \|/);
    const question = await person.answers(/2 files have unsaved changes/);
    assert.match(question.detail, /both\.txt\nsame\.txt\n\nWhat you save stays on main as drafts\./);
    await person.waitsFor(refused);
    assert.deepEqual([both.isDirty, both.getText(), await text('both.txt')], [true, 'typed on main\n', 'main\n']);
    const switched = run();
    await person.picks(/^work \|/);
    await person.answers(/2 files have unsaved changes/, 'Save and Switch');
    await person.waitsFor(switched);
    await becomes(both, 'work\n');
    await becomes(same, 'same\n');
    await to('main');
    await becomes(both, 'typed on main\n');
    await becomes(same, 'typed on main: same\n');
  });

  it('saves the unsaved files of their branch where a program switches', async () => {
    const both = await show('both.txt');
    await type(both, 'typed on ');
    await to('work');
    await becomes(both, 'work\n');
    await to('main');
    await becomes(both, 'typed on main\n');
  });

  it('commits to the branch that is shown', async () => {
    const both = await show('both.txt');
    await type(both, 'draft of ');
    await both.save();
    await to('work');
    await becomes(both, 'work\n');
    await type(both, 'committed to ');
    await both.save();
    await commands.executeCommand('sourcehost.commit.create', { ...samples, message: 'On work' });
    assert.equal(await service.git(repository, 'show', 'work:both.txt'), 'committed to work');
    assert.equal(await service.git(repository, 'show', 'main:both.txt'), 'main');
    await to('main');
    await becomes(both, 'draft of main\n');
    await push('work', { 'both.txt': 'work\n' });
    await to('work');
    await commands.executeCommand('sourcehost.view.refresh');
  });

  it('makes the files of a tag or commit read-only, and those of a branch writable again', async () => {
    const sha = await service.git(repository, 'rev-parse', 'work');
    await to(sha);
    assert.equal(await text('both.txt'), 'work\n');
    await assert.rejects(async () => await workspace.fs.writeFile(at('both.txt'), new Uint8Array()), {
      code: 'NoPermissions',
    });
    await to('work');
    await workspace.fs.writeFile(at('both.txt'), new TextEncoder().encode('draft\n'));
    assert.equal(await text('both.txt'), 'draft\n');
    await commands.executeCommand('sourcehost.commit.discard', samples);
  });

  it('takes the branch for links and for files that are opened', async () => {
    await to('work');
    const sha = await service.git(repository, 'rev-parse', 'work');
    const link = await commands.executeCommand<string>('sourcehost.file.copyPermalink', { uri: at('both.txt') });
    assert.ok(link.includes(`/blob/${sha}/both.txt`), link);
    await commands.executeCommand('sourcehost.file.open', { ...samples, path: 'new.txt' });
    assert.equal(window.activeTextEditor?.document.uri.toString(), at('new.txt').toString());
    assert.equal(window.activeTextEditor.document.getText(), 'work\n');
  });

  it('changes nothing and shows no message for the branch that is shown', async () => {
    await to('work');
    await show('both.txt');
    await service.clear();
    assert.equal((await to('work')).name, 'work');
    assert.deepEqual([await service.asked(), person.told], [[], []]);
  });

  it('marks the branch that is shown, and creates a branch from it', async () => {
    await to('work');
    const ran = commands.executeCommand('sourcehost.ref.switch');
    assert.match((await person.sees(/^work \|/)).description ?? '', /current$/);
    assert.doesNotMatch((await person.sees(/^main \|/)).description ?? '', /current/);
    await person.picks('Create Branch…');
    await person.enters('from-work');
    await person.waitsFor(Promise.resolve(ran));
    assert.equal(
      await service.git(repository, 'rev-parse', 'from-work'),
      await service.git(repository, 'rev-parse', 'work'),
    );
    assert.equal(await text('both.txt'), 'work\n');
    const file = await workspace.fs.stat(at('new.txt'));
    assert.equal(file.type, FileType.File);
    await type(await show('both.txt'), 'x');
    await window.activeTextEditor?.document.save();
    await commands.executeCommand('sourcehost.commit.create', { ...samples, message: 'On the new branch' });
    assert.equal(await service.git(repository, 'log', '-1', '--format=%s', 'from-work'), 'On the new branch');
  });
});
