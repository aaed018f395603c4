import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { refNameProblem } from '../../../../src/domain/objects/gitNames.ts';
import { matchesRule } from '../../../../src/domain/permissions/wildcard.ts';
import { runs } from '../../../kit/runs.ts';

describe('refNameProblem and matchesRule', () => {
  it('accept exactly the branch names that git accepts', function () {
    this.timeout(60_000);
    const samples = fc
      .sample(
        fc.array(
          fc.constantFrom(
            'a',
            'B',
            '1',
            '.',
            '/',
            '-',
            '@',
            '{',
            '~',
            '^',
            ':',
            '?',
            '*',
            '[',
            '\\',
            ' ',
            '中',
            '.lock',
            '\u007f',
          ),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        runs(80).numRuns,
      )
      .map((parts) => parts.join(''));
    for (const name of [...samples, 'feature/login', 'HEAD.', '@', 'a..b', '.a', 'a/.b', 'x.lock/y', '-x']) {
      const valid = spawnSync('git', ['check-ref-format', `refs/heads/${name}`]).status === 0;
      const taken = valid && !name.startsWith('-') && name !== '@';
      assert.equal(refNameProblem(name) === undefined, taken, JSON.stringify(name));
    }
  });

  it('return the problem of an invalid name, also of an empty one', () => {
    assert.equal(refNameProblem(''), 'empty');
    assert.equal(refNameProblem('main'), undefined);
  });

  it('match a wildcard like a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '.'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (wildcard, name) => {
        const pattern = new RegExp(
          `^${wildcard
            .split('*')
            .map((part) => part.replaceAll('.', '\\.'))
            .join('.*')}$`,
          's',
        );
        assert.equal(matchesRule(name, wildcard), pattern.test(name));
      }),
    );
  });

  it('match a hostile wildcard in linear time', () => {
    assert.equal(matchesRule('a'.repeat(4000), `${'*a'.repeat(2000)}b`), false);
  });
});
