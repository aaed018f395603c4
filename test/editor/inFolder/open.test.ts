import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

describe('opening the repository of this window', () => {
  const service = new RemoteService();
  const person = new Person();
  before(() => signIn(service, 'alice'));
  beforeEach(() => person.sit());
  afterEach(() => person.leave());
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('shows it without another question, and the window stays', async () => {
    const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.open'));
    await person.types('alice/samples');
    await person.picks('alice/samples');
    await person.waitsFor(ran);
    assert.deepEqual(person.opened, []);
    assert.equal(workspace.workspaceFolders?.length, 1);
  });

  it('shows files with the path of a record under their names', async () => {
    const files = { 'issues/12.md': 'text', 'releases/v1.0.md': 'text' };
    await service.act({ do: 'push', repository: 'alice/samples', branch: 'main', files });
    await commands.executeCommand('sourcehost.view.refresh');
    const folder = Uri.parse('sourcehost://local/alice/samples');
    for (const path of Object.keys(files))
      await window.showTextDocument(Uri.joinPath(folder, path), { preview: false });
    const labels = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.deepEqual(labels, ['12.md', 'v1.0.md']);
  });

  it('shows the open folder also for its row, and asks where to open another branch', async () => {
    const folder = Uri.parse('sourcehost://local/alice/samples');
    await person.waitsFor(Promise.resolve(commands.executeCommand('sourcehost.repository.open', folder)));
    assert.deepEqual(person.opened, []);
    const branch = Uri.parse('sourcehost://local/alice/samples@main');
    const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.open', branch));
    await person.picks('New Window');
    await person.waitsFor(ran);
    assert.deepEqual(person.opened, ['vscode.openFolder sourcehost://local/alice/samples@main']);
  });

  it('asks for the repository again when the user goes back', async () => {
    const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.open'));
    await person.types('alice/website');
    await person.picks('alice/website');
    await person.sees('This Window');
    await person.goesBack();
    await person.sees('alice/website');
    await person.types('bob/dotfiles');
    await person.picks('bob/dotfiles');
    await person.picks('New Window');
    await person.waitsFor(ran);
    assert.deepEqual(person.opened, ['vscode.openFolder sourcehost://local/bob/dotfiles']);
  });
});
