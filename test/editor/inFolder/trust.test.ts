import assert from 'node:assert/strict';
import { commands, FileType, Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const samples = { host: 'local', repository: 'alice/samples' };
const settings = Uri.parse('sourcehost://local/alice/samples/.vscode/settings.json');
const trust = async (trusted: boolean): Promise<unknown> =>
  await commands.executeCommand('sourcehost.repository.trust', { ...samples, trusted });

/** A setting that only trusted workspaces may set: it names a program that an extension runs. */
const program = (): string | undefined =>
  workspace.getConfiguration('php.validate').inspect<string>('executablePath')?.workspaceValue;
const rulers = (): unknown => workspace.getConfiguration('editor').inspect('rulers')?.workspaceValue;

describe('the configuration of a remote folder', () => {
  const service = new RemoteService();
  const push = async (path: string, branch = 'main'): Promise<void> => {
    const text = JSON.stringify({ 'php.validate.executablePath': path, 'editor.rulers': [70] });
    const files = { '.vscode/settings.json': text };
    await service.act({ do: 'push', repository: 'alice/samples', branch, files });
    await commands.executeCommand('sourcehost.view.refresh');
  };

  before(async () => {
    assert.equal(workspace.workspaceFolders?.[0]?.uri.toString(), 'sourcehost://local/alice/samples');
    await signIn(service, 'alice');
  });
  after(async () => {
    await trust(false);
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('is used only while the user trusts its authors', async () => {
    await push('/repository/one');
    // The editor requests the file, and is refused.
    await assert.rejects(async () => await workspace.fs.readFile(settings), /Restricted Mode/);
    assert.equal((await workspace.fs.stat(settings)).type, FileType.File);
    assert.deepEqual([program(), rulers()], [undefined, undefined]);
    assert.deepEqual(await trust(true), { trusted: true });
    await until(() => program() === '/repository/one');
    assert.deepEqual(rulers(), [70]);
    await push('/repository/two');
    await until(() => program() === '/repository/two');
    await trust(false);
    await until(() => program() === undefined);
    assert.equal(rulers(), undefined);
    await push('/repository/three');
    await assert.rejects(async () => await workspace.fs.readFile(settings), /Restricted Mode/);
    assert.equal(program(), undefined);
  });

  it('is not used at a commit that no branch has in a window that is switched to it, and is used at the branch again', async () => {
    const to = async (ref: string): Promise<unknown> =>
      await commands.executeCommand('sourcehost.ref.switch', { ...samples, ref });
    await push('/repository/taken', 'taken');
    const foreign = await service.git('alice/samples', 'rev-parse', 'taken');
    await service.act({ do: 'deleteBranch', repository: 'alice/samples', branch: 'taken' });
    await push('/repository/own');
    await trust(true);
    await until(() => program() === '/repository/own');
    await to(foreign);
    await until(() => program() === undefined);
    await assert.rejects(async () => await workspace.fs.readFile(settings), /Restricted Mode/);
    await to('main');
    await until(() => program() === '/repository/own');
  });
});
