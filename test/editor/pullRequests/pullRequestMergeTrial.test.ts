import assert from 'node:assert/strict';
import {
  commands,
  ConfigurationTarget,
  Range,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const output = Uri.parse('sourcehost://local/alice/website@topic/a.txt');

interface Tried {
  readonly conflicts: readonly { readonly path: string; readonly kind: string }[];
}

describe('sourcehost.pullRequest.tryMerge', () => {
  const service = new RemoteService();
  let number: string;

  const push = async (branch: string, files: Record<string, string | null>): Promise<void> => {
    await service.act({ do: 'push', repository: at.repository, branch, files });
  };
  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await push('base', { 'a.txt': 'first\none\nlast\n', 'gone.txt': 'x\ny\nz\n' });
    await service.call('branches.create', { refs: 'base', branch_name: 'topic' });
    await push('topic', { 'a.txt': 'first\nours\nlast\n', 'gone.txt': null });
    await push('base', { 'a.txt': 'first\ntheirs\nlast\n', 'gone.txt': 'x\ny\nz\nmore\n' });
    const given = { ...at, title: 'Conflicts', head: 'topic', base: 'base' };
    ({ number } = await commands.executeCommand<{ number: string }>('sourcehost.pullRequest.create', given));
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    // The merge editor saves what it begins with.
    await commands.executeCommand('sourcehost.draft.discard', { ...at, ref: 'topic' }).then(undefined, () => undefined);
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });
  const commit = async (): Promise<readonly unknown[]> =>
    await commands.executeCommand('sourcehost.commit.create', { ...at, ref: 'topic', message: 'Resolve' });
  const attempt = async (path?: string): Promise<Tried> =>
    await commands.executeCommand<Tried>('sourcehost.pullRequest.tryMerge', { ...at, number, path });

  /** Opens the merge editor, and waits until it has begun: it replaces each conflict by the text of the base. */
  const open = async (): Promise<TextDocument> => {
    await attempt('a.txt');
    const document = await workspace.openTextDocument(output);
    await until(() => document.getText() === 'first\none\nlast\n');
    return document;
  };

  it('resolves with the files with conflicts, rejects a path without one, and sends nothing but reads', async () => {
    await service.clear();
    assert.deepEqual(await attempt(), {
      conflicts: [
        { path: 'a.txt', kind: 'contents' },
        { path: 'gone.txt', kind: 'modify/delete' },
      ],
    });
    await assert.rejects(attempt('README.md'), (error: { kind?: string }) => error.kind === 'missing');
    assert.deepEqual(await service.requests('pullRequests.merge'), []);
  });

  it('opens a conflict with its markers in the file of the branch, whose resolution becomes a draft', async () => {
    const document = await open();
    await assert.rejects(commit(), { kind: 'conflict' });
    const edit = new WorkspaceEdit();
    edit.replace(output, new Range(0, 0, document.lineCount, 0), 'first\nboth\nlast\n');
    await workspace.applyEdit(edit);
    assert.ok(await document.save());
    const saved = Buffer.from(await workspace.fs.readFile(output)).toString('utf8');
    assert.equal(saved, 'first\nboth\nlast\n');
    assert.equal(
      await service.git(at.repository, 'show', 'topic:a.txt').then((text) => text.trim()),
      'first\nours\nlast',
    );
    assert.equal((await commit()).length, 1);
    assert.equal(
      await service.git(at.repository, 'show', 'topic:a.txt').then((text) => text.trim()),
      'first\nboth\nlast',
    );
  });

  it('keeps the lines of the base on Take Theirs', async () => {
    await open();
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const given = { ...at, ref: 'topic', path: 'a.txt', side: 'theirs' };
    await commands.executeCommand('sourcehost.conflict.resolve', given);
    assert.equal(Buffer.from(await workspace.fs.readFile(output)).toString('utf8'), 'first\ntheirs\nlast\n');
  });

  it('stays a conflict if the editor saves the text of the base by itself, until Keep Mine', async () => {
    const files = workspace.getConfiguration('files');
    const before = files.inspect('autoSave')?.globalValue;
    await files.update('autoSave', 'afterDelay', ConfigurationTarget.Global);
    try {
      const document = await open();
      await until(() => !document.isDirty);
      await commands.executeCommand('workbench.action.closeActiveEditor');
      await assert.rejects(commit(), { kind: 'conflict' });
    } finally {
      await files.update('autoSave', before, ConfigurationTarget.Global);
    }
    await commands.executeCommand('sourcehost.conflict.resolve', { ...at, ref: 'topic', path: 'a.txt', side: 'mine' });
    assert.equal(Buffer.from(await workspace.fs.readFile(output)).toString('utf8'), 'first\nours\nlast\n');
  });

  it('opens a file that one side deleted as a difference', async () => {
    await attempt('gone.txt');
    await until(() => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff);
  });
});
