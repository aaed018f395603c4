import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/api/http/fetch.ts';
import type { Storage } from '../../../src/core/storage.ts';
import type { GitRepositories } from '../../../src/domain/git/gitRepositories.ts';
import type { WindowRefs } from '../../../src/domain/refs/windowRefs.ts';
import type { Checkout, Pushing } from '../../../src/domain/sourceControl/workingTree/checkout.ts';
import * as checkout from '../../../src/domain/sourceControl/workingTree/checkout.ts';
import { CheckoutRegistry } from '../../../src/domain/sourceControl/workingTree/checkoutRegistry.ts';
import { MemoryDisk, memoryStorage } from '../../kit/memoryStorage.ts';
import { hostId, session, type Session } from '../../kit/remoteFiles.ts';
import type { Service } from '../../service/handle.ts';

/** Names of the two sides in conflict markers. */
export const labels = { mine: 'yours', theirs: 'server' };
export const progress = { signal: new AbortController().signal };
export const request = { message: 'Change', author: undefined };
export const written = { create: true, overwrite: true };
export const read = async ({ workingTree: editable }: Checkout, path: string): Promise<string> =>
  new TextDecoder().decode(await editable.read(path));

/** A window in which branches are edited. */
export interface EditingWindow {
  readonly session: Session;
  readonly checkouts: CheckoutRegistry;
  /** Change events of files, as `changed README.md`. */
  readonly told: string[];
  /** Opens a branch, by default `main` of `alice/website`; `''` stands for the default branch. */
  readonly at: (repository?: string, ref?: string) => Promise<Checkout>;
}

/** Opens a window that edits branches of `service`. Windows that share a `storage` belong to one profile. */
export function editingWindow(
  service: Pick<Service, 'url' | 'token'>,
  {
    storage = memoryStorage(new MemoryDisk()),
    signedIn = true,
    fetch,
    windowRefs,
    pushing,
    now,
    git,
  }: {
    storage?: Storage;
    signedIn?: boolean;
    fetch?: Fetch;
    windowRefs?: WindowRefs;
    pushing?: Pushing;
    now?: () => number;
    git?: GitRepositories;
  } = {},
): EditingWindow {
  const one = session(service, {
    storage,
    signedIn,
    ...(fetch === undefined ? {} : { fetch }),
    ...(windowRefs === undefined ? {} : { windowRefs }),
    ...(now === undefined ? {} : { now }),
    ...(git === undefined ? {} : { git }),
  });
  const checkouts = new CheckoutRegistry({
    repositories: one.repositories,
    connections: one.connections,
    storage,
    labels,
    pushing,
    load: () => Promise.resolve(checkout),
  });
  const told: string[] = [];
  checkouts.onDidChange(({ changes }) => told.push(...changes.map(({ type, path }) => `${type} ${path}`)));
  return {
    session: one,
    checkouts,
    told,
    at: async (repository = 'alice/website', ref = 'main') => {
      const [owner = '', repo = ''] = repository.split('/');
      const edited = await checkouts.at({ host: hostId, owner, repo, ref: ref === '' ? undefined : ref });
      assert.ok(edited !== undefined);
      return edited;
    },
  };
}
