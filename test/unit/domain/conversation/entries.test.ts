import assert from 'node:assert/strict';
import { entriesOf, withEarlier, lineChange, type Entry } from '../../../../src/domain/conversation/entries.ts';
import { discussion } from './kit.ts';

const report = (number: number, state: string): string =>
  `流水线 <a href="https://ci.example/${number}">PR-pipeline#${number}</a> [ commitID：121cc507 ] ${state}`;

/** Each entry in one line. */
const lines = (entries: readonly Entry[]): string[] =>
  entries.map((entry) => {
    if (entry.kind === 'events') return `events: ${entry.events.map(({ content }) => content).join(', ')}`;
    const { equal, isFolded, discussion: one } = entry;
    return `${isFolded ? '> ' : ''}${one.body}${equal.length > 0 ? ` (${equal.length + 1} times)` : ''}`;
  });

describe('the entries of a conversation', () => {
  it('join equal neighbours of one robot, but not what people repeat', () => {
    const [running, skipped] = ['Docs pipeline is running...', 'skipped'];
    const robot = (body: string, login = 'robot-ci') => discussion({ login, body });
    const all = [robot(running), robot(running), robot(running), robot(skipped), discussion({ body: 'compile' })];
    const more = [discussion({ body: 'compile' }), robot(running), robot(running, 'other-bot')];
    assert.deepEqual(lines(entriesOf([...all, ...more], [])), [
      `${running} (3 times)`,
      skipped,
      'compile',
      'compile',
      running,
      running,
    ]);
  });

  it('fold all reports of a name but the newest, and what is resolved', () => {
    const robot = (body: string) => discussion({ login: 'robot-ci', body });
    const place = {
      path: 'a.ts',
      line: 3,
      startLine: undefined,
      side: 'new',
      headSha: undefined,
      isOnFile: false,
    } as const;
    const all = [
      robot(report(1, '运行中')),
      robot('## PR Approval Progress\n(0/1)'),
      discussion({ body: 'done', place, resolved: true }),
      robot(report(2, '已完成')),
    ];
    const bodies = lines(entriesOf(all, []));
    assert.deepEqual(
      bodies.map((line) => line.startsWith('> ')),
      [true, false, true, false],
    );
  });

  it('have what happened between the comments, in order of time', () => {
    const [first, second] = [discussion({ body: 'one' }), discussion({ body: 'two' })];
    const at = (minutes: number, content: string) => ({
      id: content,
      content,
      created_at: new Date(Date.parse(first.created_at ?? '') + minutes * 60_000).toISOString(),
    });
    const events = [at(2, 'closed'), at(0.5, 'add label bug'), at(-1, 'opened'), at(0.7, 'remove label bug')];
    assert.deepEqual(lines(entriesOf([first, second], events)), [
      'events: opened',
      'one',
      'events: add label bug, remove label bug',
      'two',
      'events: closed',
    ]);
  });

  it('stay while they are read again', () => {
    const all = [discussion({ body: 'one' }), discussion({ body: 'two' }), discussion({ body: 'three' })];
    const [one, two, three] = all;
    assert.ok(one && two && three);
    const now = { ...two, body: 'two, changed' };
    assert.deepEqual(withEarlier([now], all), [one, now, three]);
    assert.deepEqual(withEarlier(all, [one]), all);
  });

  it('know the replies that the host wrote itself', () => {
    assert.ok(
      lineChange('changed this line on [50f2a196](https://host.example/c) view [diff detail](https://host.example/d)'),
    );
    assert.ok(!lineChange('I changed this line on [50f2a196](https://host.example/c)'));
  });
});
