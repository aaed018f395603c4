import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, extensions, Uri, workspace } from 'vscode';
import type { Exports, SourcehostApi } from '../../../src/editor/exports/api.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';

const extension = extensions.getExtension<Exports>('sourcehost.sourcehost');
const api = async (): Promise<SourcehostApi> => {
  assert.ok(extension, 'the extension is not installed');
  return (await extension.activate()).getApi(1);
};

describe('the API for other extensions', () => {
  const service = new RemoteService();

  it('exists in version 1 only', async () => {
    assert.equal((await api()).version, 1);
    assert.throws(() => extension?.exports.getApi(2), { name: 'Failure', field: 'version' });
  });

  it('describes the commands of docs/commands.md', async () => {
    const page = await readFile(join(extension?.extensionPath ?? '', 'docs', 'commands.md'), 'utf8');
    const documented = [...page.matchAll(/^## (\S+)$/gm)].map(([, id]) => id);
    const described = await (await api()).commands();
    assert.deepEqual(described.map(({ id }) => id).sort(), documented);
  });

  it('returns hosts and accounts', async () => {
    await service.reset();
    await signIn(service, 'alice');
    const { hosts, accounts } = await api();
    assert.deepEqual(
      hosts()
        .map(({ id }) => id)
        .sort(),
      ['gitcode', 'local'],
    );
    assert.deepEqual(
      (await accounts('local')).map(({ id }) => id),
      ['local/alice'],
    );
  });

  it('contains no token, and neither do the answers about accounts', async () => {
    const token = await service.token('alice');
    const { hosts, accounts, commands: described, activeRepository } = await api();
    const signedIn: unknown = await commands.executeCommand('sourcehost.account.signInWithToken', {
      host: 'local',
      token,
    });
    const report: unknown = await commands.executeCommand('sourcehost.support.report');
    const answers = [hosts(), await accounts(), await described(), activeRepository, signedIn, report, await api()];
    const documents = workspace.textDocuments.map((document) => document.getText());
    for (const text of [...answers.map((answer) => JSON.stringify(answer ?? null)), ...documents])
      assert.ok(!text.includes(token), text.slice(0, 80));
  });

  it('converts places into URIs and back', async () => {
    const { toUri, fromUri } = await api();
    const place = { host: 'local', repository: 'alice/website', ref: 'feature/login', path: 'README.md' };
    assert.equal(toUri(place).toString(true), 'sourcehost://local/alice/website@feature:login/README.md');
    assert.deepEqual(fromUri(toUri(place)), place);
    assert.equal(fromUri(Uri.file('/tmp')), undefined);
    assert.throws(() => toUri({ host: 'local', repository: 'website' }), { name: 'Failure', field: 'repository' });
  });

  it('returns the active repository, and sends an event when it changes', async () => {
    const { onDidChangeActiveRepository } = await api();
    const seen: unknown[] = [];
    const listener = onDidChangeActiveRepository((repository) => seen.push(repository));
    await commands.executeCommand('sourcehost.repository.lock', {
      host: 'local',
      repository: 'alice/samples',
    });
    listener.dispose();
    assert.deepEqual(seen.at(-1), { host: 'local', repository: 'alice/samples' });
    assert.deepEqual((await api()).activeRepository, { host: 'local', repository: 'alice/samples' });
    await commands.executeCommand('sourcehost.repository.follow');
  });
});
