import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../../../scripts/kit/paths.ts';
import { Failure, toFailure, wrongValue } from '../../../../../src/core/errors.ts';
import { failureTexts } from '../../../../../src/core/failureReason.ts';
import { requirementText, requirementTexts, requires } from '../../../../../src/core/requirement.ts';
import { explain } from '../../../../kit/explain.ts';

/** Files that set `serverMessage`, which is a message of the service or of git. */
const quoting = [
  'src/api/contract/failure.ts',
  'src/api/contract/reader.ts',
  'src/api/http/sentSecrets.ts',
  'src/api/oauth/oauth.ts',
  'src/domain/documents/kinds/milestone.ts',
  'src/domain/lfs/lfsServer.ts',
  'src/domain/pullRequests/pullRequests.ts',
  'src/domain/session/attempts.ts',
  'src/domain/session/identify.ts',
  'src/editor/kit/messages/gitErrors.ts',
  'src/git/gitFailure.ts',
  'src/git/pushFailure.ts',
];

describe('explain of a Failure', () => {
  it('never cites the service for a failure of the extension', () => {
    for (const text of [...Object.values(failureTexts), ...Object.values(requirementTexts)])
      assert.doesNotMatch(text, /says/);
  });

  it('names the argument and its requirement for a wrong value', () => {
    const failure = wrongValue('state', requires('oneOf', 'open, closed'));
    assert.equal(failure.message, 'state must be one of open, closed');
    assert.equal(explain(failure), '“state” must be one of open, closed.');
    assert.equal(requirementText(requires('between', '1', '100')), 'must be a whole number from 1 to 100');
  });

  it('appends the message of the service or of git', () => {
    const said = new Failure('refused', 'x', { status: 400, serverMessage: 'not on Sundays' });
    assert.equal(explain(said), 'The host says: not on Sundays');
    assert.match(
      explain(said.with({ kind: 'invalid' })),
      /Correct them and try again\. The host says: not on Sundays$/,
    );
    const git = new Failure('refused', 'x', { reason: 'gitFailed', serverMessage: 'fatal: no space' });
    assert.equal(
      explain(git),
      'Git failed. Try again, or look into the log of this extension. Git says: fatal: no space',
    );
  });

  it('begins with what failed, and names the account and the taken name', () => {
    const forbidden = new Failure('forbidden', 'x', { status: 403, account: 'alice' });
    assert.match(
      explain(forbidden, 'Issue #12 of alice/website was not saved'),
      /^Issue #12 of alice\/website was not saved: alice has no permission for this\. Ask an owner/,
    );
    const taken = new Failure('conflict', 'x', { status: 409, about: ['v1.0'] });
    assert.equal(explain(taken), '“v1.0” already exists. Choose another name.');
  });

  it('puts all the values that are left into the last placeholder', () => {
    const ruled = new Failure('forbidden', 'x', { reason: 'isProtectedByRule', about: ['main', 'm*', '*n'] });
    assert.equal(explain(ruled), '“main” is protected by the rule m*, *n. Remove this rule first.');
    const drafted = new Failure('conflict', 'x', { reason: 'isConflict', about: ['a', 'b', 'c'] });
    assert.equal(explain(drafted), 'Resolve the conflicts first: a, b, c');
  });

  it('shows the message of an unexpected error without naming the service', () => {
    assert.equal(explain(toFailure(new Error('a is not a function'))), 'Unexpected error: a is not a function');
  });
});

describe('a Failure in the sources', () => {
  it('needs a status or a reason', () => {
    // @ts-expect-error this kind has no sentence without a status or a reason
    const kindAlone = new Failure('missing', 'no such thing', { field: 'path' });
    // @ts-expect-error the sentence needs a name
    const nameless = new Failure('missing', 'no such file', { reason: 'noFile' });
    // @ts-expect-error the sentence needs the expected value
    const unexplained = new Failure('invalid', 'wrong', { reason: 'wrongValue', field: 'path' });
    assert.ok([kindAlone, nameless, unexplained].every((failure) => failure instanceof Failure));
  });

  it('has a serverMessage only in files that read replies of the service or git', () => {
    const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    const found = files.filter((file) => setsWords(readFileSync(join(root, file), 'utf8')));
    assert.deepEqual(found.sort(), quoting);
  });
});

/** Whether the source sets `serverMessage` in a Failure or in a `detail` of one. */
function setsWords(source: string): boolean {
  if (!source.includes('serverMessage')) return false;
  let found = false;
  const visit = (node: ts.Node): void => {
    const isWords = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (isWords && node.name.getText() === 'serverMessage' && isDetail(node.parent.parent)) found = true;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether an object literal below `node` becomes the detail of a Failure. */
function isDetail(node: ts.Node): boolean {
  if (ts.isAsExpression(node)) return isDetail(node.parent);
  if (ts.isVariableDeclaration(node)) return node.name.getText() === 'detail';
  const called = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression.getText() : '';
  return /^(?:Failure|super|wrongValue)$|\.with$/.test(called);
}
