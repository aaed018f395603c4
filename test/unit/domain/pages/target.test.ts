import assert from 'node:assert/strict';
import { Feed } from '../../../../src/domain/pages/feed.ts';
import { pageKey, readPageTarget, type PageTarget } from '../../../../src/domain/pages/target.ts';

describe('readPageTarget', () => {
  const seen = { host: 'h', account: 'alice' };
  const targets: readonly PageTarget[] = [
    { ...seen, kind: 'repository', repository: 'o/R' },
    { ...seen, kind: 'user', username: 'Bob', enterprise: 'globex' },
    { host: 'h', kind: 'issue', repository: 'o/R', number: '7' },
    { ...seen, kind: 'webhook', repository: 'o/R', id: '7' },
    { ...seen, kind: 'key', id: '7' },
  ];

  it('returns the stored target', () => {
    for (const target of targets) assert.deepEqual(readPageTarget(JSON.parse(JSON.stringify(target))), target);
  });

  it('returns undefined for damaged data', () => {
    const damaged: readonly unknown[] = [
      undefined,
      'text',
      {},
      { kind: 'repository', repository: 'o/r' },
      { ...seen, kind: 'repository' },
      { ...seen, kind: 'user', username: '' },
      { ...seen, kind: 'issue', repository: 'o/r' },
      { ...seen, kind: 'branch', repository: 'o/r' },
      { ...seen, kind: 'else', repository: 'o/r' },
    ];
    for (const kept of damaged) assert.equal(readPageTarget(kept), undefined, JSON.stringify(kept));
  });

  it('gives one page key for every spelling of a name', () => {
    assert.deepEqual(targets.map(pageKey), [
      'repository:h/alice/o/r',
      'user:h/alice/bob',
      'issue:h//o/r#7',
      'webhook:h/alice/o/r#7',
      'key:h/alice/7',
    ]);
  });

  it('gives different page keys for letters that only look alike', () => {
    const of = (repository: string): string => pageKey({ ...seen, kind: 'repository', repository });
    assert.notEqual(of('o/\u212a'), of('o/k'));
  });
});

describe('Feed', () => {
  it('skips events without a valid day, and has no first known day before a page is added', () => {
    const feed = new Feed();
    assert.equal(feed.knownFrom, '9999-12-31');
    feed.add({ events: { 'not a day': [], '2026-01-02T00:00': [] }, next: undefined });
    assert.deepEqual([feed.days, feed.count, feed.knownFrom], [[], 0, undefined]);
  });
});
