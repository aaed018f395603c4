import assert from 'node:assert/strict';
import { commands, languages, TabInputWebview, Uri, window, workspace, type TextDocument } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';

const secret = 'Launch plan of alice';
const at = { host: 'local', repository: 'alice/secrets' };

describe('What another account read', () => {
  const service = new RemoteService();
  const person = new Person();
  let issue: Uri;
  let branch: string;
  let made = 0;

  const signOut = async (login: string): Promise<void> =>
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: login });
  const open = async (uri: Uri): Promise<TextDocument> => {
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: false });
    return document;
  };
  const type = async (document: TextDocument, text: string): Promise<void> => {
    const editor = await window.showTextDocument(document, { preview: false });
    await editor.edit((edit) => edit.insert(document.lineAt(document.lineCount - 1).range.end, text));
  };

  beforeEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await service.reset();
    await signIn(service, 'alice');
    // The service was reset: the commits of earlier tests are gone, and this window has read none of a new branch.
    branch = `plan-${++made}`;
    for (const repo of ['secrets', 'website'])
      await service.call('branches.create', { repo, refs: 'main', branch_name: branch });
    const kept = { repo: 'secrets', title: secret, body: `${secret}, in full` };
    const { number } = await service.call<{ readonly number: string }>('issues.create', kept);
    issue = Uri.parse(`sourcehost-record://local/alice/secrets/issues/${number}.md`);
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const login of ['alice', 'bob']) await Promise.resolve(signOut(login)).catch(() => undefined);
  });

  it('is in no document, page or title after a sign-out, nor for the next account, and tabs offer to close', async () => {
    using pages = new ShownPages();
    const documents = [
      await open(issue),
      await open(Uri.parse(`sourcehost://local/alice/secrets@${branch}/README.md`)),
    ];
    // Its objects stay on this computer.
    const commit = await service.git('alice/secrets', 'rev-parse', 'main');
    const [root, atCommit] = ['', `@${commit}`].map((ref) => Uri.parse(`sourcehost://local/alice/secrets${ref}/`));
    assert.ok(root !== undefined && atCommit !== undefined);
    const read = (folder: Uri): Thenable<Uint8Array> => workspace.fs.readFile(Uri.joinPath(folder, 'README.md'));
    await read(atCommit);
    const texts = documents.map((document) => document.getText());
    await commands.executeCommand('sourcehost.repository.show', at);
    const shown = (): string =>
      [
        ...documents.map((document) => document.getText()),
        ...pages.sections.values(),
        ...window.tabGroups.all.flatMap(({ tabs }) =>
          tabs.filter(({ input }) => input instanceof TabInputWebview).map(({ label }) => label),
        ),
      ].join('\n');
    for (const private_ of [secret, 'Only for alice', 'secrets']) assert.ok(shown().includes(private_), private_);
    const isEmptied = (): boolean =>
      documents.every((document, index) => document.getText() !== texts[index]) &&
      ![secret, 'Only for alice', 'alice/secrets'].some((private_) => shown().includes(private_));
    await signOut('alice');
    await until(isEmptied).catch(() => assert.fail(shown()));
    for (const document of documents) assert.match(document.getText(), /Another account opened this tab/);
    await signIn(service, 'bob');
    await assert.rejects(async () => await read(atCommit));
    await assert.rejects(async () => await workspace.fs.readDirectory(root));
    await until(isEmptied).catch(() => assert.fail(shown()));
    await person.answers(/^3 open tabs are empty/, 'Close Tabs');
    await until(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
  });

  it('comes back with its account', async () => {
    const document = await open(issue);
    await signOut('alice');
    await until(() => !document.getText().includes(secret));
    await signIn(service, 'alice');
    await until(() => document.getText().includes(secret));
  });

  it('is replaced by what the next account may read', async () => {
    using pages = new ShownPages();
    await commands.executeCommand('sourcehost.repository.show', { host: 'local', repository: 'alice/website' });
    const document = await open(Uri.parse(`sourcehost://local/alice/website@${branch}/README.md`));
    const text = document.getText();
    await signOut('alice');
    await signIn(service, 'bob');
    await until(() => document.getText() === text);
    await until(() => (pages.sections.get('head') ?? '').includes('<dt>Default branch</dt>'));
    assert.doesNotMatch(pages.sections.get('head') ?? '', /data-action="signIn"/);
  });

  it('stays where it is not saved, says so, and is saved by its own account only', async () => {
    const documents = [
      await open(issue),
      await open(Uri.parse('sourcehost-record://local/alice/website/issues/new.md')),
      await open(Uri.parse('sourcehost://local/alice/website/README.md')),
    ];
    for (const document of documents) await type(document, '\nTyped by alice');
    await signOut('alice');
    await signIn(service, 'bob');
    for (const document of documents) {
      await until(() =>
        languages.getDiagnostics(document.uri).some(({ message }) => message.startsWith('alice typed this text')),
      );
      assert.equal(await document.save(), false, document.uri.toString());
      assert.ok(document.isDirty && document.getText().includes('Typed by alice'));
    }
    assert.deepEqual(await service.changes(), []);
    await signOut('bob');
    await signIn(service, 'alice');
    const [first] = documents;
    assert.ok(first !== undefined && (await first.save()));
    const [, number] = /(\d+)\.md$/.exec(issue.path) ?? [];
    const saved = await service.call<{ body: string }>('issues.get', { repo: 'secrets', number });
    assert.match(saved.body, /Typed by alice/);
  });
});
