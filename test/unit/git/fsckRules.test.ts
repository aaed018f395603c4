import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fsckOptions, fsckRules, isRejectedThoughAccepted, rejectedObject } from '../../../src/git/fsckRules.ts';

const sha = '1'.repeat(40);
const error = (id: string): string => `error: object ${sha}: ${id}: words\nfatal: fsck error in packed object\n`;

/** Of git 2.55, without those of 2.39. */
const newer = `badGpgsig badHeadTarget badHeaderContinuation badPackedRefEntry badPackedRefHeader badRefContent
  badRefFiletype badRefName badRefOid badReferentName badReftableTableName emptyPackedRefsFile gitattributesBlob
  gitattributesLarge gitattributesLineLength gitattributesMissing largePathname packedRefEntryNotTerminated
  packedRefUnsorted refMissingNewline symlinkRef symrefTargetIsNotARef trailingRefContent`.split(/\s+/);

describe('The rules for reports of git fsck', () => {
  it('decide about every message id of the installed git and of git 2.55, with a reason', () => {
    const settings = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
    const installed = settings.flatMap((name) => /^fsck\.([a-zA-Z0-9]+)$/.exec(name)?.[1] ?? []);
    const ids = installed.filter((id) => id !== 'skipList');
    assert.ok(ids.length > 50, `${ids.length} ids`);
    for (const id of [...ids, ...newer]) assert.ok((fsckRules[id]?.why.length ?? 0) > 10, id);
  });

  it('accept exactly what old tools wrote', () => {
    for (const [id, { isAccepted }] of Object.entries(fsckRules)) {
      assert.equal(fsckOptions('fetch.fsck')[`fetch.fsck.${id}`], isAccepted ? 'ignore' : undefined, id);
      assert.equal(isRejectedThoughAccepted(error(id)), isAccepted, id);
    }
    for (const id of ['hasDotgit', 'hasDotdot', 'duplicateEntries', 'treeNotSorted', 'gitmodulesUrl', 'nulInHeader'])
      assert.equal(fsckRules[id]?.isAccepted, false, id);
    for (const id of ['zeroPaddedFilemode', 'badTimezone', 'missingSpaceBeforeDate', 'nulInCommit'])
      assert.equal(fsckRules[id]?.isAccepted, true, id);
    assert.equal(isRejectedThoughAccepted(error('newReportOfTomorrow')), false);
    assert.equal(isRejectedThoughAccepted(error('constructor')), false);
  });

  it('find no object in errors that name none', () => {
    for (const errors of ['fatal: fsck error in packed object\n', 'fatal: fsck error in pack objects', error('')])
      assert.equal(rejectedObject(errors), undefined, errors);
    assert.deepEqual(rejectedObject(error('hasDot')), { sha, report: 'hasDot' });
  });
});
