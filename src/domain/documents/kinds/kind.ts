import type { Api } from '../../../api/client/client.ts';
import type { Issue, Milestone } from '../../../api/record/issue.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { Release } from '../../../api/record/release.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { nobodySignedIn } from '../../../core/errors.ts';
import type { RecordKind, RepositoryName } from '../../hosts/address.ts';
import type { Connection } from '../../hosts/connections.ts';
import { creationAt, type Attempt, type Attempts } from '../../hosts/creations.ts';
import type { Host } from '../../hosts/hosts.ts';
import type { Notes } from '../text/write.ts';
import type { RecordField, RecordState } from '../text/recordField.ts';

export type RecordOfKind =
  | { readonly kind: 'issues'; readonly record: Issue }
  | { readonly kind: 'milestones'; readonly record: Milestone }
  | { readonly kind: 'pullRequests'; readonly record: PullRequest }
  | { readonly kind: 'releases'; readonly record: Release };

export type LoadedRecord = RecordOfKind & Readings;

interface Readings {
  /** Number, or tag name. */
  readonly id: string;
  readonly title: string;
  readonly snapshot: RecordState;
  readonly omittedKeys: readonly string[];
  readonly notes: Notes;
  /** ISO 8601 */
  readonly updated: string | undefined;
  readonly webUrl: string | undefined;
}

/** The repository and the account of a request. */
export interface RecordScope {
  readonly api: Api;
  readonly repository: RepositoryName;
  readonly login: string | undefined;
  /** For the address of a web page. */
  readonly host?: Host | undefined;
}

export function scopeAt(connection: Connection, repository: RepositoryName): RecordScope {
  const { api, account, host } = connection;
  return { api, repository, login: account?.login, host };
}

export const createdIn = ({ api, repository, login, host }: RecordScope, segment: string) =>
  creationAt({ api, account: login === undefined ? undefined : { login }, host }, repository, segment);

/** `scope` for a change. @throws Failure `signedOut` before any request if no account is signed in */
export function signedInScope(scope: RecordScope): RecordScope {
  if (scope.login === undefined) throw nobodySignedIn();
  return scope;
}

/** A change of a record: its whole new state, and the keys (`body` for the text) that differ from the service. */
export interface RecordChange {
  readonly to: RecordState;
  readonly keys: ReadonlySet<string>;
}

/** Reads and saves one kind of record. Methods throw only Failures. */
export interface Kind {
  readonly kind: RecordKind;
  readonly fields: readonly RecordField[];
  /** One request. */
  read(place: RecordScope, id: string, options?: CallOptions): Promise<LoadedRecord>;
  /** Creates a record by `createOnce`. */
  create(place: RecordScope, snapshot: RecordState, attempts?: Attempts): Promise<LoadedRecord | undefined>;
  /** As `findCreated` of `hosts`: the record of an attempt with `snapshot`. */
  findCreated(place: RecordScope, snapshot: RecordState, attempt: Attempt): Promise<LoadedRecord | undefined>;
  /** Undefined if the reply has no record. */
  edit(place: RecordScope, id: string, change: RecordChange): Promise<LoadedRecord | undefined>;
}

/** The fields that a document of a known record, or of a new one, shows. */
export function fieldsOf({ fields }: Pick<Kind, 'fields'>, isNew: boolean): readonly RecordField[] {
  return isNew ? fields : fields.filter(({ onlyNew }) => !onlyNew);
}

export function notesOf(notes: Readonly<Record<string, string | undefined>>): Notes {
  return Object.entries(notes).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

/** Whether two texts are equal, ignoring line endings and blanks at the end, which services change. */
export function sameText(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trimEnd();
  return plain(one) === plain(other);
}
