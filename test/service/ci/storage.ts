import { randomUUID } from 'node:crypto';
import { Refusal, type Answer } from '../answer.ts';
import type { Host } from '../host.ts';
import type { State } from '../state.ts';

const kept = new WeakMap<State, Map<string, Uint8Array>>();

/** A redirect to an archive at the storage, whose address is signed: it needs no token. */
export function leadTo({ state, storageUrl }: Host, bytes: Uint8Array): Answer {
  const all = kept.get(state) ?? new Map<string, Uint8Array>();
  kept.set(state, all);
  const path = `/ci/${randomUUID()}`;
  all.set(path, bytes);
  return { status: 302, headers: { location: `${storageUrl}${path}` } };
}

/** What lies at such an address; undefined for another one. */
export function archiveAt({ state }: Host, path: string): Answer | undefined {
  if (!path.startsWith('/ci/')) return undefined;
  const bytes = kept.get(state)?.get(path);
  if (bytes === undefined) throw new Refusal(404, 'NoSuchKey');
  return { status: 200, headers: { 'content-type': 'application/zip' }, bytes };
}
