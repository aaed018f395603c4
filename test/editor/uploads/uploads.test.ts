import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CancellationError,
  commands,
  DataTransfer,
  DataTransferItem,
  DocumentDropOrPasteEditKind,
  Position,
  Selection,
  Uri,
  window,
  workspace,
  type TextDocument,
} from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { FileInsertion } from '../../../src/editor/features/uploads/fileInsertion.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { Sidebar } from '../sidebar/sidebar.ts';

const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

describe('an upload', () => {
  const person = new Person();
  let sidebar: Sidebar;
  let insertion: FileInsertion;
  let folder: string;
  let failures: unknown[];

  beforeEach(async () => {
    sidebar = new Sidebar();
    failures = [];
    await sidebar.service.reset();
    await signIn(sidebar.service, 'alice');
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-uploads-'));
    await writeFile(join(folder, 'log.txt'), 'text');
    await writeFile(join(folder, 'shot.png'), picture);
    insertion = new FileInsertion(
      {
        connections: sidebar.connections,
        loadHostFeatures: sidebar.loadHostFeatures,
        failures: { show: (error: unknown): void => void failures.push(error) },
        repositoryOfInput: () => undefined,
        context: { globalStorageUri: Uri.file(join(folder, 'scratch')) },
      } as unknown as ConstructorParameters<typeof FileInsertion>[0],
      DocumentDropOrPasteEditKind.Empty.append('test'),
    );
    person.sit();
  });
  afterEach(async () => {
    insertion.dispose();
    person.leave();
    await tidy();
    assert.deepEqual([failures, await sidebar.service.violations()], [[], []]);
    await sidebar.service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  const sent = async (): Promise<string[]> =>
    (await sidebar.service.requests()).flatMap(({ operation }) =>
      operation.startsWith('uploads.') ? [operation] : [],
    );
  const documentOf = async (number: number): Promise<TextDocument> => {
    const document = await workspace.openTextDocument(
      Uri.parse(`sourcehost-record://local/alice/website/issues/${number}.md`),
    );
    await window.showTextDocument(document);
    return document;
  };
  const clipboard = (...names: readonly string[]): DataTransfer => {
    const transfer = new DataTransfer();
    for (const [index, name] of names.entries()) {
      const file = { name, data: () => Promise.resolve(picture) };
      const item = Object.assign(new DataTransferItem(''), { asFile: () => file });
      transfer.set(['image/png', 'image/x-png'][index] ?? '', item);
    }
    return transfer;
  };
  const paste = async (document: TextDocument, ...names: readonly string[]): Promise<void> => {
    const [edit] = await insertion.pasteEdits(document, clipboard(...names));
    assert.throws(() => insertion.resolve(edit ?? assert.fail()), CancellationError);
  };

  it('of a pasted picture is named, shown while it is asked about, and inserted where the cursor was', async () => {
    const document = await documentOf(5);
    const typing = window.activeTextEditor ?? assert.fail();
    const { end } = document.lineAt(document.lineCount - 1).range;
    typing.selection = new Selection(end, end);
    await paste(document, 'image.png');
    const box = await person.box();
    assert.equal(box.value, 'image.png');
    assert.match(box.prompt ?? '', /20 MB.*alice\/website.*private/);
    const tabs = (): string[] => window.tabGroups.all.flatMap(({ tabs: all }) => all.map(({ label }) => label));
    assert.ok(tabs().includes('image.png'), tabs().join());
    await typing.edit((editing) => editing.insert(end.with({ character: 0 }), 'before '));
    typing.selection = new Selection(end.translate(0, 7), end.translate(0, 7));
    await person.enters('login');
    await until(() => /^before .*!\[login\.png\]\(http.*login\.png\)$/m.test(document.getText()));
    const editor = window.visibleTextEditors.find((one) => one.document === document);
    assert.equal(document.getText(editor?.selection), 'login.png');
    await until(() => !tabs().includes('image.png'));
    await until(async () => (await readdir(join(folder, 'scratch'))).length === 0);
    assert.deepEqual(await sent(), ['uploads.picture']);
    if (editor !== undefined) await window.showTextDocument(document, editor.viewColumn);
    await commands.executeCommand('undo');
    await person.answers(/^login\.png stays on the host\./, 'Open on the Web');
    await until(() => person.opened.some((address) => address.endsWith('login.png')));
  });

  it('that is dismissed, of text or to a host without it leaves the document as it is', async () => {
    const document = await documentOf(6);
    const before = document.getText();
    const transfer = new DataTransfer();
    transfer.set('text/uri-list', new DataTransferItem(Uri.file(join(folder, 'log.txt')).toString()));
    const drop = () => insertion.dropEdit(document, new Position(0, 0), transfer);
    assert.equal((await drop())?.insertText, '');
    await person.dismisses();
    const page = new DataTransfer();
    page.set('text/uri-list', new DataTransferItem('https://example.org/'));
    assert.deepEqual(await insertion.pasteEdits(document, page), []);
    const office = clipboard('a.png');
    office.set('text/plain', new DataTransferItem('text'));
    office.set('text/html', new DataTransferItem('<b>text</b>'));
    const [edit] = await insertion.pasteEdits(document, office);
    assert.deepEqual(edit?.yieldTo, [DocumentDropOrPasteEditKind.Text]);
    for (const operation of ['uploads.picture', 'uploads.file'] as const)
      await sidebar.features.note((await sidebar.connections.connect('local')).host, operation);
    assert.equal(await drop(), undefined);
    assert.deepEqual([document.getText(), await sent()], [before, []]);
  });

  it('by a program gives the link, and is refused if it is too large', async () => {
    const at = { host: 'local', repository: 'alice/website' };
    const upload = (name: string): Thenable<unknown> =>
      commands.executeCommand('sourcehost.file.upload', { ...at, file: Uri.file(join(folder, name)).toString() });
    const { url, markdown } = (await upload('log.txt')) as { url: string; markdown: string };
    assert.equal(markdown, `[log.txt](${url})`);
    assert.equal(person.asked, 0);
    await writeFile(join(folder, 'large.bin'), new Uint8Array(20_000_001));
    await assert.rejects(Promise.resolve(upload('large.bin')), { message: /“large\.bin” is larger than 20 MB/ });
    await assert.rejects(Promise.resolve(upload('nothing.txt')), { kind: 'refused' });
    assert.deepEqual(await sent(), ['uploads.file']);
  });

  it('from the box of a page is inserted there, from the clipboard or a chosen file', async () => {
    using pages = new ShownPages();
    const row = { host: 'local', repository: 'alice/website', number: '7' };
    await commands.executeCommand('sourcehost.issue.addComment', { [target]: row });
    await until(() => pages.news.some(({ writing }) => writing?.attaches === true));
    const bytes = picture.buffer;
    pages.talk({ do: 'attach', id: '', ticket: 3, files: [{ name: 'shot.png', bytes }, { name: 7 }] });
    await person.enters('shot.png');
    await until(() => pages.news.some(({ insert }) => insert !== undefined));
    const insert = pages.news.find((one) => one.insert !== undefined)?.insert;
    assert.match(insert?.markdown ?? '', /^!\[shot\.png\]\(http/);
    assert.deepEqual([insert?.markdown.slice(...insert.label), insert?.ticket], ['shot.png', 3]);
    // Without a choice of the user, the page asks for a file.
    pages.talk({ do: 'attach', id: '' });
    await person.chooses(Uri.file(join(folder, 'log.txt')));
    await person.enters('log.txt');
    await until(() => pages.news.filter((one) => one.insert !== undefined).length === 2);
    assert.deepEqual(await sent(), ['uploads.picture', 'uploads.file']);
  });

  it('is not offered any more where the host has none', async () => {
    // A host of its own: the extension remembers for a day what a host does not have.
    const host = 'without-uploads';
    const url = sidebar.service.url.replace('127.0.0.1', 'localhost');
    const entry = { id: host, name: 'No uploads', apiUrl: url, authUrl: url, webUrl: url };
    await commands.executeCommand('sourcehost.host.add', entry);
    const token = await sidebar.service.token('alice');
    await commands.executeCommand('sourcehost.account.signInWithToken', { host, token });
    try {
      using pages = new ShownPages();
      const row = { host, repository: 'alice/website', number: '7' };
      await commands.executeCommand('sourcehost.issue.show', { [target]: row });
      await until(() => pages.news.some(({ writing }) => writing?.attaches === true));
      for (const operation of ['uploads.picture', 'uploads.file'])
        await sidebar.service.set({ operation, habits: { optionalOperations: '404' } });
      pages.talk({ do: 'attach', id: '', files: [{ name: 'shot.png', bytes: picture.buffer }] });
      await person.enters('shot.png');
      const { actions } = await person.tells(/No uploads does not support this in its API/);
      assert.deepEqual(actions, ['Open on the Web', 'Show Log']);
      await until(() => pages.news.some(({ writing }) => writing?.attaches === false));
      assert.deepEqual(await sent(), ['uploads.picture', 'uploads.file']);
    } finally {
      await commands.executeCommand('sourcehost.host.remove', { host });
    }
  });
});
