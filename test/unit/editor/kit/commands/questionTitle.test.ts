import assert from 'node:assert/strict';
import { questionTitle } from '../../../../../src/editor/kit/commands/questionTitle.ts';

describe('the title of questions', () => {
  it('names the repository, and has no ellipsis', () => {
    assert.equal(
      questionTitle('sourcehost.repository.archive', 'Archive Repository…', {}, 'alice/website'),
      'Archive Repository – alice/website',
    );
    assert.equal(questionTitle('sourcehost.key.add', 'Add SSH Key…', {}, undefined), 'Add SSH Key');
  });

  it('names the given record before the repository', () => {
    assert.equal(
      questionTitle(
        'sourcehost.issue.edit',
        'Edit Issue…',
        { number: '61', repository: 'alice/website' },
        'alice/website',
      ),
      'Edit Issue – #61 · alice/website',
    );
    assert.equal(
      questionTitle('sourcehost.issue.edit', 'Edit Issue…', { number: [1, 2] }, undefined),
      'Edit Issue – #1, #2',
    );
    assert.equal(
      questionTitle('sourcehost.branchRule.edit', 'Edit Branch Rule…', { wildcard: 'release/*' }, 'a/b'),
      'Edit Branch Rule – release/* · a/b',
    );
  });

  it('does not show the number of a milestone, which users do not know', () => {
    assert.equal(questionTitle('sourcehost.milestone.edit', 'Edit', { number: '9' }, 'a/b'), 'Edit – a/b');
  });

  it('shows names of the service on one line', () => {
    assert.equal(
      questionTitle('sourcehost.member.add', 'Add Member…', { username: 'a\nb' }, undefined),
      'Add Member – a b',
    );
  });
});
