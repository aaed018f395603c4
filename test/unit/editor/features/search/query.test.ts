import assert from 'node:assert/strict';
import { emptyForm } from '../../../../../src/domain/search/viewMessages.ts';
import { formOf, queryOf, readRequest } from '../../../../../src/editor/features/search/query.ts';

describe('the form of the search view', () => {
  const form = { ...emptyForm, query: 'a', include: '*.ts, {a,b}/**', exclude: ' test ', isRegex: true };

  it('becomes a query with lists of globs', () => {
    const { query, include, exclude, isRegex, limit } = queryOf(form);
    assert.deepEqual([query, include, exclude, isRegex, limit], ['a', ['*.ts', '{a,b}/**'], ['test'], true, 10_000]);
  });

  it('shows a query, and opens the globs if there are any', () => {
    const shown = formOf(queryOf(form), { ...emptyForm, replacement: 'kept' });
    assert.deepEqual(
      [shown.query, shown.include, shown.exclude, shown.replacement, shown.showsGlobs],
      ['a', '*.ts, {a,b}/**', 'test', 'kept', true],
    );
    assert.equal(formOf(queryOf({ ...form, include: '', exclude: '' }), emptyForm).showsGlobs, false);
  });
});

describe('a message of the search view', () => {
  it('is read with defaults for what is missing', () => {
    assert.deepEqual(readRequest({ type: 'search', form: { query: 'a', isRegex: 'yes', replacement: 1 } }), {
      type: 'search',
      form: { ...emptyForm, query: 'a' },
    });
  });

  for (const message of [undefined, 'ready', { type: 'unknown' }, { type: 'workbench.action.quit' }]) {
    it(`is ignored: ${JSON.stringify(message)}`, () => {
      assert.equal(readRequest(message), undefined);
    });
  }
});
