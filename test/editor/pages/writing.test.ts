import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from 'vscode';
import { delay } from '../../../src/core/async.ts';
import { sha256 } from '../../../src/core/digest.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { globalStorage } from '../kit/globalStorage.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

describe('what is written on the page of an issue', () => {
  const service = new RemoteService();
  const person = new Person();
  let pages: ShownPages;
  let id: string;

  beforeEach(async () => {
    await service.reset();
    const made = await service.call('issueComments.create', { number: 2, body: 'Mine\n\nin two parts' });
    id = String((made as { id: string | number }).id);
    await signIn(service, 'alice');
    person.sit();
    pages = new ShownPages();
  });
  afterEach(async () => {
    pages[Symbol.dispose]();
    person.leave();
    await tidy();
    await service.reset();
  });

  const show = async (command: string, more: object = {}, number = '2'): Promise<void> => {
    const row = { host: 'local', repository: 'alice/website', number, ...more };
    await commands.executeCommand(`sourcehost.issue.${command}`, { [target]: row });
  };
  /** The web view runs no script here before it is shown, so `open` comes after it began. */
  const opened = async (): Promise<object | undefined> => {
    await until(() => pages.news.some(({ open }) => open !== undefined));
    return pages.news.find(({ open }) => open !== undefined)?.open;
  };
  const type = (text: string): void => pages.talk({ do: 'typed', id: '', text });

  it('begins in the box of a new comment, of a changed one, or of one that quotes', async () => {
    await show('addComment');
    assert.deepEqual(await opened(), { id: '' });
    pages.news.length = 0;
    // The page is visible now.
    await show('quoteComment', { id });
    assert.deepEqual(await opened(), { id: '', quote: '> Mine\n> \n> in two parts\n\n' });
    await commands.executeCommand('workbench.action.closeAllEditors');
    pages.news.length = 0;
    await show('editComment', { id });
    const { id: draft, text } = (await opened()) as { id: string; text: string };
    assert.deepEqual([draft.includes(id), text], [true, 'Mine\n\nin two parts']);
  });

  it('is said once if it cannot be stored, and is sent', async () => {
    await show('addComment');
    type('Stored');
    const folder = join(await globalStorage(), 'comments');
    await until(() => existsSync(folder));
    await rename(folder, `${folder}-away`);
    try {
      await writeFile(folder, 'no folder');
      type('Not stored');
      await person.tells(/^What you type in a comment cannot be stored, and is lost when the window closes: /);
      type('Not stored either');
      await delay(1_000);
      assert.equal(person.told.length, 1);
    } finally {
      await rm(folder);
      await rename(`${folder}-away`, folder);
    }
    pages.talk({ do: 'send', id: '', text: 'Not stored either' });
    await until(async () => (await service.requests('issueComments.create')).length > 0);
    const [{ params } = {}, ...others] = await service.requests('issueComments.create');
    assert.deepEqual([params?.body, others], ['Not stored either', []]);
  });

  it('keeps a damaged text, and names its file', async () => {
    // No other test opens this issue: its texts are read once in a window.
    const place = await sha256(['local/alice', 'local/alice/website', '10'].join('\n'));
    const folder = join(await globalStorage(), 'comments', 'drafts', place);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'new'), '{"id":"","te');
    await show('show', {}, '10');
    const message = await person.tells(/^A draft is damaged on the disk and cannot be used\. Its file is kept: /);
    assert.match(await readFile(message.text.slice(message.text.indexOf(': ') + 2), 'utf8'), /^\{"id":""/);
  });
});
