import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import type { Release } from '../../../../src/api/record/release.ts';
import { milestoneStanding } from '../../../../src/domain/milestones/milestones.ts';
import { isPreRelease, latestRelease, newestFirst } from '../../../../src/domain/releases/releases.ts';
import {
  addressWithoutSecrets,
  shownWebhook,
  webhookHealth,
  webhookSecrets,
} from '../../../../src/domain/webhooks/webhooks.ts';
import { matchesRule } from '../../../../src/domain/permissions/wildcard.ts';

describe('state of a milestone', () => {
  const noon = new Date(2026, 2, 10, 12).getTime();
  const at = (more: object) => milestoneStanding({ number: '1', ...more }, noon);

  it('is overdue from the day after its due date in local time, and only while it is open', () => {
    assert.equal(at({ due_on: '2026-03-09', state: 'open' }).overdue, true);
    assert.equal(at({ due_on: '2026-03-10', state: 'open' }).overdue, false);
    assert.equal(at({ due_on: '2026-03-11', state: 'open' }).overdue, false);
    assert.equal(at({ due_on: '2026-03-09', state: 'closed' }).overdue, false);
    assert.equal(at({ state: 'open' }).overdue, false);
  });

  it('has the share of closed issues, and none if the service sends no counts', () => {
    const { done, total } = at({ closed_issues: 2, open_issues: 5 });
    assert.deepEqual([done, total], [2, 7]);
    assert.deepEqual([at({}).done, at({}).total], [0, 0]);
  });
});

describe('releases', () => {
  const release = (tag_name: string, more: object = {}): Release => ({ tag_name, assets: [], ...more });

  it('are pre-releases if either field says so', () => {
    assert.ok(isPreRelease(release('a', { prerelease: true })));
    assert.ok(isPreRelease(release('a', { release_status: 'pre' })));
    assert.ok(!isPreRelease(release('a', { prerelease: false, release_status: 'latest' })));
  });

  it('are sorted newest first in any time zone, those without a time last', () => {
    const sorted = newestFirst([
      release('none'),
      release('old', { created_at: '2026-03-01T10:00:00+08:00' }),
      release('new', { created_at: '2026-03-01T05:00:00Z' }),
    ]);
    assert.deepEqual(
      sorted.map(({ tag_name }) => tag_name),
      ['new', 'old', 'none'],
    );
  });

  it('have as latest the marked one, otherwise the newest that is neither a pre-release nor a draft', () => {
    const pre = release('pre', { prerelease: true });
    const named = release('named', { release_status: 'latest' });
    assert.equal(latestRelease([pre, release('new'), named])?.tag_name, 'named');
    assert.equal(latestRelease([pre, release('new'), release('old')])?.tag_name, 'new');
    const draft = release('draft', { draft: true, release_status: 'latest' });
    assert.equal(latestRelease([draft, pre, release('new')])?.tag_name, 'new');
    assert.equal(latestRelease([pre]), undefined);
    assert.equal(latestRelease([]), undefined);
  });
});

describe('health of a webhook', () => {
  const cases: [object, string][] = [
    [{}, 'never'],
    [{ result_code: 0 }, 'never'],
    [{ result_code: 0, result: '' }, 'never'],
    [{ result_code: 0, result: 'connection refused' }, 'failed'],
    [{ result_code: 200 }, 'delivered'],
    [{ result_code: 204, result: 'No Content' }, 'delivered'],
    [{ result_code: 302 }, 'failed'],
    [{ result_code: 503, result: 'Service Unavailable' }, 'failed'],
    [{ result_code: -1 }, 'failed'],
  ];
  for (const [webhook, health] of cases) {
    it(`is ${health} for ${JSON.stringify(webhook)}`, () => assert.equal(webhookHealth(webhook), health));
  }

  it('is shown with an address without a password', () => {
    assert.equal(
      addressWithoutSecrets('https://me:secret@x.test:8443/hook?password=secret#secret'),
      'https://x.test:8443/hook',
    );
    assert.equal(addressWithoutSecrets('no address?password=secret'), 'no address');
  });

  it('is shown with a result that repeats no secret of the address', () => {
    const url = 'https://user-part:pass%20part@x.test/hook?token=query-part&plain#hash-part';
    const result = `Post "${url}": no route, then /hook?token=query-part for user-part:pass part, 'hash-part'`;
    const shown = shownWebhook({ id: '1', url, result });
    assert.equal(shown.url, 'https://x.test/hook');
    assert.equal(shown.result, `Post "https://x.test/hook": no route, then /hook?token=… for …:…, '…'`);
  });

  it('has no secret of the address in a failure', () => {
    const failure = new Failure('invalid', 'bad address', {
      status: 400,
      serverMessage: 'no such host: https://u:pass-part@x.test/?t=query-part',
    });
    const url = 'https://u:pass-part@x.test/?t=query-part';
    assert.equal(
      webhookSecrets(url, undefined).removedFrom(failure).serverMessage,
      'no such host: https://u:…@x.test/?t=…',
    );
    assert.equal(webhookSecrets('no address').removedFrom(failure), failure);
    const odd = webhookSecrets('https://x.test/?t=100%zz-secret').without('t=100%zz-secret');
    assert.equal(odd, 't=…');
  });
});

describe('rules', () => {
  const cases: [rule: string, name: string, holds: boolean][] = [
    ['main', 'main', true],
    ['main', 'main2', false],
    ['release/*', 'release/1.0', true],
    ['release/*', 'release', false],
    ['*', 'feature/a/b', true],
    ['v*.0', 'v1.0', true],
    ['v*.0', 'v1x0', false],
    ['a.c', 'abc', false],
    ['(a+)+$', 'aaaa', false],
    ['[a]', '[a]', true],
  ];
  for (const [rule, name, holds] of cases) {
    it(`${holds ? 'hold' : 'do not hold'}: ${rule} for ${name}`, () => assert.equal(matchesRule(name, rule), holds));
  }

  it('are matched in linear time if they have many stars', () => {
    const start = process.cpuUsage();
    assert.equal(matchesRule('a'.repeat(200), `${'*a'.repeat(12)}*b`), false);
    assert.ok(process.cpuUsage(start).user < 200_000);
  });
});
