import { Emitter, type Event } from '../../../core/emitter.ts';
import { Failure, isFailure, mayBeDone, unlessFailed } from '../../../core/errors.ts';
import { formatRecordAddress, type RecordAddress, type RecordKind, type RepositoryName } from '../../hosts/address.ts';
import type { AccountsChange } from '../../hosts/connections.ts';
import { memoryOf, type Attempts } from '../../hosts/creations.ts';
import type { RecordState } from '../text/recordField.ts';
import { issueKind } from '../kinds/issue.ts';
import { scopeAt, signedInScope, type LoadedRecord, type Kind, type RecordScope } from '../kinds/kind.ts';
import { milestoneKind } from '../kinds/milestone.ts';
import { releaseKind } from '../kinds/release.ts';
import type { CreationAttempt, PendingRecordStore } from './pendingRecordStore.ts';
import { RecordDocument, type DocumentServices } from './recordDocument.ts';

/** Documents. Those that are not saved stay. */
const most = 100;

interface CreatedRecord {
  readonly record: LoadedRecord;
  readonly from: RecordState;
}

interface Slot {
  /** Identifies an unsaved document among those of its kind. */
  readonly slot: string;
  /** The user wants it sent although it may be there already. */
  readonly again?: boolean | undefined;
}

export type CreatedDocument = CreatedRecord & { readonly document: RecordDocument };

export class Records {
  readonly #services: DocumentServices;
  readonly #kinds: Readonly<Record<RecordKind, Kind>>;
  readonly #documents = new Map<string, RecordDocument>();
  readonly #changed = new Emitter<RecordDocument>();

  /** `pullRequests`: the kind of pull requests, which not every host has. */
  constructor(services: DocumentServices, pullRequests: Kind) {
    this.#services = services;
    this.#kinds = { issues: issueKind, milestones: milestoneKind, pullRequests, releases: releaseKind };
  }

  kindOf({ kind }: Pick<RecordAddress, 'kind'>): Kind {
    return this.#kinds[kind];
  }

  readonly onDidChange: Event<RecordDocument> = this.#changed.event;

  document(address: RecordAddress & { readonly id: string }): RecordDocument {
    const key = keyOf(address);
    const existing = this.#documents.get(key);
    const document = existing ?? new RecordDocument(this.kindOf(address), address, this.#services);
    if (existing === undefined) document.onDidChange(() => this.#changed.fire(document));
    // The least recently used document is the first one.
    this.#documents.delete(key);
    this.#documents.set(key, document);
    this.#forgetOld();
    return document;
  }

  find(address: RecordAddress): RecordDocument | undefined {
    return this.#documents.get(keyOf(address));
  }

  /** Never creates a record twice for one unsaved document. */
  async create(address: RecordAddress, snapshot: RecordState, slot: Slot = { slot: '' }): Promise<CreatedDocument> {
    const place = signedInScope(await this.place(address));
    const created = await createRecord(this.kindOf(address), place, address, snapshot, this.#services.pending, slot);
    const document = this.document({ ...place.repository, kind: address.kind, id: created.record.id });
    document.applyResponse(created.record, true);
    return { ...created, document };
  }

  /** Stores that an unsaved document became a record with the state `snapshot`, also for the time after a restart. */
  async remember(address: RecordAddress, snapshot: RecordState, slot: string, { id }: LoadedRecord): Promise<void> {
    await this.#services.pending.write('attempts', address, { snapshot, since: Date.now(), id }, slot);
  }

  /** An unsaved document was discarded: removes its attempts to create a record. */
  async giveUp(address: RecordAddress, slot: string): Promise<void> {
    await this.#services.pending.remove('attempts', address, slot);
  }

  /** The accounts of these hosts changed. Unsaved texts keep their base. */
  forgetClean(hosts: AccountsChange): void {
    for (const document of this.#documents.values()) if (hosts.has(document.address.host)) document.forget();
  }

  async place({ host, owner, repo }: RepositoryName): Promise<RecordScope> {
    return scopeAt(await this.#services.connections.connect(host), { host, owner, repo });
  }

  #forgetOld(): void {
    for (const [key, document] of this.#documents) {
      if (this.#documents.size <= most) return;
      if (!document.dirty) this.#documents.delete(key);
    }
  }
}

function keyOf(address: RecordAddress): string {
  const { authority, path } = formatRecordAddress(address);
  return `${authority}${path}`;
}

/**
 * Creates the record of an unsaved document once: the attempt is stored until the document is discarded. After an
 * attempt without an answer, its record is searched first, also if the text changed since.
 */
async function createRecord(
  kind: Kind,
  place: RecordScope,
  address: RecordAddress,
  snapshot: RecordState,
  pending: PendingRecordStore,
  { slot, again = false }: Slot,
): Promise<CreatedRecord> {
  const attempt = again ? undefined : await pending.attempt(address, slot);
  const earlier = attempt && (await findAttempt(kind, place, attempt));
  if (attempt !== undefined && earlier !== undefined) return { record: earlier, from: attempt.snapshot };
  const stored: Attempts = {
    created: memoryOf(place.api).created,
    get: () => undefined,
    // Of several tries, each can have arrived.
    set: (_key, sent) => pending.write('attempts', address, { ...sent, ...attempt, snapshot, id: undefined }, slot),
    delete: () => undefined,
  };
  try {
    const record = await kind.create(place, snapshot, stored);
    if (record === undefined)
      throw new Failure('unreadable', 'the service does not say what it created', { reason: 'unconfirmed' });
    await pending.write('attempts', address, { snapshot, since: Date.now(), id: record.id }, slot);
    return { record, from: snapshot };
  } catch (error) {
    if (isFailure(error) && error.kind !== 'cancelled' && !mayBeDone(error))
      await pending.remove('attempts', address, slot);
    throw error;
  }
}

async function findAttempt(
  kind: Kind,
  place: RecordScope,
  { snapshot, id, ...attempt }: CreationAttempt,
): Promise<LoadedRecord | undefined> {
  return id === undefined
    ? await kind.findCreated(place, snapshot, attempt)
    : await unlessFailed(kind.read(place, id), 'missing');
}
