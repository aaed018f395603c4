import assert from 'node:assert/strict';
import { differences, shapeOf } from '../../forms/shape.ts';

const wanted = shapeOf([
  [
    { id: 1, name: 'a', people: [{ login: 'li' }] },
    { id: 2, people: [], closed: null },
  ],
]);
const told = (given: unknown): readonly string[] => differences(wanted, shapeOf([given]));

describe('npm run forms', () => {
  it('finds nothing in other values of the same keys and types', () => {
    assert.deepEqual(
      told([
        { id: 9, name: '', people: [{ login: 'bo' }] },
        { id: 8, people: [], closed: null },
      ]),
      [],
    );
    assert.deepEqual(told([]), []);
  });

  it('names a key that is missing, more or not always there, and another type', () => {
    assert.deepEqual(told([{ id: '9', people: [{ login: 'bo', state: 'x' }] }, { closed: null }]), [
      '[].id is not always there',
      '[].id is string, not number',
      '[].name is missing (optional)',
      '[].people is not always there',
      '[].people[].state is more',
    ]);
    assert.deepEqual(told({}), ['the answer is record, not list']);
  });
});
