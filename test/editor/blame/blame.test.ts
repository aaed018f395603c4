import assert from 'node:assert/strict';
import {
  commands,
  ConfigurationTarget,
  Position,
  Selection,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';
import { failure } from '../kit/run.ts';

const repository = 'alice/website';
const file = 'src/main.ts';
const uri = Uri.parse(`sourcehost://local/${repository}/${file}`);

interface Line {
  readonly line: number;
  readonly sha?: string;
  readonly author_name?: string;
  readonly authored_date?: string;
  readonly message?: string;
}

describe('Blame', () => {
  const service = suiteWindow();
  const toggle = async (args: object = { uri }): Promise<readonly Line[] | undefined> =>
    await commands.executeCommand('sourcehost.blame.toggle', args);
  const showCommit = async (args: object): Promise<Line> =>
    await commands.executeCommand('sourcehost.blame.showCommit', { uri, ...args });
  const gitRequests = async (): Promise<number> =>
    (await service.requests()).filter(({ operation }) => operation.startsWith('git')).length;
  const changed = new Set<string>();
  const setting = async (name: string, value: unknown): Promise<void> => {
    changed.add(name);
    await workspace.getConfiguration('sourcehost').update(name, value, ConfigurationTarget.Global);
  };
  /** The sha of each line of `file` in `main`, by git. */
  const blamed = async (): Promise<(string | undefined)[]> =>
    (await service.git(repository, 'blame', '-l', '--root', '-s', 'main', '--', file))
      .split('\n')
      .map((line) => line.split(' ')[0]);

  afterEach(async () => {
    for (const name of changed) await setting(name, undefined);
    changed.clear();
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('asks git nothing while a remote file is read and blame is off', async () => {
    await service.clear();
    const editor = await window.showTextDocument(uri);
    editor.selection = new Selection(new Position(1, 0), new Position(1, 0));
    await workspace.fs.readFile(uri);
    assert.equal(await gitRequests(), 0);
  });

  it('says in one sentence that git is turned off', async () => {
    await setting('git.enabled', 'off');
    const { kind, message } = await failure(toggle());
    assert.equal(kind, 'refused');
    assert.equal(message, 'Git is turned off. Turn on the setting sourcehost.git.enabled.');
  });

  it('says for the current line that git is turned off', async () => {
    const person = new Person();
    person.sit();
    try {
      await setting('git.enabled', 'off');
      await window.showTextDocument(uri);
      await setting('blame.currentLine', true);
      await person.tells(/^Blame could not be shown: Git is turned off/);
    } finally {
      person.leave();
    }
  });

  it('fetches the commits when the setting is turned on, once for a file', async () => {
    const editor = await window.showTextDocument(uri);
    await service.clear();
    await setting('blame.currentLine', true);
    await until(async () => (await gitRequests()) > 0);
    // The command waits for the fetch that the current line began.
    const lines = await toggle();
    assert.ok(lines !== undefined && lines.length > 0);
    await service.clear();
    editor.selection = new Selection(new Position(2, 0), new Position(2, 0));
    await toggle();
    assert.equal((await toggle())?.length, lines.length);
    assert.equal(await gitRequests(), 0);
    await toggle();
  });

  it('equals git blame for a whole file, and is hidden by the same command', async () => {
    await window.showTextDocument(uri);
    const lines = (await toggle()) ?? [];
    assert.deepEqual(
      lines.map(({ sha }) => sha),
      await blamed(),
    );
    const [{ sha = '', ...first } = { line: 0 }] = lines;
    const [author = '', date = '', ...message] = (
      await service.git(repository, 'show', '-s', '--format=%an%n%aI%n%B', sha)
    ).split('\n');
    assert.deepEqual(
      [first.line, first.author_name, Date.parse(first.authored_date ?? ''), first.message],
      [1, author, Date.parse(date), message.join('\n').trimEnd()],
    );
    assert.equal(await toggle(), undefined);
    assert.equal((await toggle())?.length, lines.length);
    await toggle();
  });

  it('has no commit for the lines of a draft, saved or not', async () => {
    const editor = await window.showTextDocument(uri);
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), '// mine\n');
    await workspace.applyEdit(edit);
    const expected = [undefined, ...(await blamed())];
    assert.deepEqual(
      (await toggle())?.map(({ sha }) => sha),
      expected,
    );
    await toggle();
    const { kind, field } = await failure(showCommit({ line: 1 }));
    assert.deepEqual([kind, field], ['invalid', 'line']);
    await editor.document.save();
    assert.deepEqual(
      (await toggle())?.map(({ sha }) => sha),
      expected,
    );
    await toggle();
    await commands.executeCommand('sourcehost.commit.discard', { host: 'local', repository, paths: [file] });
    await until(() => !editor.document.getText().startsWith('// mine'));
  });

  it('compares the commit of a line with its parent', async () => {
    const shas = await blamed();
    // The first commit added the file: there is only one version of it.
    const root = await service.git(repository, 'rev-list', '--max-parents=0', 'main');
    const other = shas.find((sha) => sha !== root);
    for (const sha of [root, other]) {
      await window.showTextDocument(uri);
      assert.equal((await showCommit({ line: shas.lastIndexOf(sha) + 1 })).sha, sha);
      const input = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
      if (sha === root) {
        await until(() => input() instanceof TabInputText && window.activeTextEditor?.document.uri.query !== '');
        continue;
      }
      await until(() => input() instanceof TabInputTextDiff);
      const shown = input();
      assert.ok(shown instanceof TabInputTextDiff);
      assert.ok(shown.modified.query.includes(sha ?? ''));
      assert.ok(shown.original.query.includes(await service.git(repository, 'rev-parse', `${sha}^`)));
    }
  });

  it('refuses files that are not remote', async () => {
    assert.equal((await failure(toggle({ uri: Uri.file('/tmp/a.txt') }))).name, 'Failure');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => window.activeTextEditor === undefined);
    const { kind, field } = await failure(toggle({}));
    assert.deepEqual([kind, field], ['invalid', 'uri']);
  });
});
