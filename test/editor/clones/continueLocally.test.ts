import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands, Uri, window, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { until } from '../../kit/until.ts';
import { setParentFolders } from '../kit/parentFolders.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const repository = 'alice/website';

describe('continuing locally', () => {
  const service = suiteWindow();
  const person = new Person();
  let folder: string;
  /** Each test has a branch of its own. */
  let branch = '';
  let count = 0;
  const at = (path: string): Uri => Uri.parse(`sourcehost://local/${repository}@${branch}/${path}`);
  const write = (path: string, text: string): Thenable<void> => workspace.fs.writeFile(at(path), Buffer.from(text));
  const run = async <T>(id: string, args: object = {}): Promise<T> =>
    await commands.executeCommand<T>(`sourcehost.${id}`, { host: 'local', repository, ref: branch, ...args });
  const continued = async (name: string): Promise<string> => {
    const place = await run<Uri>('repository.continueLocally', { target: Uri.file(join(folder, name)) });
    assert.equal(place.toString(), Uri.file(join(folder, name)).toString());
    return place.fsPath;
  };
  const git = async (where: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: where })).stdout.trimEnd();
  const drafts = async (): Promise<readonly string[]> =>
    await run<{ paths: string[] }>('draft.open').then(
      ({ paths }) => paths,
      () => [],
    );

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-continue-'));
    await setParentFolders('always');
  });
  beforeEach(async () => {
    branch = `continue-${(count += 1)}`;
    await service.call('branches.create', { refs: 'main', branch_name: branch });
    person.sit();
    await service.clear();
  });
  afterEach(async () => {
    person.leave();
    await service.heal();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await run('commit.discard').then(undefined, () => undefined);
  });
  after(async () => {
    await setParentFolders(undefined);
    await rm(folder, { recursive: true, force: true });
  });

  it('clones the branch and has the drafts as changes, which also stay drafts', async () => {
    await write('README.md', '# Mine\r\n');
    await workspace.fs.createDirectory(at('new'));
    await write('new/notes.txt', 'notes');
    await workspace.fs.delete(at('index.html')).then(undefined, () => undefined);
    await service.clear();
    const place = await continued('drafts');
    within(budget.requests.continueLocally, await service.asked());
    assert.equal(await git(place, 'branch', '--show-current'), branch);
    assert.equal(await git(place, 'rev-parse', 'HEAD'), await service.git(repository, 'rev-parse', branch));
    assert.equal(await readFile(join(place, 'README.md'), 'utf8'), '# Mine\r\n');
    assert.equal(await readFile(join(place, 'new', 'notes.txt'), 'utf8'), 'notes');
    assert.match(
      await git(place, 'status', '--porcelain', '--untracked-files=all'),
      /^ M README\.md\n(.*\n)*\?\? new\/notes\.txt$/,
    );
    assert.ok((await drafts()).includes('README.md'));
    const opened = person.opened.filter((one) => one.includes('file:'));
    assert.deepEqual([opened, person.asked], [[`vscode.openFolder file://${place}`], 0]);
  });

  it('has the text that is typed and not saved', async () => {
    const document = await workspace.openTextDocument(at('README.md'));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.positionAt(0), 'typed '));
    const place = await continued('typed');
    assert.match(await readFile(join(place, 'README.md'), 'utf8'), /^typed /);
    assert.equal(document.isDirty, false);
  });

  it('discards the drafts only if the user agrees, and opens the clone in a new window', async () => {
    const ask = async (answer: string | undefined, name: string): Promise<readonly string[]> => {
      await write('README.md', `# ${name}\n`);
      await write('more.txt', `${name}\n`);
      await window.showTextDocument(await workspace.openTextDocument(at('README.md')));
      await mkdir(join(folder, name));
      const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.continueLocally'));
      await person.chooses(Uri.file(join(folder, name)));
      const question = await person.answers(/^Discard the 2 drafts of alice\/website \(continue-\d+\)\?$/, answer);
      assert.deepEqual([question.actions, question.close], [['Discard Drafts', 'Keep Drafts'], 'Keep Drafts']);
      assert.ok(question.modal && question.detail.includes(join(folder, name, 'website')), question.detail);
      await person.waitsFor(ran);
      assert.equal(await readFile(join(folder, name, 'website', 'more.txt'), 'utf8'), `${name}\n`);
      await person.opens(new RegExp(`^vscode\\.openFolder file://.*/${name}/website$`));
      return await drafts();
    };
    assert.deepEqual(await ask(undefined, 'dismissed'), ['README.md', 'more.txt']);
    assert.deepEqual(await ask('Keep Drafts', 'kept'), ['README.md', 'more.txt']);
    assert.deepEqual(await ask('Discard Drafts', 'discarded'), []);
    await until(async () => Buffer.from(await workspace.fs.readFile(at('README.md'))).toString() !== '# discarded\n');
  });

  it('keeps the drafts and asks nothing if the clone is cancelled', async function () {
    if (!(await commands.getCommands()).includes('_git.cloneRepository')) this.skip();
    await write('README.md', '# Mine\n');
    await window.showTextDocument(await workspace.openTextDocument(at('README.md')));
    const { executeCommand } = commands;
    // git that was cancelled while it received objects: its command resolves before git removed its files.
    const cancelledClone = async (id: string, ...args: unknown[]): Promise<unknown> => {
      if (id !== '_git.cloneRepository') return await executeCommand(id, ...args);
      await mkdir(join(String(args[1]), '.git', 'objects', 'pack'), { recursive: true });
      return undefined;
    };
    Object.assign(commands, { executeCommand: cancelledClone });
    try {
      await mkdir(join(folder, 'cancelled'));
      const ran = Promise.resolve(executeCommand('sourcehost.repository.continueLocally'));
      await person.chooses(Uri.file(join(folder, 'cancelled')));
      await person.waitsFor(ran);
      assert.deepEqual([person.told, person.opened], [[], []]);
      assert.deepEqual(await readdir(join(folder, 'cancelled')), []);
      await assert.rejects(continued('silent'), { kind: 'refused' });
    } finally {
      Object.assign(commands, { executeCommand });
    }
    assert.deepEqual(await drafts(), ['README.md']);
  });

  it('checks out a tag with the name of a branch, and a commit, without a branch', async () => {
    const older = await service.git(repository, 'rev-parse', 'main~1');
    await service.call('tags.create', { refs: older, tag_name: branch });
    for (const [name, ref] of Object.entries({ tagged: `refs/tags/${branch}`, commit: older })) {
      const place = await run<Uri>('repository.continueLocally', { target: Uri.file(join(folder, name)), ref });
      assert.equal(await git(place.fsPath, 'rev-parse', 'HEAD'), older);
      assert.equal(await git(place.fsPath, 'branch', '--show-current'), '');
    }
  });

  it('clones a tag without drafts, and overwrites nothing', async () => {
    const tag = await run<Uri>('repository.continueLocally', { target: Uri.file(join(folder, 'tag')), ref: 'v1.0' });
    const commit = await service.git(repository, 'rev-parse', 'v1.0^{commit}');
    assert.equal(await git(tag.fsPath, 'rev-parse', 'HEAD'), commit);
    await write('README.md', '# Mine\n');
    await assert.rejects(continued('tag'), { kind: 'conflict', field: 'target' });
    assert.equal(await git(tag.fsPath, 'status', '--porcelain'), '');
    assert.deepEqual(await drafts(), ['README.md']);
  });
});
