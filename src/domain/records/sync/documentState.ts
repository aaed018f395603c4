import type { RecordState } from '../schema/field.ts';
import type { RecordConflict } from './conflict.ts';
import type { ShownRecord } from './pendingRecords.ts';

/** Failed saves that a document remembers. */
const mostFailedSaves = 10;

/** A text of the editor or of a script that the service does not have yet. */
interface Edited {
  /** What the text was made from. */
  readonly shown: ShownRecord;
  /** False: the text is not in a dirty editor. A script wrote it, or the editor has just saved or reverted it. */
  readonly isDirty: boolean;
  /** The text is older than `shown`, so `shown` is no base for a merge. */
  readonly baseUnknown: boolean;
  /**
   * What saves sent since the last successful one, oldest first. The service may have taken over any of them. A save adds
   * its state before it sends, so that a crash during a save counts as a failed save.
   */
  readonly failedSaves: readonly RecordState[];
}

interface Loading {
  readonly name: 'loading';
  readonly isDirty: boolean;
}
interface Clean {
  readonly name: 'clean';
  readonly shown: ShownRecord;
}
interface Outdated {
  readonly name: 'outdated';
  readonly shown: ShownRecord;
  /** The text that the editor has to read next. */
  readonly next: ShownRecord;
}
interface Unsaved extends Edited {
  readonly name: 'unsaved';
}
interface Conflicting extends Edited {
  readonly name: 'conflict';
  readonly conflict: RecordConflict;
}

/** A state in which it is known what the editor's text was made from, or at least what the service has. */
export type ReadyState = Clean | Outdated | Unsaved | Conflicting;

/**
 * The state of the text of a record:
 *
 * | state      | meaning                                                                            |
 * |------------|------------------------------------------------------------------------------------|
 * | `loading`  | Neither the service nor the disk has answered yet.                                 |
 * | `clean`    | The editor's text is what it was made from.                                        |
 * | `outdated` | As `clean`, but the service has a newer text, which the editor has not read yet.   |
 * | `unsaved`  | The text differs from what it was made from, or a save of it failed or is running. |
 * | `conflict` | As `unsaved`, and the last save found that both sides changed the same fields.     |
 *
 * Its transitions (an event whose cell is empty changes nothing):
 *
 * | from     | edited         | followed ¹      | displayed | sending  | saved ²        | conflicted | chosen ²       |
 * |----------|----------------|-----------------|-----------|----------|----------------|------------|----------------|
 * | clean    | unsaved        | clean, outdated |           | unsaved  | clean          | conflict   |                |
 * | outdated | unsaved        | clean, outdated | clean     | unsaved  | clean          | conflict   |                |
 * | unsaved  | unsaved, clean | clean, outdated |           | unsaved  | clean, unsaved | conflict   |                |
 * | conflict | conflict       | clean, outdated |           | conflict | clean, unsaved | conflict   | clean, unsaved |
 *
 * `loading` becomes `clean` or `unsaved` by `loaded` (from the service) or `recalled` (from disk, after a restart).
 * ¹ Only while the editor is not dirty. ² `unsaved` where the editor is dirty: the user went on typing.
 */
export type DocumentState = Loading | ReadyState;

export type DocumentEvent =
  /** The editor became dirty, or is not dirty any more. */
  | { readonly type: 'edited'; readonly isDirty: boolean }
  /** The service was asked for the record, because nothing is on disk. */
  | { readonly type: 'loaded'; readonly shown: ShownRecord }
  /** Read from disk what the text was made from before a restart. */
  | { readonly type: 'recalled'; readonly shown: ShownRecord; readonly failedSaves: readonly RecordState[] }
  /** A text that is not being edited follows the record of the service. */
  | { readonly type: 'followed'; readonly latest: ShownRecord }
  /** The editor shows the text that it had to read. */
  | { readonly type: 'displayed' }
  /** Further comments stand below the text. */
  | { readonly type: 'commented'; readonly comments: string | undefined }
  /** A save is about to send `mine`. */
  | { readonly type: 'sending'; readonly mine: RecordState }
  | { readonly type: 'saved'; readonly shown: ShownRecord }
  /** A save found a conflict and sent nothing: `failedSaves` are those before it. */
  | { readonly type: 'conflicted'; readonly conflict: RecordConflict; readonly failedSaves: readonly RecordState[] }
  /** The user chose a side: the text counts as made from `shown`, the record of the service. */
  | { readonly type: 'chosen'; readonly shown: ShownRecord };

/** The state after `event`. */
export function transition(state: DocumentState, event: DocumentEvent): DocumentState {
  return state.name === 'loading' ? afterLoading(state, event) : afterReady(state, event);
}

/** Whether the editor's text differs from what it was made from. */
export function isDirty(state: DocumentState): boolean {
  return 'isDirty' in state && state.isDirty;
}

/** The text to show: the newer one where the editor has not read it yet. */
export function offeredText(state: ReadyState): ShownRecord {
  return state.name === 'outdated' ? state.next : state.shown;
}

/** The file time of the text to show, in milliseconds since 1970; before 1970 where none was read yet. */
export function modifiedOf(state: DocumentState): number {
  return state.name === 'loading' ? -1 : offeredText(state).modified;
}

/** What was sent without success; empty where nothing was. */
export function failedSavesOf(state: DocumentState): readonly RecordState[] {
  return 'failedSaves' in state ? state.failedSaves : [];
}

/** Whether the text is older than what `shown` was made of. */
export function isBaseUnknown(state: DocumentState): boolean {
  return 'baseUnknown' in state && state.baseUnknown;
}

/** Whether an editor cannot tell the texts apart: it uses one line ending, and replaces unpaired surrogates. */
export function sameInEditor(one: string, other: string): boolean {
  const plain = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return plain(one) === plain(other);
}

function afterLoading(state: Loading, event: DocumentEvent): DocumentState {
  const { isDirty: dirty } = state;
  if (event.type === 'edited') return { ...state, isDirty: event.isDirty };
  if (event.type === 'loaded') return edited(event.shown, dirty, dirty);
  if (event.type === 'recalled') return edited(event.shown, dirty, false, event.failedSaves);
  return state;
}

function afterReady(state: ReadyState, event: DocumentEvent): DocumentState {
  const { shown } = state;
  const [dirty, unknown, failedSaves] = [isDirty(state), isBaseUnknown(state), failedSavesOf(state)];
  switch (event.type) {
    case 'loaded':
    case 'recalled':
      return state;
    case 'edited':
      if (state.name === 'conflict') return { ...state, isDirty: event.isDirty };
      return event.isDirty === dirty ? state : edited(shown, event.isDirty, unknown, failedSaves);
    case 'followed':
      return dirty ? state : followed(state, event.latest);
    case 'displayed':
      return state.name === 'outdated' ? { name: 'clean', shown: state.next } : state;
    case 'commented':
      return dirty ? { ...state, shown: { ...shown, comments: event.comments } } : state;
    case 'sending': {
      const sent = [...failedSaves, event.mine].slice(-mostFailedSaves);
      return state.name === 'conflict' ? { ...state, failedSaves: sent } : edited(shown, dirty, unknown, sent);
    }
    case 'saved':
      return edited(event.shown, dirty, false);
    case 'conflicted': {
      const { conflict, failedSaves: before } = event;
      return { name: 'conflict', shown, isDirty: dirty, baseUnknown: unknown, failedSaves: before, conflict };
    }
    case 'chosen':
      return state.name === 'conflict' ? edited(event.shown, dirty, false) : state;
  }
}

/** `unsaved`, or `clean` where nothing distinguishes the text from what it was made from. */
function edited(
  shown: ShownRecord,
  dirty: boolean,
  baseUnknown: boolean,
  failedSaves: readonly RecordState[] = [],
): Clean | Unsaved {
  if (!dirty && !baseUnknown && failedSaves.length === 0) return { name: 'clean', shown };
  return { name: 'unsaved', shown, isDirty: dirty, baseUnknown, failedSaves };
}

function followed(state: ReadyState, latest: ShownRecord): Clean | Outdated {
  const offered = offeredText(state);
  const next = offered.text === latest.text ? offered : latest;
  if (!sameInEditor(state.shown.text, latest.text)) return { name: 'outdated', shown: state.shown, next };
  // The time of the file stays: with another one the editor would refuse to save the text that it has.
  return { name: 'clean', shown: { ...next, modified: state.shown.modified } };
}
