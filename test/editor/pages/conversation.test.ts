import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { commands, window } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { ShownPages } from '../kit/panels.ts';
import { Person } from '../kit/person.ts';
import { ThreadPage } from '../kit/reviewThreads.ts';
import { signIn } from '../kit/signIn.ts';
import { showsTab } from '../kit/tabs.ts';
import { tidy } from '../kit/tidy.ts';

const at = { owner: 'alice', repo: 'website', number: '41' };
const reply = (discussion: string): string => JSON.stringify({ kind: 'reply', discussion });
const edit = (id: string): string => JSON.stringify({ kind: 'edit', id });
const pipeline = (number: number, state: string): string =>
  `<div>流水线 <a href="https://ci.example/${number}">PR-pipeline#${number}</a>  [ commitID：121cc507 ] ${state}</div>\n<ul><li><span>compile</span> : run</li></ul>`;

describe('the conversation of a pull request on its page', () => {
  const service = new RemoteService();
  const person = new Person();
  let page: ShownPages;

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    person.sit();
    page = new ShownPages();
  });
  afterEach(async () => {
    page[Symbol.dispose]();
    person.leave();
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  const call = (operation: string, params: object, as = 'bob'): Promise<unknown> =>
    service.call(operation, { ...at, ...params }, as);
  const say = async (body: string, as = 'bob', more: object = {}): Promise<unknown> =>
    await call('pullRequestComments.create', { body, ...more }, as);
  const isWhole = (): boolean => page.news.some((news) => news.isWhole === true);

  /** Opens the page by a link of the page of an issue. */
  const open = async (): Promise<void> => {
    await commands.executeCommand('sourcehost.issue.show', {
      ...{ host: 'local', repository: 'alice/website', number: 2 },
    });
    await until(isWhole);
    page.news.length = 0;
    page.entries.clear();
    page.follow('pullRequest', { number: '41' });
    await until(isWhole);
  };
  const entry = (text: string): [key: string, markup: string] => {
    const found = [...page.entries].find(([, markup]) => markup.includes(text));
    assert.ok(found, `no entry has ${text}`);
    return found;
  };
  /** The attributes of the button `name` of an entry. */
  const button = (text: string, name: string): { of: string; id: string } => {
    const [of, markup] = entry(text);
    const id = new RegExp(`data-talk="${name}"\\s+data-id="([^"]+)"`).exec(markup)?.[1];
    assert.ok(id, `${text} has no ${name}`);
    return { of, id };
  };
  const section = (id: string): string => page.sections.get(id) ?? '';

  it('shows what a merge needs, people in three roles, and every comment with its lines', async () => {
    await open();
    await showsTab(/^!41 Begin the login page/);
    for (const word of ['Approvers', 'Reviewers', 'Testers']) assert.match(section('people'), new RegExp(word));
    assert.match(section('missing'), /data-do="markTested"/);
    assert.match(section('text'), /data-untrusted/);
    entry('data-comment');
    await until(() => [...page.entries.values()].some((markup) => markup.includes('class="excerpt"')));
    const [, markup] = entry('class="excerpt"');
    assert.match(markup, /src\/login\.(?:html|ts), line \d/);
    assert.equal((await service.requests('pullRequestComments.list')).length, 1);
  });

  it('folds what robots repeat, and asks before a second run', async () => {
    for (let turn = 0; turn < 3; turn += 1) await say(pipeline(1, '运行中'));
    await say(pipeline(2, '运行中'));
    await open();
    assert.match(entry('PR-pipeline#1')[1], /^<details class="fold[\s\S]*3 times/);
    page.talk({ do: 'complete', sign: '/', word: 'com', ticket: 7 });
    await until(() => page.news.some(({ completions }) => completions?.ticket === 7));
    assert.deepEqual(page.news.find(({ completions }) => completions?.ticket === 7)?.completions?.items, [
      { label: 'compile', detail: '', insert: 'compile' },
    ]);
    page.talk({ do: 'send', id: '', text: 'compile' });
    await person.answers(/Start another one/, 'Start Anyway');
    await until(async () => (await service.requests('pullRequestComments.create')).length === 1);
  });

  it('replies, edits, resolves and deletes, and keeps what is typed until the host has it', async () => {
    await say('Mine', 'alice');
    await open();
    const own = button('Mine', 'edit');
    page.talk({ do: 'edit', ...own });
    await until(() => page.news.some((news) => news.open?.id === edit(own.id)));
    page.talk({ do: 'typed', id: edit(own.id), text: 'Mine, edited' });
    await pause(500);
    await service.fail({ operation: 'pullRequestComments.edit', fault: { kind: 'error', status: 500 }, times: 9 });
    page.talk({ do: 'send', id: edit(own.id), text: 'Mine, edited' });
    await until(() => page.news.some(({ sending }) => sending?.state === 'failed'));
    await service.heal();
    page.talk({ do: 'send', id: edit(own.id), text: 'Mine, edited' });
    await until(() => [...page.entries.values()].some((markup) => markup.includes('data-id')) && isSent());
    const listed = (await call('pullRequestComments.list', {})) as readonly { readonly body: string }[];
    assert.ok(listed.some(({ body }) => body === 'Mine, edited'));

    const { of } = button('login.html', 'resolve');
    page.talk({ do: 'resolve', of, id: '' });
    await until(() => (page.entries.get(of) ?? '').startsWith('<details'));
    page.talk({ do: 'typed', id: reply(of), text: 'A reply' });
    page.talk({ do: 'send', id: reply(of), text: 'A reply' });
    await until(async () => (await service.requests('pullRequestComments.reply')).length === 1);

    page.talk({ do: 'delete', ...own });
    await person.answers(/Delete this comment/, 'Delete');
    await until(() => !page.entries.has(own.of));
  });

  it('opens the old side of a discussion with its thread, which nobody compared before', async () => {
    const places = [{ path: 'README.md', line: 1, side: 'old' }] as const;
    await service.act({ do: 'converse', repository: 'alice/website', number: 41, count: 1, places });
    const threads = new ThreadPage();
    threads.watch();
    try {
      await open();
      page.talk({ do: 'openLine', of: entry('Comment 0')[0], id: '' });
      await until(() => threads.in('README.md').some(({ texts }) => texts.includes('Comment 0')));
      assert.match(window.activeTextEditor?.document.uri.path ?? '', /README\.md$/);
    } finally {
      threads.leave();
    }
  });

  it('ticks a task of an own text, and nothing if the text changed since', async () => {
    await call('pullRequests.edit', { body: '- [ ] one\n- [ ] two' }, 'alice');
    await open();
    page.talk({ do: 'task', tasksOf: '', index: 1, count: 2, checked: true });
    const body = async (): Promise<unknown> => ((await call('pullRequests.get', {})) as { readonly body: string }).body;
    await until(async () => (await body()) === '- [ ] one\n- [x] two');
    page.talk({ do: 'task', tasksOf: '', index: 0, count: 3, checked: true });
    await person.tells(/changed since/);
    assert.equal(await body(), '- [ ] one\n- [x] two');
  });

  it('asks who is signed out to sign in, and shows no text of the former account', async () => {
    await open();
    page.talk({ do: 'typed', id: '', text: 'A secret plan' });
    await pause(500);
    page.news.length = 0;
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'alice' });
    await until(() => page.news.some(({ isReset }) => isReset === true));
    await signIn(service, 'bob');
    await pause(1_000);
    assert.ok(!JSON.stringify(page.news).includes('A secret plan'));
  });

  it('offers who is signed out to sign in', async () => {
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'alice' });
    await open();
    await until(() =>
      page.news.some(({ writing }) => writing?.refusal?.markup.includes('Sign In to Comment') === true),
    );
    assert.ok(![...page.entries.values()].some((markup) => markup.includes('data-talk="reply"')));
    await signIn(service, 'alice');
  });

  const isSent = (): boolean => page.news.some(({ sending }) => sending?.state === 'sent');
});
