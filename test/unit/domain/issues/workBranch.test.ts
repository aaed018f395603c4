import assert from 'node:assert/strict';
import fc from 'fast-check';
import { refNameProblem } from '../../../../src/domain/objects/gitNames.ts';
import { workBranchName } from '../../../../src/domain/issues/workBranch.ts';
import { anyText } from '../../../kit/arbitrary.ts';
import { runs } from '../../../kit/runs.ts';

const name = (pattern: string, title: string, number = '12'): string => workBranchName(pattern, { number, title });

describe('workBranchName', () => {
  it('fills the pattern with the number and the title in lower case', () => {
    assert.equal(name('{number}-{title}', 'Fix the Login (again)!'), '12-fix-the-login-again');
    assert.equal(name('fix/{title}-{number}', 'Über uns: Größe'), 'fix/über-uns-größe-12');
    assert.equal(name('{number}-{title}', '登录页 按钮错位'), '12-登录页-按钮错位');
    assert.equal(name('work/{number}', 'x'), 'work/12');
    assert.equal(name('{title}', '$& $1 {number}'), '1-number');
  });

  it('cuts a long title at a dash', () => {
    const long = `${'word '.repeat(9)}wonderful words`;
    assert.equal(name('{number}-{title}', long), `12-${'word-'.repeat(9).slice(0, -1)}`);
    assert.equal(name('{title}', 'x'.repeat(60)), 'x'.repeat(50));
    assert.equal(name('{title}', '错'.repeat(60)), '错'.repeat(50));
    assert.equal(name('{number}-{title}', `【登录】${'错'.repeat(60)} 😀`), `12-登录-${'错'.repeat(47)}`);
    assert.equal(name('{number}-{title}', '😀 Fix 😀 it 👩‍💻!'), '12-fix-it');
  });

  it('takes the default pattern, then the number, if the pattern gives no valid name', () => {
    assert.equal(name('', 'Fix it'), '12-fix-it');
    assert.equal(name('a b {number}', 'Fix it'), '12-fix-it');
    assert.equal(name('../{title}', 'Fix it'), '12-fix-it');
    assert.equal(name('{title}', '!!!'), '12');
    assert.equal(name('-{number}', '…'), '12');
  });

  it('is a valid name of a branch for every pattern and title', () => {
    fc.assert(
      fc.property(anyText, anyText, (pattern, title) => {
        for (const one of [pattern, `${pattern}{number}`, `{title}${pattern}`])
          assert.equal(refNameProblem(name(one, title)), undefined);
      }),
      runs(500),
    );
  });
});
