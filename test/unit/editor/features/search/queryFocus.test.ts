import assert from 'node:assert/strict';
import { QueryFocus } from '../../../../../src/editor/features/search/queryFocus.ts';

describe('the focus of the query box', () => {
  let given = 0;
  let focus: QueryFocus;
  beforeEach(() => {
    given = 0;
    focus = new QueryFocus(() => (given += 1));
  });

  it('is given once if the document is loaded before the view is shown', () => {
    focus.request();
    focus.setReady(true);
    assert.equal(given, 1);
    focus.giveIfReady();
    assert.equal(given, 1, 'what was typed in between is not selected');
  });

  it('is given when the document is loaded after the view is shown', () => {
    focus.request();
    focus.giveIfReady();
    assert.equal(given, 0);
    focus.setReady(true);
    assert.equal(given, 1);
  });

  it('is given for each request, and not when the view is only shown again', () => {
    focus.setReady(true);
    focus.request();
    focus.giveIfReady();
    assert.equal(given, 1);
    focus.setReady(false);
    focus.setReady(true);
    assert.equal(given, 1);
    focus.request();
    focus.giveIfReady();
    assert.equal(given, 2);
  });
});
