import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/record/issue.ts';
import type { IssueInputs } from '../../../../src/domain/documents/assist/issueEdits.ts';
import { bulkInputs, undoOf, type IssueUndo } from '../../../../src/domain/issues/bulkEdit.ts';

const issue = (more: Partial<Issue> = {}): Issue => ({
  number: '1',
  title: 'Title',
  state: 'open',
  labels: labels('bug'),
  assignees: [],
  assignee: { login: 'bob' },
  ...more,
});
const labels = (...names: readonly string[]): Issue['labels'] => names.map((name) => ({ name }));
const milestone = (number: string): Issue['milestone'] => ({ number });

describe('bulkInputs', () => {
  it('has only what an issue lacks', () => {
    const inputs = bulkInputs({ add_labels: ['bug', 'new'], assignee: 'bob', state: 'close' });
    assert.deepEqual(inputs(issue()), { labels: ['bug', 'new'], state: 'close' });
    assert.deepEqual(inputs(issue({ labels: labels('bug', 'new'), state: 'closed' })), {});
  });

  it('keeps the other labels, in any order, and adds a label that is both added and removed', () => {
    const inputs = bulkInputs({ add_labels: ['a', 'both'], remove_labels: ['bug', 'both', 'absent'] });
    assert.deepEqual(inputs(issue({ labels: labels('x', 'bug') })).labels, ['x', 'a', 'both']);
    assert.deepEqual(inputs(issue({ labels: labels('both', 'a', 'x') })), {});
    assert.deepEqual(bulkInputs({ remove_labels: ['bug'] })(issue()), { labels: [] });
  });

  it('clears assignee and milestone with empty values', () => {
    const inputs = bulkInputs({ assignee: '', milestone: 0 });
    assert.deepEqual(inputs(issue({ milestone: milestone('5') })), { assignee: '', milestone: 0 });
    assert.deepEqual(inputs(issue({ assignee: undefined, milestone: milestone('0') })), {});
  });

  it('takes the first of several assignees', () => {
    const several = issue({ assignee: undefined, assignees: [{ login: 'carol' }, { login: 'bob' }] });
    assert.deepEqual(bulkInputs({ assignee: 'carol' })(several), {});
  });
});

describe('undoOf', () => {
  const nothing = { inputs: {}, changedByOthers: [], isMilestoneUnknown: false };
  const undo = (before: Issue, after: Issue, now: Issue = after, inputs: IssueInputs = {}): IssueUndo =>
    undoOf({ number: '1', before, inputs, issue: after }, now);

  it('restores every changed field', () => {
    const before = issue({ body: 'text', milestone: milestone('5') });
    const after = issue({ state: 'closed', labels: [], assignee: undefined, title: 'New', body: '' });
    assert.deepEqual(undo(before, after), {
      inputs: { title: 'Title', body: 'text', state: 'reopen', assignee: 'bob', milestone: 5, labels: ['bug'] },
      changedByOthers: [],
      isMilestoneUnknown: false,
    });
    assert.equal(undo(after, before).inputs.state, 'close');
    assert.deepEqual(undo(before, before), nothing);
  });

  it('leaves and names the fields that others changed since', () => {
    const before = issue();
    const after = issue({ state: 'closed', title: 'New', assignee: { login: 'carol' } });
    const now = issue({ state: 'closed', title: 'Theirs', assignee: { login: 'dave' } });
    assert.deepEqual(undo(before, after, now), {
      inputs: { state: 'reopen' },
      changedByOthers: ['title', 'assignee'],
      isMilestoneUnknown: false,
    });
  });

  it('does not name a field that others restored already', () => {
    const after = issue({ state: 'closed', labels: labels('bug', 'new') });
    assert.deepEqual(undo(issue(), after, issue()), nothing);
  });

  it('undoes the own labels and leaves those of others', () => {
    const after = issue({ labels: labels('new', 'stays') });
    const now = issue({ labels: labels('new', 'stays', 'theirs') });
    assert.deepEqual(undo(issue({ labels: labels('bug', 'stays') }), after, now), {
      inputs: { labels: ['stays', 'theirs', 'bug'] },
      changedByOthers: ['labels'],
      isMilestoneUnknown: false,
    });
  });

  it('cannot restore the milestone if the service does not send it', () => {
    const after = issue({ state: 'closed' });
    assert.deepEqual(undo(issue(), after, after, { milestone: 5, state: 'close' }), {
      inputs: { state: 'reopen' },
      changedByOthers: [],
      isMilestoneUnknown: true,
    });
  });

  it('does nothing for an issue that was not changed', () => {
    assert.deepEqual(undoOf({ number: '1' }, issue()), nothing);
  });
});
