import assert from 'node:assert/strict';
import { formatAgo, formatAgoAt, formatPercent, formatSize } from '../../../src/editor/kit/messages/format.ts';

describe('formats', () => {
  it('name the unit of sizes', () => {
    const sizes = [0, 1, 6, 999, 1_000, 12_500_000, 3_000_000_000];
    assert.deepEqual(sizes.map(formatSize), ['0 bytes', '1 byte', '6 bytes', '999 bytes', '1 kB', '12.5 MB', '3 GB']);
  });

  it('have one decimal at most for shares', () => {
    assert.deepEqual([0, 25, 33.333, 100].map(formatPercent), ['0%', '25%', '33.3%', '100%']);
  });

  it('use the largest full unit of ages', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const ages = [
      ['2026-11-20T11:59:30Z', 'now'],
      ['2026-11-20T11:59:00Z', '1 minute ago'],
      ['2026-11-20T20:30:00+08:00', 'in 30 minutes'],
      ['2026-11-19T12:00:01Z', '23 hours ago'],
      ['2026-11-18T12:00:00Z', '2 days ago'],
      ['2026-11-10T12:00:00Z', '1 week ago'],
      ['2026-08-01T12:00:00Z', '3 months ago'],
      ['2024-11-01T12:00:00Z', '2 years ago'],
    ] as const;
    for (const [time, shown] of ages) assert.equal(formatAgo(time, now), shown);
    assert.deepEqual([formatAgo(undefined), formatAgo('x')], [undefined, undefined]);
  });

  it('show the time beside its age in tooltips', () => {
    const time = new Date(2026, 0, 31, 9, 30);
    assert.match(formatAgoAt(time.toISOString()) ?? '', / ago \(Jan 31, 2026, 9:30.AM\)$/);
    assert.deepEqual(
      [formatAgoAt(undefined), formatAgoAt('x'), formatAgo(Number.NaN)],
      [undefined, undefined, undefined],
    );
  });
});
