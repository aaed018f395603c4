import assert from 'node:assert/strict';
import { localDay } from '../../../../src/core/time.ts';
import { activityCalendar, yearBefore } from '../../../../src/domain/pages/calendar.ts';
import { Feed } from '../../../../src/domain/pages/feed.ts';
import { milestoneProgress } from '../../../../src/domain/milestones/milestones.ts';
import { languageShares } from '../../../../src/domain/pages/figures.ts';
import { html, untrustedHtml } from '../../../../src/domain/pages/html.ts';
import { pageKey, readPageTarget } from '../../../../src/domain/pages/target.ts';
import type { ActivityEvent } from '../../../../src/api/record/user.ts';

const event = (created_at: string): ActivityEvent => ({ created_at });

describe('activityCalendar', () => {
  it('has the 365 days up to today in weeks that begin on Sunday', () => {
    const { weeks, months } = activityCalendar(new Map(), '2026-11-20');
    const days = weeks.flat();
    assert.equal(days.length, 365);
    assert.equal(days[0]?.day, '2025-11-21');
    assert.equal(days[0].day, yearBefore('2026-11-20'));
    assert.equal(days.at(-1)?.day, '2026-11-20');
    assert.ok(weeks.slice(1).every((week) => new Date(`${week[0]?.day ?? ''}T00:00:00Z`).getUTCDay() === 0));
    assert.equal(months.length, 13);
  });

  it('counts a leap day', () => {
    const days = activityCalendar(new Map([['2024-02-29', 1]]), '2024-12-31').weeks.flat();
    assert.equal(days.find(({ day }) => day === '2024-02-29')?.count, 1);
  });

  it('grades days by the busiest one', () => {
    const counts = new Map([
      ['2026-11-18', 1],
      ['2026-11-19', 50],
      ['2026-11-20', 100],
    ]);
    const { weeks, total, busiest } = activityCalendar(counts, '2026-11-20');
    const levels = weeks
      .flat()
      .slice(-4)
      .map(({ level }) => level);
    assert.deepEqual(levels, [0, 1, 2, 4]);
    assert.equal(total, 151);
    assert.equal(busiest?.day, '2026-11-20');
  });

  it('distinguishes days without activity from days that are not loaded', () => {
    const days = activityCalendar(new Map([['2026-11-20', 1]]), '2026-11-20', '2026-11-19').weeks.flat();
    assert.deepEqual(
      days.slice(-3).map(({ isKnown: known }) => known),
      [false, true, true],
    );
  });
});

/** Runs `work` in another time zone. */
function inZone(zone: string, work: () => void): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    work();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

describe('localDay', () => {
  for (const [zone, day] of [
    ['America/Los_Angeles', '2026-02-28'],
    ['UTC', '2026-03-01'],
    ['Asia/Shanghai', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01'],
  ] as const) {
    it(`returns the day in ${zone}`, () => inZone(zone, () => assert.equal(localDay('2026-03-01T05:30:00Z'), day)));
  }

  it('returns undefined without a valid time', () => {
    assert.deepEqual([localDay(undefined), localDay(''), localDay('b')], [undefined, undefined, undefined]);
  });
});

describe('Feed', () => {
  it('groups events by the local day, west and east of the time zone of the service', () => {
    const days = (zone: string): unknown => {
      let shown: unknown;
      inZone(zone, () => {
        const feed = new Feed();
        const events = [event('2026-11-20T00:30:00+08:00'), event('2026-11-20T23:30:00+08:00')];
        feed.add({ events: { '2026-11-20': events }, next: 'x' });
        assert.equal(feed.knownFrom, '2026-11-20');
        shown = feed.days.map(([day, { length }]) => [day, length]);
      });
      return shown;
    };
    assert.deepEqual(days('Asia/Shanghai'), [['2026-11-20', 2]]);
    assert.deepEqual(days('America/New_York'), [
      ['2026-11-20', 1],
      ['2026-11-19', 1],
    ]);
    assert.deepEqual(days('Pacific/Auckland'), [
      ['2026-11-21', 1],
      ['2026-11-20', 1],
    ]);
  });

  it('merges overlapping pages, newest day first', () => {
    const feed = new Feed();
    feed.add({ events: { '2026-11-19': [event('b')], '2026-11-20': [event('a')] }, next: 'x' });
    feed.add({ events: { '2026-11-19': [event('b'), event('c')], '2026-11-01': [event('d')] }, next: undefined });
    assert.deepEqual(
      feed.days.map(([day, events]) => [day, events.length]),
      [
        ['2026-11-20', 1],
        ['2026-11-19', 2],
        ['2026-11-01', 1],
      ],
    );
    assert.equal(feed.next, undefined);
    assert.equal(feed.knownFrom, undefined);
  });

  it('ends if the service returns the same page again', () => {
    const feed = new Feed();
    const page = { events: { '2026-11-20': [event('a')] }, next: 'x' };
    feed.add(page);
    assert.equal(feed.next, 'x');
    assert.equal(feed.knownFrom, '2026-11-20');
    feed.add(page);
    assert.equal(feed.next, undefined);
  });
});

describe('figures', () => {
  it('adds up to the whole, the largest share first and the rest as one share', () => {
    const shares = languageShares({ A: 10, B: 40, C: 9, D: 8, E: 7, F: 6, G: 5, broken: -3, none: undefined }, 'Other');
    assert.deepEqual(
      shares.map(({ name }) => name),
      ['B', 'A', 'C', 'D', 'E', 'Other'],
    );
    assert.equal(Math.round(shares.reduce((sum, { percent }) => sum + percent, 0)), 100);
    assert.deepEqual(languageShares({}, 'Other'), []);
  });

  it('never rounds an unfinished milestone up to 100 %', () => {
    assert.deepEqual(milestoneProgress({ closed_issues: 999, open_issues: 1 }), {
      done: 999,
      total: 1000,
      percent: 99,
    });
    assert.deepEqual(milestoneProgress({}), { done: 0, total: 0, percent: 0 });
  });
});

describe('markup of pages', () => {
  it('escapes parts that are not markup', () => {
    const hostile = `"><img src=x onerror='alert(1)'>\u202e`;
    assert.equal(
      html`<p title="${hostile}">${html`<b>${[1, undefined, 'a']}</b>`}</p>`.markup,
      '<p title="&#34;&#62;&#60;img src=x onerror=&#39;alert(1)&#39;&#62;[U+202E]"><b>1a</b></p>',
    );
  });
});

describe('untrusted HTML', () => {
  it('is not part of the markup, which has one placeholder for each, in the same order', () => {
    const repository = { owner: 'alice', repo: 'demo', webAddress: 'https://web.example/alice/demo' };
    const [one, two, three] = ['<b>1</b>', '<i>2', '<script>3'].map((source) => ({
      source,
      repository,
      isDocument: false,
    }));
    assert.ok(one && two && three);
    const { markup, untrusted } = html`<p>${untrustedHtml(one)}</p>
      ${[untrustedHtml(two), html`<div>${untrustedHtml(three)}</div>`]}`;
    const place = '<template data-untrusted=""></template>';
    assert.equal(markup.replaceAll(/\n\s*/g, ''), `<p>${place}</p>${place}<div>${place}</div>`);
    assert.deepEqual(untrusted, [one, two, three]);
  });
});

describe('readPageTarget with stored data', () => {
  it('returns the stored target', () => {
    const target = { kind: 'issue', host: 'h', account: 'alice', repository: 'a/b', number: '3' } as const;
    assert.deepEqual(readPageTarget(JSON.parse(JSON.stringify({ ...target, scroll: 12 }))), target);
    assert.notEqual(pageKey(target), pageKey({ ...target, number: '4' }));
  });

  it('returns undefined for damaged data', () => {
    for (const kept of [
      undefined,
      null,
      'x',
      {},
      { kind: 'user', host: 'h' },
      { kind: 'x', host: 'h', repository: 'a/b' },
    ]) {
      assert.equal(readPageTarget(kept), undefined);
    }
  });
});
