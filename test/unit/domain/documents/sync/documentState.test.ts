import assert from 'node:assert/strict';
import type { LoadedRecord } from '../../../../../src/domain/documents/kinds/kind.ts';
import {
  failedSavesOf,
  isBaseUnknown,
  isDirty,
  modifiedOf,
  offeredText,
  sameInEditor,
  transition,
  type DocumentEvent,
  type DocumentState,
} from '../../../../../src/domain/documents/sync/documentState.ts';
import type { ShownRecord } from '../../../../../src/domain/documents/sync/pendingRecordStore.ts';

const shown = (text: string, modified = 1): ShownRecord => ({
  text,
  snapshot: { values: { title: text }, body: '' },
  updated: undefined,
  modified,
});
const mine = { values: { title: 'mine' }, body: '' };
const [old, other] = [shown('old'), shown('other', 2)];
const conflict = { keys: ['title'], theirs: {} as LoadedRecord, text: 'theirs' };
const edited = { shownRecord: old, baseUnknown: false, failedSaves: [] };

/** One state of each name, the edited ones with and without a dirty editor. */
const states = {
  loading: { name: 'loading', isDirty: false },
  clean: { name: 'clean', shownRecord: old },
  outdated: { name: 'outdated', shownRecord: old, next: other },
  unsaved: { name: 'unsaved', ...edited, isDirty: true },
  failed: { name: 'unsaved', ...edited, isDirty: false, failedSaves: [mine] },
  conflict: { name: 'conflict', ...edited, isDirty: true, conflict },
  conflictOfScript: { name: 'conflict', ...edited, isDirty: false, conflict },
} as const satisfies Record<string, DocumentState>;

/** The name of the state after `event`, for each state. */
const namesAfter = (event: DocumentEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(states).map(([key, state]) => [key, transition(state, event).name]));

/** The state after a series of events. */
const after = (...events: readonly DocumentEvent[]): DocumentState =>
  events.reduce<DocumentState>(transition, states.loading);

describe('the states of a record document', () => {
  const table: readonly [title: string, event: DocumentEvent, names: Partial<Record<keyof typeof states, string>>][] = [
    ['leave loading when the record is loaded', { type: 'loaded', shownRecord: other }, { loading: 'clean' }],
    [
      'leave loading when the text is recalled from disk',
      { type: 'recalled', shownRecord: other, failedSaves: [] },
      { loading: 'clean' },
    ],
    [
      'are unsaved when a failed save is recalled from disk',
      { type: 'recalled', shownRecord: other, failedSaves: [mine] },
      { loading: 'unsaved' },
    ],
    [
      'are unsaved when the editor becomes dirty',
      { type: 'edited', isDirty: true },
      { clean: 'unsaved', outdated: 'unsaved' },
    ],
    ['are clean when the editor is not dirty any more', { type: 'edited', isDirty: false }, { unsaved: 'clean' }],
    [
      'are outdated when a text that is not edited follows another record',
      { type: 'followed', latest: other },
      { clean: 'outdated', failed: 'outdated', conflictOfScript: 'outdated' },
    ],
    [
      'are clean when a text that is not edited follows an equal record',
      { type: 'followed', latest: shown('old', 9) },
      { outdated: 'clean', failed: 'clean', conflictOfScript: 'clean' },
    ],
    ['are clean when the editor shows the newer text', { type: 'displayed' }, { outdated: 'clean' }],
    ['are unsaved while a save runs', { type: 'sending', mine }, { clean: 'unsaved', outdated: 'unsaved' }],
    [
      'are clean after a save, and unsaved where the editor is dirty',
      { type: 'saved', shownRecord: other },
      { outdated: 'clean', failed: 'clean', conflict: 'unsaved', conflictOfScript: 'clean' },
    ],
    [
      'are in conflict when a save meets one',
      { type: 'conflicted', conflict, failedSaves: [] },
      { clean: 'conflict', outdated: 'conflict', unsaved: 'conflict', failed: 'conflict' },
    ],
    [
      'leave the conflict when a side is chosen',
      { type: 'chosen', shownRecord: other },
      { conflict: 'unsaved', conflictOfScript: 'clean' },
    ],
  ];
  for (const [title, event, changes] of table) {
    it(title, () => {
      const unchanged = Object.entries(states).map(([key, { name }]) => [key, name]);
      assert.deepEqual(namesAfter(event), { ...Object.fromEntries(unchanged), ...changes });
    });
  }

  it('mark the base as unknown when a dirty text is loaded from the service, not when it is recalled', () => {
    const dirty: DocumentEvent = { type: 'edited', isDirty: true };
    const loaded = after(dirty, { type: 'loaded', shownRecord: old });
    assert.deepEqual([loaded.name, isBaseUnknown(loaded)], ['unsaved', true]);
    assert.equal(isBaseUnknown(transition(loaded, { type: 'saved', shownRecord: other })), false);
    const recalled = after(dirty, { type: 'recalled', shownRecord: old, failedSaves: [mine] });
    assert.deepEqual([isBaseUnknown(recalled), failedSavesOf(recalled)], [false, [mine]]);
  });

  it('remember the last ten saves until one succeeds, and drop the one that met a conflict', () => {
    const sending: DocumentEvent = { type: 'sending', mine };
    const twelve = after({ type: 'loaded', shownRecord: old }, ...Array<DocumentEvent>(12).fill(sending));
    assert.equal(failedSavesOf(twelve).length, 10);
    assert.deepEqual(failedSavesOf(transition(twelve, { type: 'saved', shownRecord: other })), []);
    assert.deepEqual(failedSavesOf(transition(states.conflict, sending)), [mine]);
    assert.deepEqual(failedSavesOf(transition(twelve, { type: 'conflicted', conflict, failedSaves: [] })), []);
  });

  it('offer the newer text until the editor shows it', () => {
    const outdated = transition(states.clean, { type: 'followed', latest: other });
    assert.deepEqual([outdated.name === 'outdated' && offeredText(outdated), modifiedOf(outdated)], [other, 2]);
    assert.deepEqual(transition(outdated, { type: 'displayed' }), { name: 'clean', shownRecord: other });
    assert.equal(modifiedOf(states.loading), -1);
  });

  it('keep the file time where the editor cannot tell the new text from its own', () => {
    const latest = { ...shown('a\r\nb', 9), updated: 'now' };
    const state = transition({ name: 'clean', shownRecord: shown('a\nb', 3) }, { type: 'followed', latest });
    assert.deepEqual(state, { name: 'clean', shownRecord: { ...latest, modified: 3 } });
    assert.equal(sameInEditor('a\rb\ud800', 'a\nb\ufffd'), true);
    assert.equal(sameInEditor('a', 'b'), false);
  });

  it('report a dirty editor, also while the record is loading', () => {
    const dirty = after({ type: 'edited', isDirty: true });
    assert.deepEqual([isDirty(dirty), isDirty(states.clean), isDirty(states.unsaved)], [true, false, true]);
    assert.equal(isDirty(transition(states.conflict, { type: 'edited', isDirty: false })), false);
  });
});
