import assert from 'node:assert/strict';
import { Expectation } from '../../../../src/domain/remote/pace.ts';

describe('whether a file that is asked about will be read', () => {
  let now: number;
  let expectation: Expectation;
  beforeEach(() => {
    now = 0;
    expectation = new Expectation(() => now);
  });

  it('is expected where nobody only asks', async () => {
    assert.equal(await expectation.expects('a'), true);
    assert.equal(await expectation.expects('a'), true);
    expectation.read('a');
    assert.equal(await expectation.expects('b'), true);
  });

  it('is not expected after another was asked about and not read, for a while', async () => {
    expectation.noted('a');
    now = 9_000;
    assert.equal(await expectation.expects('b'), false);
    now = 18_000;
    assert.equal(await expectation.expects('c'), false, 'the sign holds as long as somebody goes on asking');
    now = 29_000;
    assert.equal(await expectation.expects('d'), true);
  });

  it('is forgotten of all but the last hundred', async () => {
    for (let n = 0; n < 101; n += 1) expectation.noted(`${n}`);
    for (let n = 1; n < 101; n += 1) expectation.read(`${n}`);
    assert.equal(await expectation.expects('next'), true);
  });

  it('is not expected where several are asked about at once', async () => {
    assert.deepEqual(await Promise.all(['a', 'b'].map((path) => expectation.expects(path))), [false, false]);
  });
});
