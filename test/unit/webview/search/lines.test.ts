import assert from 'node:assert/strict';
import { emptyForm } from '../../../../src/domain/search/viewMessages.ts';
import { replacementOf } from '../../../../src/webview/search/lines.ts';

describe('the shown replacement', () => {
  it('is cut if it is long, because a line shows it once for each match', () => {
    assert.equal(replacementOf({ ...emptyForm, replacement: 'pin' }), 'pin');
    assert.equal(replacementOf({ ...emptyForm, replacement: 'x'.repeat(1_000_000) }), `${'x'.repeat(199)}…`);
  });

  it('is not known before the groups of an expression are', () => {
    assert.equal(replacementOf({ ...emptyForm, isRegex: true, replacement: '$1' }), undefined);
    assert.equal(replacementOf({ ...emptyForm, replacement: '$1' }), '$1');
  });
});
