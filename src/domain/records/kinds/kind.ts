import type { Api } from '../../../api/client/client.ts';
import type { Issue, Milestone } from '../../../api/record/issue.ts';
import type { Release } from '../../../api/record/release.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import type { RecordKind, RepositoryName } from '../../hosting/address.ts';
import type { ShownComment } from '../text/comments.ts';
import type { Notes } from '../text/write.ts';
import type { RecordField, RecordState } from '../schema/field.ts';

/** A record as the service answered with it. */
export type Answered =
  | { readonly kind: 'issues'; readonly record: Issue }
  | { readonly kind: 'milestones'; readonly record: Milestone }
  | { readonly kind: 'releases'; readonly record: Release };

/** A record as the service has it. */
export type LoadedRecord = Answered & Readings;

interface Readings {
  /** Number, or tag name. */
  readonly id: string;
  readonly title: string;
  readonly snapshot: RecordState;
  /** Keys of which the service does not say what they hold. */
  readonly untold: readonly string[];
  readonly notes: Notes;
  /** ISO 8601, where the service tells it. */
  readonly updated: string | undefined;
  /** Where a browser shows it, where the service tells it. */
  readonly webUrl: string | undefined;
}

/** Who asks, and of which repository. */
export interface RecordScope {
  readonly api: Api;
  readonly repository: RepositoryName;
  /** The account that asks, where one is signed in. */
  readonly login: string | undefined;
}

/** A change of a record: all of it as it shall be, and the keys (`body` for the text) that differ from the service. */
export interface RecordChange {
  readonly to: RecordState;
  readonly keys: ReadonlySet<string>;
}

export interface CommentPage {
  readonly comments: readonly ShownComment[];
  /** Whether there may be another page. */
  readonly more: boolean;
}

/** How one kind of record is read and saved. Every method throws Failures only. */
export interface Kind {
  readonly kind: RecordKind;
  /** The keys of the front matter, in its order. */
  readonly fields: readonly RecordField[];
  /** One request. */
  read(place: RecordScope, id: string, options?: CallOptions): Promise<LoadedRecord>;
  /** Creates a record; undefined where the service does not say what became of it. */
  create(place: RecordScope, snapshot: RecordState, options?: CallOptions): Promise<LoadedRecord | undefined>;
  /**
   * Looks for a record that was created with `snapshot` at the time `since` (milliseconds since 1970) or later. One
   * request, and one more for each 100 others that were.
   */
  findCreated(
    place: RecordScope,
    snapshot: RecordState,
    since: number,
    options?: CallOptions,
  ): Promise<LoadedRecord | undefined>;
  /** Sends a change; undefined where the service does not answer with the record. */
  edit(place: RecordScope, id: string, change: RecordChange, options?: CallOptions): Promise<LoadedRecord | undefined>;
  /** Comments below the text; undefined where the kind has none. One request. */
  readonly comments:
    ((place: RecordScope, id: string, page: number, options?: CallOptions) => Promise<CommentPage>) | undefined;
}

/** The fields that a document of a known record, or of a new one, shows. */
export function fieldsOf({ fields }: Pick<Kind, 'fields'>, isNew: boolean): readonly RecordField[] {
  return isNew ? fields : fields.filter(({ onlyNew }) => !onlyNew);
}

/** The notes that have a value. */
export function notesOf(notes: Readonly<Record<string, string | undefined>>): Notes {
  return Object.entries(notes).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

/** The one word of a value. */
export function wordOf(snapshot: RecordState, key: string): string | undefined {
  const value = snapshot.values[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function valuesOf(snapshot: RecordState, key: string): readonly string[] {
  const value = snapshot.values[key];
  return typeof value === 'object' ? value : [];
}

/** Whether a text that came back is the one that was sent, as far as services keep texts. */
export function sameText(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trimEnd();
  return plain(one) === plain(other);
}
