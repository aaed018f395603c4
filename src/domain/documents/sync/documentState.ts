import type { RecordState } from '../text/recordField.ts';
import type { RecordConflict } from './conflict.ts';
import type { ShownRecord } from './pendingRecordStore.ts';

const mostFailedSaves = 10;

/** A text of the editor or of a script that the service does not have yet. */
interface EditState {
  readonly shownRecord: ShownRecord;
  /** False: the text is not in a dirty editor. A script wrote it, or the editor has just saved or reverted it. */
  readonly isDirty: boolean;
  /** The text is older than `shownRecord`, so `shownRecord` is no base for a merge. */
  readonly baseUnknown: boolean;
  /** The states that saves sent since the last successful one, oldest first. The service may have accepted any. */
  readonly failedSaves: readonly RecordState[];
}

interface Loading {
  readonly name: 'loading';
  readonly isDirty: boolean;
}
interface Clean {
  readonly name: 'clean';
  readonly shownRecord: ShownRecord;
}
interface Outdated {
  readonly name: 'outdated';
  readonly shownRecord: ShownRecord;
  readonly next: ShownRecord;
}
interface Unsaved extends EditState {
  readonly name: 'unsaved';
}
interface Conflicting extends EditState {
  readonly name: 'conflict';
  readonly conflict: RecordConflict;
}

/** A state in which the base of the text is known, or at least the record of the service. */
export type ReadyState = Clean | Outdated | Unsaved | Conflicting;

/**
 * The state of the text of a record:
 *
 * | state      | meaning                                                                            |
 * |------------|------------------------------------------------------------------------------------|
 * | `loading`  | Neither the service nor the disk has answered yet.                                 |
 * | `clean`    | The editor's text equals its base.                                                 |
 * | `outdated` | As `clean`, but the service has a newer text, which the editor has not read yet.   |
 * | `unsaved`  | The text differs from its base, or a save of it failed or is running.              |
 * | `conflict` | As `unsaved`, and the last save found that both sides changed the same fields.     |
 *
 * Its transitions (an empty cell: the event changes nothing):
 *
 * | from     | edited         | followed ¹      | displayed | sending  | saved ²        | conflicted | chosen ²       |
 * |----------|----------------|-----------------|-----------|----------|----------------|------------|----------------|
 * | clean    | unsaved        | clean, outdated |           | unsaved  | clean          | conflict   |                |
 * | outdated | unsaved        | clean, outdated | clean     | unsaved  | clean          | conflict   |                |
 * | unsaved  | unsaved, clean | clean, outdated |           | unsaved  | clean, unsaved | conflict   |                |
 * | conflict | conflict       | clean, outdated |           | conflict | clean, unsaved | conflict   | clean, unsaved |
 *
 * `loading` becomes `clean` or `unsaved` by `loaded` (from the service) or `recalled` (from disk, after a restart).
 * Each becomes `loading` by `forgotten`, unless the editor is dirty.
 * ¹ Only while the editor is not dirty. ² `unsaved` if the editor is dirty, because the user typed during the save.
 */
export type DocumentState = Loading | ReadyState;

export type DocumentEvent =
  | { readonly type: 'edited'; readonly isDirty: boolean }
  /** Another account must read the record again. */
  | { readonly type: 'forgotten' }
  /** The service was asked for the record, because nothing is stored on disk. */
  | { readonly type: 'loaded'; readonly shownRecord: ShownRecord }
  /** The base of the text was read from disk after a restart. */
  | { readonly type: 'recalled'; readonly shownRecord: ShownRecord; readonly failedSaves: readonly RecordState[] }
  /** A text that is not being edited follows the record of the service. */
  | { readonly type: 'followed'; readonly latest: ShownRecord }
  /** The editor shows the text that it had to read. */
  | { readonly type: 'displayed' }
  | { readonly type: 'sending'; readonly mine: RecordState }
  | { readonly type: 'saved'; readonly shownRecord: ShownRecord }
  /** A save found a conflict and sent nothing. `failedSaves` are the failed saves before it. */
  | { readonly type: 'conflicted'; readonly conflict: RecordConflict; readonly failedSaves: readonly RecordState[] }
  /** The user chose a side: the text is now based on `shownRecord`, the record of the service. */
  | { readonly type: 'chosen'; readonly shownRecord: ShownRecord };

export function transition(state: DocumentState, event: DocumentEvent): DocumentState {
  if (event.type === 'forgotten') return isDirty(state) ? state : { name: 'loading', isDirty: false };
  return state.name === 'loading' ? afterLoading(state, event) : afterReady(state, event);
}

export function isDirty(state: DocumentState): boolean {
  return 'isDirty' in state && state.isDirty;
}

/** The text to show: the newer one if the editor has not read it yet. */
export function offeredText(state: ReadyState): ShownRecord {
  return state.name === 'outdated' ? state.next : state.shownRecord;
}

/** The file time of the text to show, in milliseconds since 1970; before 1970 if no text was read yet. */
export function modifiedOf(state: DocumentState): number {
  return state.name === 'loading' ? -1 : offeredText(state).modified;
}

export function failedSavesOf(state: DocumentState): readonly RecordState[] {
  return 'failedSaves' in state ? state.failedSaves : [];
}

export function isBaseUnknown(state: DocumentState): boolean {
  return 'baseUnknown' in state && state.baseUnknown;
}

/** Whether the texts are equal in an editor, which uses one line ending and replaces unpaired surrogates. */
export function sameInEditor(one: string, other: string): boolean {
  const plain = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return plain(one) === plain(other);
}

function afterLoading(state: Loading, event: DocumentEvent): DocumentState {
  const { isDirty: dirty } = state;
  if (event.type === 'edited') return { ...state, isDirty: event.isDirty };
  if (event.type === 'loaded') return edited(event.shownRecord, dirty, dirty);
  if (event.type === 'recalled') return edited(event.shownRecord, dirty, false, event.failedSaves);
  return state;
}

function afterReady(state: ReadyState, event: DocumentEvent): DocumentState {
  const { shownRecord } = state;
  const [dirty, unknown, failedSaves] = [isDirty(state), isBaseUnknown(state), failedSavesOf(state)];
  switch (event.type) {
    case 'forgotten':
    case 'loaded':
    case 'recalled':
      return state;
    case 'edited':
      if (state.name === 'conflict') return { ...state, isDirty: event.isDirty };
      return event.isDirty === dirty ? state : edited(shownRecord, event.isDirty, unknown, failedSaves);
    case 'followed':
      return dirty ? state : followed(state, event.latest);
    case 'displayed':
      return state.name === 'outdated' ? { name: 'clean', shownRecord: state.next } : state;
    case 'sending': {
      const sent = [...failedSaves, event.mine].slice(-mostFailedSaves);
      return state.name === 'conflict' ? { ...state, failedSaves: sent } : edited(shownRecord, dirty, unknown, sent);
    }
    case 'saved':
      return edited(event.shownRecord, dirty, false);
    case 'conflicted': {
      const { conflict, failedSaves: before } = event;
      return { name: 'conflict', shownRecord, isDirty: dirty, baseUnknown: unknown, failedSaves: before, conflict };
    }
    case 'chosen':
      return state.name === 'conflict' ? edited(event.shownRecord, dirty, false) : state;
  }
}

function edited(
  shownRecord: ShownRecord,
  dirty: boolean,
  baseUnknown: boolean,
  failedSaves: readonly RecordState[] = [],
): Clean | Unsaved {
  if (!dirty && !baseUnknown && failedSaves.length === 0) return { name: 'clean', shownRecord };
  return { name: 'unsaved', shownRecord, isDirty: dirty, baseUnknown, failedSaves };
}

function followed(state: ReadyState, latest: ShownRecord): Clean | Outdated {
  const offered = offeredText(state);
  const next = offered.text === latest.text ? offered : latest;
  if (!sameInEditor(state.shownRecord.text, latest.text))
    return { name: 'outdated', shownRecord: state.shownRecord, next };
  // The file time does not change: after a change the editor would refuse to save its text.
  return { name: 'clean', shownRecord: { ...next, modified: state.shownRecord.modified } };
}
