import assert from 'node:assert/strict';
import { Failure, wrongValue } from '../../../../../src/core/errors.ts';
import { requires } from '../../../../../src/core/requirement.ts';
import { refusedArgument } from '../../../../../src/editor/kit/commands/refusal.ts';

const answers = { refs: 'main', branch_name: 'topic', tag_message: 'One' };
const asked = Object.keys(answers);

const refusal = (
  serverMessage: string,
  kind: 'invalid' | 'conflict' | 'refused' | 'forbidden' | 'missing' | 'broken' = 'invalid',
): Failure => new Failure(kind, 'refused', { status: 400, serverMessage });

describe('the argument that a refusal is about', () => {
  it('is the field that the failure names', () => {
    assert.equal(refusedArgument(wrongValue('refs', requires('valid')), asked, answers), 'refs');
  });

  it('is the argument whose answer is in the message of the service', () => {
    assert.equal(refusedArgument(refusal('Branch already exists: topic', 'conflict'), asked, answers), 'branch_name');
    assert.equal(refusedArgument(refusal('main is not exist', 'missing'), asked, answers), 'refs');
  });

  it('is not the argument whose answer is only a part of a name in the message', () => {
    assert.equal(refusedArgument(refusal('branch_name: main-2 is bad'), asked, answers), 'branch_name');
  });

  it('is the argument that the message names, in English or Chinese', () => {
    assert.equal(refusedArgument(refusal('The branch name is not valid'), asked, answers), 'branch_name');
    assert.equal(refusedArgument(refusal('分支已存在', 'conflict'), asked, answers), 'branch_name');
    const created = { name: 'site', private: true, description: 'One' };
    assert.equal(
      refusedArgument(refusal('Path has already been taken', 'conflict'), Object.keys(created), created),
      'name',
    );
    const archived = { password: 'x' };
    assert.equal(
      refusedArgument(refusal('The password is wrong', 'forbidden'), Object.keys(archived), archived),
      'password',
    );
  });

  it('is the last argument if the message names none', () => {
    assert.equal(refusedArgument(refusal('no', 'refused'), asked, answers), 'tag_message');
  });

  it('is undefined if another answer would not help', () => {
    assert.equal(refusedArgument(refusal('You have no access', 'forbidden'), asked, answers), undefined);
    assert.equal(refusedArgument(refusal('404 Project Not Found', 'missing'), asked, answers), undefined);
    assert.equal(refusedArgument(refusal('main', 'broken'), asked, answers), undefined);
    assert.equal(refusedArgument(wrongValue('repository', requires('repository')), asked, answers), undefined);
    assert.equal(refusedArgument(new Failure('refused', 'no', { reason: 'emptyFolder' }), asked, answers), undefined);
    assert.equal(refusedArgument(refusal('no'), [], answers), undefined);
  });
});
