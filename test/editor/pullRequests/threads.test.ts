import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import {
  commands,
  Uri,
  window,
  workspace,
  type CancellationToken,
  type CommentingRanges,
  type TextDocument,
} from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { commentInput, type } from '../kit/commentInput.ts';
import { Person } from '../kit/person.ts';
import { ThreadPage } from '../kit/reviewThreads.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly diff_position?: { readonly end_new_line: number };
  readonly resolved?: boolean;
  readonly reply?: readonly Comment[];
}

const at = { owner: 'alice', repo: 'website', number: 41 };

describe('the comments of a pull request on their lines', () => {
  const service = new RemoteService();
  const person = new Person();
  const page = new ThreadPage();
  let document: TextDocument;

  beforeEach(async () => {
    await service.reset();
    // Before the account changes: a document that is still open gets its threads then.
    page.watch();
    await signIn(service, 'alice');
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await tidy();
    page.leave();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  const sent = async (operation: string): Promise<number> => (await service.requests(operation)).length;
  /** @returns how often the comments were read before, for a document that is still open */
  const open = async (path = 'src/login.ts'): Promise<number> => {
    await commands.executeCommand('sourcehost.pullRequest.compare', {
      host: 'local',
      repository: 'alice/website',
      number: 41,
    });
    const sha = await service.git('alice/website', 'rev-parse', 'refs/merge-requests/41/head');
    const before = await sent('pullRequestComments.list');
    await service.clear();
    document = await workspace.openTextDocument(Uri.parse(`sourcehost://local/alice/website/${path}?ref=${sha}`));
    await window.showTextDocument(document);
    return before;
  };
  const listed = async (): Promise<readonly Comment[]> => {
    const all = await service.call<Comment[]>('pullRequestComments.list', at);
    return all.flatMap((one) => [one, ...(one.reply ?? [])]);
  };
  const countOf = async (body: string): Promise<number> =>
    (await listed()).filter((comment) => comment.body === body).length;

  it('shows each discussion at its line, also of files that are not open, and no comment on the whole pull request', async () => {
    await open();
    await page.comment('One `query` is enough.');
    await page.comment('这里需要翻译。');
    const shown = [
      { file: 'login.ts', line: 3, texts: ['One `query` is enough.', 'Done.'], label: 'Line 3', state: 'resolved' },
      { file: 'login.html', line: 5, texts: ['这里需要翻译。'], label: 'Line 5', state: 'unresolved' },
    ];
    assert.deepEqual(page.threads, shown);
    assert.ok((await sent('pullRequestComments.list')) <= 1);
    await window.showTextDocument(
      await workspace.openTextDocument(document.uri.with({ path: '/alice/website/src/login.html' })),
    );
    await pause(300);
    assert.deepEqual(page.threads, shown);
    assert.ok((await sent('pullRequestComments.list')) <= 1);
    const provider = page.controllers[0]?.commentingRangeProvider;
    const provided = await provider?.provideCommentingRanges(document, {} as CancellationToken);
    const { enableFileComments, ranges: [range] = [] } = provided as CommentingRanges;
    assert.ok(enableFileComments);
    assert.deepEqual([range?.start.line, range?.end.line], [0, document.lineCount - 1]);
  });

  it('shows the comments in the branch of the head, where one may write, unless a draft changed its lines', async () => {
    const folder = await commands.executeCommand<Uri>('sourcehost.pullRequest.open', {
      host: 'local',
      repository: 'alice/website',
      number: 41,
    });
    const show = async (path: string): Promise<void> => {
      document = await workspace.openTextDocument(Uri.joinPath(folder, path));
      await window.showTextDocument(document);
    };
    assert.match(decodeURIComponent(folder.toString()), /feature:login/);
    await show('src/login.html');
    await page.comment('这里需要翻译。');
    const file = Uri.joinPath(folder, 'src/login.ts');
    await workspace.fs.writeFile(file, new TextEncoder().encode('first\n'));
    await show('src/login.ts');
    const provider = page.controllers[0]?.commentingRangeProvider;
    assert.equal(await provider?.provideCommentingRanges(document, {} as CancellationToken), undefined);
    const inDraft = page.threads.filter(({ file: name }) => name === 'login.ts');
    assert.deepEqual(
      inDraft.map(({ line }) => line),
      [3],
    );
    await commands.executeCommand('sourcehost.commit.discard', {
      host: 'local',
      repository: 'alice/website',
      ref: 'feature/login',
    });
  });

  it('sends a new comment with one request, and shows it where the host put it', async () => {
    await open();
    await page.comment('Done.');
    await page.write(document, 2, 'Written on a line');
    assert.deepEqual(
      page.in('login.ts').map(({ line, texts }) => [line, texts.at(-1)]),
      [
        [2, 'Written on a line'],
        [3, 'Done.'],
      ],
    );
    const created = (await listed()).find(({ body }) => body === 'Written on a line');
    assert.equal(created?.diff_position?.end_new_line, 2);
    assert.equal(await sent('pullRequestComments.create'), 1);
    await page.reply('Written on a line', 'And a reply');
    assert.equal(await countOf('And a reply'), 1);
    assert.deepEqual(page.in('login.ts')[0]?.texts, ['Written on a line', 'And a reply']);
  });

  it('resolves and opens a discussion again', async () => {
    await open();
    const resolved = async (): Promise<boolean | undefined> =>
      (await listed()).find(({ diff_position: place }) => place?.end_new_line === 3)?.resolved;
    await page.comment('Done.');
    await page.resolve('Done.', false);
    assert.deepEqual([page.in('login.ts')[0]?.state, await resolved()], ['unresolved', false]);
    await page.resolve('Done.', true);
    assert.deepEqual([page.in('login.ts')[0]?.state, await resolved()], ['resolved', true]);
  });

  it('offers to edit and delete only own comments', async () => {
    await open();
    const [other, own] = [await page.comment('One `query`'), await page.comment('Done.')];
    assert.deepEqual([other.contextValue, own.contextValue], ['other', 'own']);
    await page.edit('Done.', 'Done now.');
    assert.equal(await countOf('Done now.'), 1);
    assert.deepEqual(page.in('login.ts')[0]?.texts, ['One `query` is enough.', 'Done now.']);
    const removing = page.press('sourcehost.thread.deleteComment', 'Done now.');
    await person.answers(/^Delete this comment\?/, 'Delete');
    await person.waitsFor(removing);
    assert.equal(await countOf('Done now.'), 0);
    assert.deepEqual(page.in('login.ts')[0]?.texts, ['One `query` is enough.']);
  });

  it('keeps a text that the host refuses, over the end of the editor, and sends it once', async () => {
    await open();
    await page.comment('Done.');
    await service.fail({ operation: 'pullRequestComments.reply', fault: { kind: 'error', status: 500 }, times: 9 });
    await page.reply('Done.', 'Not yet');
    await person.answers(/^The comment was not sent/);
    assert.equal((await page.comment('Not yet')).label, 'Not sent');
    await service.heal();
    person.leave();
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'alice' });
    assert.deepEqual(page.controllers, []);
    await signIn(service, 'alice');
    person.sit();
    await page.press('sourcehost.comment.send', 'Not yet');
    assert.equal(await countOf('Not yet'), 1);
    assert.deepEqual(page.in('login.ts')[0]?.texts, ['One `query` is enough.', 'Done.', 'Not yet']);
    assert.notEqual((await page.comment('Not yet')).label, 'Not sent');
  });

  it('keeps a reply that is typed and not sent, over the end of the editor', async () => {
    await open();
    const thread = await page.thread('Done.');
    assert.equal(thread.canReply, false);
    await commands.executeCommand('sourcehost.thread.reply', thread);
    await type(await commentInput(''), 'Typed only');
    await pause(500);
    person.leave();
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'alice' });
    assert.deepEqual(page.controllers, []);
    await signIn(service, 'alice');
    person.sit();
    await page.press('sourcehost.comment.send', 'Typed only');
    assert.deepEqual(page.in('login.ts')[0]?.texts, ['One `query` is enough.', 'Done.', 'Typed only']);
    assert.equal(await countOf('Typed only'), 1);
  });

  it('moves a comment with its line to the present head, and shows one whose line changed at its version, marked', async () => {
    await open();
    await page.comment('Done.');
    await page.write(document, 2, 'On a line that stays');
    await page.write(document, 1, 'On a line that changes');
    const path = 'src/login.ts';
    const [, ...rest] = (await service.git('alice/website', 'show', `feature/login:${path}`)).split('\n');
    const files = { [path]: ['// Above', '// The first line is another one', ...rest].join('\n') };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'feature/login', files });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await open();
    // The editor closes documents later: the former version can show them too.
    const shows = (text: string, label: string): boolean =>
      page.in('login.ts').some((thread) => thread.texts[0] === text && thread.label === label);
    await until(() => shows('On a line that changes', 'Line 1 · outdated')).catch(() =>
      assert.fail(JSON.stringify(page.threads)),
    );
    await until(() => shows('On a line that stays', 'Line 3')).catch(() => assert.fail(JSON.stringify(page.threads)));
  });

  it('offers the whole with a link for a comment on a line of a removed file', async () => {
    await open();
    await page.comment('Done.');
    const base = await service.git('alice/website', 'merge-base', 'main', 'refs/merge-requests/41/head');
    const uri = Uri.parse(`sourcehost://local/alice/website/build.mjs?ref=${base.trim()}`);
    const old = await workspace.openTextDocument(uri);
    await window.showTextDocument(old);
    const writing = page.write(old, 1, 'Why was it removed?');
    await person.picks(/^On the whole pull request, with a link/);
    await person.waitsFor(writing);
    const whole = (await listed()).find(({ body }) => body.includes('Why was it removed?'));
    assert.match(whole?.body ?? '', /^\[build\.mjs:1\]\(http\S+\/blob\/[\da-f]{40}\/build\.mjs#L1\)\n\n/);
  });

  it('shows nothing and says nothing to a host without comments', async () => {
    // An older editor keeps the documents of the tests before open, whose comments are read after signing in.
    await tidy();
    await service.fail({ operation: 'pullRequestComments.list', fault: { kind: 'error', status: 404 } });
    await signIn(service, 'alice');
    const before = await open();
    await until(async () => before + (await sent('pullRequestComments.list')) > 0);
    assert.deepEqual([page.threads, person.told], [[], []]);
  });

  it('reads the comments again with the views', async () => {
    await open();
    await page.comment('Done.');
    const said = { ...at, body: 'From elsewhere', path: 'src/login.ts', position: 1 };
    await service.call('pullRequestComments.create', said, 'bob');
    await commands.executeCommand('sourcehost.view.refresh', {});
    await page.comment('From elsewhere');
    assert.equal(page.in('login.ts')[0]?.line, 1);
  });
});
