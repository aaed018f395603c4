import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

export type ListedReason = 'assigned' | 'created';

export interface InboxCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** How many open issues an inbox does not have, by repository and reason. */
export class UnlistedIssues {
  readonly #counts = new Map<string, Map<ListedReason, number | undefined>>();

  set(repository: RepositoryName, reason: ListedReason, count: number | undefined): void {
    const key = repositoryKey(repository);
    this.#counts.set(key, (this.#counts.get(key) ?? new Map<ListedReason, number>()).set(reason, count));
  }

  /** Whether there are, or may be, open issues for one of these reasons that the inbox does not have. */
  has(repository: RepositoryName, reasons: readonly string[]): boolean {
    const counts = [...(this.#counts.get(repositoryKey(repository)) ?? [])];
    return counts.some(([reason, count]) => count !== 0 && reasons.includes(reason));
  }

  addOne(repository: RepositoryName, reasons: readonly string[]): void {
    const counts = this.#counts.get(repositoryKey(repository));
    for (const [reason, count] of counts ?? [])
      if (count !== undefined && reasons.includes(reason)) counts?.set(reason, count + 1);
  }

  forget(repository: RepositoryName): void {
    this.#counts.delete(repositoryKey(repository));
  }

  /** The counts of the service are wrong: it is not known how many issues of incomplete lists exist. */
  drop(): void {
    for (const counts of this.#counts.values())
      for (const [reason, count] of counts) if (count !== 0) counts.set(reason, undefined);
  }

  total(reason: ListedReason): InboxCount {
    const counts = [...this.#counts.values()].flatMap((one) => (one.has(reason) ? [one.get(reason)] : []));
    return {
      count: counts.reduce<number>((sum, count = 0) => sum + count, 0),
      isExact: !counts.includes(undefined),
    };
  }
}
