import { Emitter, type Event } from '../../../core/emitter.ts';
import { formatRecordAddress, type RecordAddress, type RecordKind, type RepositoryName } from '../../hosts/address.ts';
import type { AccountsChange } from '../../hosts/connections.ts';
import type { RecordState } from '../text/recordField.ts';
import { issueKind } from '../kinds/issue.ts';
import { scopeAt, signedInScope, type LoadedRecord, type Kind, type RecordScope } from '../kinds/kind.ts';
import { milestoneKind } from '../kinds/milestone.ts';
import { releaseKind } from '../kinds/release.ts';
import { createRecord, type CreatedRecord, type Slot } from './creation.ts';
import { RecordDocument, type DocumentServices } from './recordDocument.ts';

const most = 100;

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
