import { Budget } from '../../src/api/throttle/budget.ts';
import { createApi } from '../../src/api/client/client.ts';
import type { Fetch, FetchInit, FetchReply } from '../../src/api/http/fetch.ts';
import { Failure } from '../../src/core/errors.ts';
import { silent } from '../../src/core/log.ts';
import type { Connections } from '../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../src/domain/hosts/hostFeatures.ts';
import type { Host } from '../../src/domain/hosts/hosts.ts';
import { pullRequestKind } from '../../src/domain/pullRequests/pullRequestKind.ts';
import { PendingRecordStore } from '../../src/domain/documents/sync/pendingRecordStore.ts';
import { Records } from '../../src/domain/documents/sync/records.ts';
import { memoryStorage, MemoryDisk } from './memoryStorage.ts';

type Row = Record<string, unknown>;
interface Sent {
  readonly operation: string;
  readonly body: Row | undefined;
}

/** The issues, milestones and releases of one repository `o/r`, as a service in memory, without a port. */
export class RecordService {
  readonly issues = new Map<string, Row>();
  readonly comments = new Map<string, readonly Row[]>();
  readonly milestones = new Map<string, Row>();
  readonly releases = new Map<string, Row>();
  /** Every request so far. */
  readonly sent: Sent[] = [];
  /** Runs in place of the answer to the next matching request, or after the request is executed. */
  readonly faults: {
    readonly operation: RegExp;
    readonly after?: boolean;
    readonly fail: () => FetchReply | Failure;
  }[] = [];
  /** Milliseconds that pass with every change. */
  tick = 60_000;
  /** Its clock is not that of this computer. */
  #ahead = Date.parse('2026-01-01T00:00:00Z') - Date.now();

  readonly fetch: Fetch = (url, init) => {
    const { pathname, searchParams } = new URL(url);
    const path = decodeURIComponent(pathname.replace('/api/v5/repos/o', ''));
    const operation = `${init.method} ${path}`;
    this.sent.push({ operation, body: bodyOf(init) });
    const at = this.faults.findIndex((one) => one.operation.test(operation));
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    if (fault?.after === true) this.#answer(init, path, searchParams);
    const failed = fault?.fail();
    if (failed instanceof Failure) return Promise.reject(failed);
    const reply = failed ?? this.#answer(init, path, searchParams);
    const date = new Date(Date.now() + this.#ahead).toUTCString();
    return Promise.resolve({
      ...reply,
      headers: { get: (name) => (name === 'date' ? date : reply.headers.get(name)) },
    });
  };

  /** Forgets the requests so far. */
  forget(): void {
    this.sent.length = 0;
  }

  /** A change by another user. */
  change(number: string, change: Row): void {
    this.issues.set(number, { ...this.issues.get(number), ...change, updated_at: this.#now() });
  }

  /** With the same disk: another window, or the next start, of the same profile. */
  records(disk = new MemoryDisk(), { signedIn = true }: { readonly signedIn?: boolean } = {}): Records {
    const sending = {
      apiUrl: 'https://host.test',
      fetch: this.fetch,
      credentials: { token: () => Promise.resolve('t'), renew: () => Promise.resolve(undefined) },
      budget: new Budget(0),
      log: silent,
    };
    const account = { id: 'h/me', host: 'h', login: 'me', label: 'me (h)' };
    const connection = {
      host: { id: 'h', name: 'H', apiUrl: 'https://host.test', webUrl: 'https://host.test' } as Host,
      account: signedIn ? account : undefined,
      api: createApi(sending),
      budget: sending.budget,
    };
    const connections = { connect: () => Promise.resolve(connection) } as unknown as Connections;
    const features = new HostFeatures(memoryStorage());
    const pulls = pullRequestKind({ connections, loadHostFeatures: () => Promise.resolve(features) });
    return new Records({ connections, pending: new PendingRecordStore(memoryStorage(disk), silent) }, pulls);
  }

  #now(): string {
    this.#ahead += this.tick;
    // Without a tick, the clock stands still.
    return this.tick === 0 ? '2026-01-01T00:00:00Z' : new Date(Date.now() + this.#ahead).toISOString();
  }

  #answer(init: FetchInit, path: string, query: URLSearchParams): FetchReply {
    const [, first = '', second = '', id = '', tail = ''] = path.split('/');
    const body = bodyOf(init) ?? {};
    if (init.method === 'PATCH' && first === 'issues') return this.#editIssue(second, body);
    if (init.method === 'POST' && first === 'issues') return this.#createIssue(body);
    if (second === 'issues' && tail === 'comments') return page(this.comments.get(id) ?? [], query);
    if (second === 'issues' && id === '') return page([...this.issues.values()].reverse(), query);
    if (second === 'issues') return row(this.issues.get(id));
    if (second === 'milestones' && init.method === 'GET')
      return id === '' ? page([...this.milestones.values()], query) : row(this.milestones.get(id));
    if (second === 'milestones')
      return this.#write(this.milestones, id === '' ? String(this.milestones.size + 1) : id, 'number', body);
    const tag = path
      .split('/')
      .slice(tail === '' ? 3 : 4)
      .join('/');
    if (second === 'releases' && init.method === 'GET') return row(this.releases.get(tag));
    return this.#write(this.releases, String(body.tag_name), 'tag_name', body);
  }

  #createIssue({ labels, ...fields }: Row): FetchReply {
    const number = String(this.issues.size + 1);
    return this.#issue(number, {
      number,
      state: 'opened',
      created_at: this.#now(),
      user: { login: 'me' },
      ...fields,
      milestone: undefined,
      ...labelsOf(labels),
    });
  }

  #editIssue(number: string, { labels, state, assignee, ...fields }: Row): FetchReply {
    const known = this.issues.get(number);
    if (known === undefined) return answer(404, { error_message: 'no such issue' });
    return this.#issue(number, {
      ...known,
      ...fields,
      milestone: undefined,
      ...labelsOf(labels),
      ...(assignee === undefined ? {} : { assignee: assignee === '' ? null : { login: assignee } }),
      ...(state === undefined ? {} : { state: state === 'close' ? 'closed' : 'opened' }),
    });
  }

  #issue(number: string, issue: Row): FetchReply {
    this.issues.set(number, { ...issue, updated_at: this.#now() });
    return row(this.issues.get(number));
  }

  #write(rows: Map<string, Row>, id: string, key: string, body: Row): FetchReply {
    const now = this.#now();
    rows.set(id, { created_at: now, ...rows.get(id), ...body, [key]: id, updated_at: now });
    return row(rows.get(id));
  }
}

export function answer(status: number, body: unknown): FetchReply {
  return {
    status,
    headers: { get: () => null },
    body: new Blob([JSON.stringify(body)]).stream() as NonNullable<FetchReply['body']>,
  };
}

/** The answer of the live service if it could not read the answer of a service behind it. */
export const unreadAnswer = (): FetchReply =>
  answer(200, { error_code: 200, error_code_name: 'OK', error_message: 'Error for type [class com.gitcode.Dto' });

const row = (found: Row | undefined): FetchReply =>
  found === undefined ? answer(404, { error_message: '404 Not Found' }) : answer(200, found);

function page(rows: readonly Row[], query: URLSearchParams): FetchReply {
  const size = Number(query.get('per_page') ?? 20);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return answer(200, rows.slice(from, from + size));
}

const labelsOf = (labels: unknown): Row =>
  typeof labels === 'string'
    ? {
        labels: labels
          .split(',')
          .filter((name) => name !== '')
          .map((name) => ({ name })),
      }
    : {};

function bodyOf({ body }: FetchInit): Row | undefined {
  return typeof body === 'string' ? (JSON.parse(body) as Row) : undefined;
}
