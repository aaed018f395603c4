import assert from 'node:assert/strict';
import { withTask } from '../../../../src/domain/conversation/tasks.ts';

const text = ['- [ ] one', '```', '- [ ] code', '```', '  * [x] two', '> 1. [ ] three', 'not - [ ] this'].join('\n');

describe('withTask', () => {
  it('ticks one task and leaves everything else as it is', () => {
    assert.equal(withTask(text, { index: 0, count: 3 }, true), text.replace('- [ ] one', '- [x] one'));
    assert.equal(withTask(text, { index: 1, count: 3 }, false), text.replace('* [x] two', '* [ ] two'));
    assert.equal(withTask(text, { index: 2, count: 3 }, true), text.replace('1. [ ] three', '1. [x] three'));
  });

  it('changes nothing if the text has other tasks than the reader saw', () => {
    assert.equal(withTask(text, { index: 0, count: 2 }, true), undefined);
    assert.equal(withTask(text, { index: 3, count: 3 }, true), undefined);
    assert.equal(withTask('', { index: 0, count: 1 }, true), undefined);
  });
});
