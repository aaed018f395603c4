import assert from 'node:assert/strict';
import { pushFailure } from '../../../src/git/pushFailure.ts';

/** The kind, the reason and `sent` of the Failure of an atomic push of two branches. */
const told = (one: string, other: string): unknown[] => {
  const line = (name: string, summary: string): string => `!\trefs/heads/a:refs/heads/${name}\t${summary}`;
  const report = ['To http://127.0.0.1/a/b.git', line('a', one), line('b', other), 'Done'].join('\n');
  const { kind, reason, sent } = pushFailure({ report, errors: '' }, '/folder', undefined);
  return [kind, reason, sent];
};

describe('the Failure of an atomic push', () => {
  it('tells the ref that the host refused, not the others', () => {
    const other = '[remote rejected] (atomic push failure)';
    assert.deepEqual(told('[remote rejected] (hook declined)', other), ['forbidden', 'pushRefused', false]);
    assert.deepEqual(told(other, '[rejected] (stale info)'), ['conflict', 'branchMoved', false]);
  });

  it('may be caused by the push itself if all refs moved while it was applied', () => {
    const both = '[remote rejected] (atomic transaction failed)';
    assert.deepEqual(told(both, both), ['conflict', 'branchMoved', undefined]);
  });
});
