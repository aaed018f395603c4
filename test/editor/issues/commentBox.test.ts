import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commands,
  comments,
  Position,
  Uri,
  window,
  workspace,
  type CodeLens,
  type CompletionList,
  type TextDocument,
} from 'vscode';
import { delay } from '../../../src/core/async.ts';
import { sha256 } from '../../../src/core/digest.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { BoxButtons, commentInput, type } from '../kit/commentInput.ts';
import { globalStorage } from '../kit/globalStorage.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { until } from '../../kit/until.ts';
import { tidy } from '../kit/tidy.ts';

interface Comment {
  readonly id: string;
  readonly body: string;
}

const issue = Uri.parse('sourcehost-record://local/alice/website/issues/2.md');
const at = { owner: 'alice', repo: 'website' };

describe('the comment box in an issue', () => {
  const service = new RemoteService();
  const person = new Person();
  const buttons = new BoxButtons();
  let document: TextDocument;

  beforeEach(async () => {
    await service.reset();
    await call('issueComments.create', { number: 2, body: 'Mine\n\nin two parts' });
    await signIn(service, 'alice');
    document = await workspace.openTextDocument(issue);
    await window.showTextDocument(document);
    await until(() => document.getText().includes('in two parts'));
    await service.clear();
    person.sit();
    buttons.watch();
  });
  afterEach(async () => {
    person.leave();
    await buttons.leave();
    await tidy();
    await service.reset();
  });

  const call = async <T>(operation: string, params: object, as = 'alice'): Promise<T> =>
    (await service.act({ do: 'call', operation, params: { ...at, ...params }, as })) as T;
  const bodies = async (): Promise<readonly string[]> =>
    (await call<readonly Comment[]>('issues.comments', { number: 2 })).map(({ body }) => body);
  const lenses = async (): Promise<readonly CodeLens[]> =>
    await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', issue);
  const titleOf = ({ command }: CodeLens): string => command?.title.replace(/^\$\(.*\) /, '') ?? '';
  const lineOf = ({ range }: CodeLens): string => document.getText().split('\n')[range.start.line] ?? '';
  /** Clicks the lens with this title, at the heading that matches if it is given. */
  const click = async (title: string, heading = /(?:)/): Promise<void> => {
    let found: CodeLens | undefined;
    await until(async () => {
      found = (await lenses()).find((lens) => titleOf(lens) === title && heading.test(lineOf(lens)));
      return found !== undefined;
    }).catch(() => undefined);
    assert.ok(found?.command, `${title} is not among ${(await lenses()).map(titleOf).join()}`);
    await commands.executeCommand(found.command.command, ...((found.command.arguments ?? []) as unknown[]));
  };
  const count = async (body: string): Promise<number> => (await bodies()).filter((one) => one === body).length;

  it('sends what was typed with one request, and the document shows it', async () => {
    await click('Comment');
    const input = await commentInput('');
    await type(input, 'From the box');
    await buttons.press('send', input);
    assert.equal(await count('From the box'), 1);
    assert.equal((await service.requests('issueComments.create')).length, 1);
    await until(() => document.getText().includes('From the box'));
    assert.ok((await lenses()).map(titleOf).includes('Comment'));
  });

  it('quotes a comment below what was typed before', async () => {
    await click('Comment');
    await type(await commentInput(''), 'First');
    await click('Quote Reply', /^## alice/);
    const input = await commentInput('First\n\n> Mine\n>\n> in two parts\n\n');
    await type(input, `${input.getText()}Then`);
    await buttons.press('send', input);
    assert.equal(await count('First\n\n> Mine\n>\n> in two parts\n\nThen'), 1);
  });

  it('offers to edit and delete only own comments', async () => {
    await until(async () => (await lenses()).map(titleOf).includes('Delete'));
    const headings = (await lenses()).flatMap((lens) => {
      const text = lineOf(lens);
      return text.startsWith('## ') ? [`${text.split(' ')[1] ?? ''}: ${titleOf(lens)}`] : [];
    });
    const others = ['bob', 'xiaoming', 'carol', 'erik'].map((login) => `${login}: Quote Reply`);
    assert.deepEqual(headings, [...others, 'alice: Quote Reply', 'alice: Edit', 'alice: Delete']);
  });

  it('edits a comment in its place, and keeps the text when the host refuses it', async () => {
    await click('Edit');
    const input = await commentInput('Mine\n\nin two parts');
    await type(input, 'Changed');
    await service.fail({ operation: 'issueComments.edit', fault: { kind: 'error', status: 500 }, times: 9 });
    await buttons.press('save', input);
    await person.answers(/^The comment was not sent/);
    assert.equal(buttons.shown.label, 'Not sent');
    await service.heal();
    await until(async () => (await lenses()).map(titleOf).includes('Continue Editing'));
    await click('Continue Editing');
    await buttons.press('save', await commentInput('Changed'));
    assert.equal(await count('Changed'), 1);
    await until(() => document.getText().includes('Changed'));
    assert.ok(!(await lenses()).map(titleOf).includes('Continue Editing'));
  });

  it('edits a comment beside the box of a new comment', async () => {
    await click('Comment');
    await type(await commentInput(''), 'Beside');
    await click('Edit');
    const input = await commentInput('Mine\n\nin two parts');
    await type(input, 'Changed');
    await buttons.press('save', input);
    assert.equal(await count('Changed'), 1);
    assert.equal((await commentInput('Beside')).getText(), 'Beside');
    await buttons.discard();
  });

  it('continues a comment after the tab of its issue was closed', async () => {
    await click('Comment');
    await type(await commentInput(''), 'Not finished');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(await workspace.openTextDocument(issue));
    await click('Continue Comment: Not finished');
    await buttons.press('send', await commentInput('Not finished'));
    assert.equal(await count('Not finished'), 1);
  });

  it('says once that what is typed cannot be stored, and sends it', async () => {
    await click('Comment');
    const input = await commentInput('');
    await type(input, 'Stored');
    const folder = join(await globalStorage(), 'comments');
    await until(() => existsSync(folder));
    await rename(folder, `${folder}-away`);
    try {
      await writeFile(folder, 'no folder');
      await type(input, 'Not stored');
      await person.tells(/^What you type in a comment cannot be stored, and is lost when the window closes: /);
      await type(input, 'Not stored either');
      await delay(1_000);
      assert.equal(person.told.length, 1);
    } finally {
      await rm(folder);
      await rename(`${folder}-away`, folder);
    }
    await buttons.press('send', input);
    assert.equal(await count('Not stored either'), 1);
  });

  it('keeps a damaged text, and names its file', async () => {
    // No other test opens this issue: its texts are read once in a window.
    const place = await sha256(['local/alice', 'local/alice/website', '10'].join('\n'));
    const folder = join(await globalStorage(), 'comments', 'drafts', place);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'new'), '{"id":"","te');
    await window.showTextDocument(await workspace.openTextDocument(Uri.parse(`${issue.toString().slice(0, -4)}10.md`)));
    const message = await person.tells(/^A draft is damaged on the disk and cannot be used\. Its file is kept: /);
    assert.match(await readFile(message.text.slice(message.text.indexOf(': ') + 2), 'utf8'), /^\{"id":""/);
  });

  it('shows its text again when the editor opens all inputs anew', async () => {
    await click('Comment');
    await type(await commentInput(''), 'Kept');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(await workspace.openTextDocument(issue));
    // A new controller makes the editor open its inputs anew: before and while the box gets its text.
    for (const milliseconds of [0, 90]) {
      const opened = click('Continue Comment: Kept');
      await delay(milliseconds);
      const controller = comments.createCommentController('other', 'Other');
      await opened;
      await delay(500);
      await commentInput('Kept');
      controller.dispose();
      await commands.executeCommand('workbench.action.closeAllEditors');
      await window.showTextDocument(await workspace.openTextDocument(issue));
    }
    await click('Continue Comment: Kept');
    await commentInput('Kept');
    await buttons.press('discard');
  });

  it('deletes a comment after a question', async () => {
    const deleted = click('Delete');
    await person.answers(/^Delete this comment\?/, 'Delete');
    await person.waitsFor(deleted);
    assert.equal(await count('Mine\n\nin two parts'), 0);
    await until(() => !document.getText().includes('in two parts'));
  });

  it('asks before it sends a comment again that may have arrived', async () => {
    await service.set({ habits: { commentTime: false } });
    // A service that was reset gives the ids of earlier tests again, which this window knows as its own.
    for (const body of ['One', 'Two']) await call('issueComments.create', { number: 2, body });
    await call('issueComments.create', { number: 2, body: '+1' });
    await click('Comment');
    const input = await commentInput('');
    await type(input, '+1');
    await service.fail({ operation: 'issueComments.create', fault: { kind: 'reset', at: 'headers' }, times: 1 });
    await buttons.press('send', input);
    await person.answers(/^It is not known whether this was created/, 'Send Again…');
    assert.equal(await count('+1'), 1);
    await person.answers(/^Send it again\?/, 'Send Again');
    await until(async () => (await count('+1')) === 2);
  });

  it('completes people', async () => {
    await click('Comment');
    const input = await commentInput('');
    await type(input, '@');
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      input.uri,
      new Position(0, 1),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('@alice'), labels.join());
    await buttons.press('discard');
  });
});
