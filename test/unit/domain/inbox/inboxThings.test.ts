import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Issue } from '../../../../src/api/record/issue.ts';
import { Notification } from '../../../../src/api/record/notification.ts';
import { PullRequest } from '../../../../src/api/record/pullRequest.ts';
import { blockedBy, issueThing, noticeThings, pullThing } from '../../../../src/domain/inbox/inboxThings.ts';

const base = { ref: 'main', repo: { full_name: 'Acme/Tools' } };
const pull = (more: object): PullRequest =>
  v.parse(PullRequest, { number: 7, title: 'T', state: 'open', user: { login: 'bob' }, base, ...more });
const me = (accept?: boolean): object[] => [{ login: 'carol' }, { login: 'ALICE', accept }];

describe('pullThing', () => {
  const reasons = (more: object, list: Parameters<typeof pullThing>[2] = 'assigned') =>
    pullThing('local', pull(more), list, 'alice')?.reasons;

  it('has the role of the list where the host tells no people', () => {
    for (const list of ['approve', 'review', 'assigned', 'created'] as const) {
      assert.deepEqual(reasons({}, list), [list]);
      assert.deepEqual(reasons({ assignees: [], testers: [] }, list), [list]);
    }
    assert.equal(pullThing('local', pull({}), 'approve', 'alice')?.key, 'local/acme/tools!7');
  });

  it('has the roles in which the user did not decide yet', () => {
    assert.deepEqual(reasons({ assignees: me(false), testers: me(false) }), ['approve', 'test', 'assigned']);
    assert.deepEqual(reasons({ assignees: me(true), testers: me(false) }), ['test', 'assigned']);
    assert.deepEqual(reasons({ assignees: me(true) }), []);
    assert.deepEqual(reasons({ assignees: me(), testers: me() }), ['test', 'assigned']);
    assert.deepEqual(reasons({ assignees: me(true), testers: me(false) }, 'approve'), ['test']);
    assert.deepEqual(reasons({ approval_reviewers: me(false) }, 'review'), ['review']);
    assert.deepEqual(reasons({ testers: me(false) }, 'review'), ['review', 'test']);
  });

  it('leaves out closed ones, those of no repository, and own ones among those to approve', () => {
    assert.equal(reasons({ state: 'merged' }), undefined);
    assert.equal(reasons({ merged_at: '2026-03-02T09:00:00+08:00' }), undefined);
    assert.equal(reasons({ base: { ref: 'main', repo: {} } }), undefined);
    assert.equal(reasons({ user: { login: 'Alice' } }, 'approve'), undefined);
    assert.deepEqual(reasons({ user: { login: 'Alice' } }, 'created'), ['created']);
  });
});

describe('blockedBy', () => {
  it('is the first unmet condition, of the author before those of others, with the words of the host', () => {
    const reason = { conflict_passed: 'Resolve the conflicts first.' };
    const state = { approval_reviewers_required_passed: false, ci_state_passed: true, conflict_passed: false, reason };
    assert.deepEqual(blockedBy(pull({ mergeable_state: state })), {
      name: 'conflict',
      reason: 'Resolve the conflicts first.',
    });
    assert.equal(
      blockedBy(pull({ mergeable_state: { ...state, conflict_passed: true } }))?.name,
      'approval_reviewers_required',
    );
    assert.equal(blockedBy(pull({ mergeable_state: { conflict_passed: true } })), undefined);
  });

  it('is the draft or the conflict where the host tells no conditions', () => {
    assert.deepEqual(
      [{ draft: true, mergeable: false }, { mergeable: false }, { mergeable: true }].map(
        (one) => blockedBy(pull(one))?.name,
      ),
      ['work_in_progress', 'conflict', undefined],
    );
  });
});

describe('issueThing', () => {
  it('leaves out one that is closed or of somebody else', () => {
    const thing = (more: object) =>
      issueThing('local', v.parse(Issue, { number: '3', repository: { full_name: 'acme/tools' }, ...more }), 'alice')
        ?.key;
    assert.deepEqual([{}, { assignees: me(false) }, { assignee: { login: 'bob' } }, { state: 'closed' }].map(thing), [
      'local/acme/tools#3',
      'local/acme/tools#3',
      undefined,
      undefined,
    ]);
  });
});

describe('noticeThings', () => {
  const repository = { host: 'local', owner: 'acme', repo: 'tools' };
  const now = Date.parse('2026-03-10T12:00:00Z');
  const things = (...all: readonly object[]) =>
    noticeThings(
      repository,
      all.map((one, index) => v.parse(Notification, { id: `N${index}`, update_at: '2026-03-10T11:00:00Z', ...one })),
      'alice',
      now,
    );
  const page = (path: string): { html_url: string } => ({ html_url: `https://host.test/acme/tools/${path}` });

  it('takes what it is about from the end of the address', () => {
    assert.deepEqual(
      things(page('issues/12'), page('merge_requests/7'), page('pull/7#note_99'), page('wikis'), {}).map(
        ({ key }) => key,
      ),
      ['local/acme/tools#12', 'local/acme/tools!7', 'local/acme/tools@n3', 'local/acme/tools@n4'],
    );
  });

  it('has the newest text, and tells mentions from the rest', () => {
    const [one, other, old] = things(
      { ...page('issues/1'), content: 'Old', update_at: '2026-03-10T10:00:00Z', type: 'issue_open' },
      { ...page('issues/1'), content: 'Hi @Alice', unread: false },
      { ...page('issues/2'), type: 'merge_requests_open', unread: false },
      { ...page('issues/3'), type: 'referer', unread: false, update_at: '2026-01-10T10:00:00Z' },
    );
    assert.deepEqual([one?.title, one?.reasons, one?.notices?.length], ['Hi @Alice', ['mentioned', 'updated'], 2]);
    assert.deepEqual([other?.reasons, old?.reasons], [[], []]);
    const texts = ['@alice-b and @alice.b', 'see alice', '请@ALICE看看', 'Thanks, @alice.'];
    const told = things(...texts.map((content, index) => ({ ...page(`issues/${index + 10}`), content })));
    assert.deepEqual(
      told.map(({ reasons }) => reasons[0]),
      ['updated', 'updated', 'mentioned', 'mentioned'],
    );
  });
});
