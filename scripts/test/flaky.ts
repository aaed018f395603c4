import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Count } from '../../test/kit/reporter.ts';
import { root } from '../kit/paths.ts';

/** A test that may pass on its second run in CI. */
export interface KnownFlaky {
  /** The full title of the test. */
  readonly title: string;
  readonly reason: string;
  /** The day of the entry, as 2026-11-25. */
  readonly date: string;
}

/** The entries of `test/flaky.json`. @throws Error if an entry has no title, reason or date */
export async function readKnownFlaky(file = join(root, 'test', 'flaky.json')): Promise<readonly KnownFlaky[]> {
  const entries = JSON.parse(await readFile(file, 'utf8')) as Partial<KnownFlaky>[];
  return entries.map(({ title = '', reason = '', date = '' }) => {
    if (title === '' || reason === '' || !/^\d{4}-\d{2}-\d{2}$/.test(date))
      throw new Error(`test/flaky.json: “${title}” needs a title, a reason and a date like 2026-11-25`);
    return { title, reason, date };
  });
}

/** `count` as CI judges it: a test that passed on its second run failed, unless it is one of `known`. */
export function judgeFlaky(count: Count, known: readonly KnownFlaky[]): Count {
  const isKnown = (one: string): boolean => known.some(({ title }) => one.startsWith(`${title}\n`));
  const unknown = count.flaky.filter((one) => !isKnown(one));
  return {
    ...count,
    passed: count.passed - unknown.length,
    failed: count.failed + unknown.length,
    failures: [...count.failures, ...unknown.map((one) => `passed only when it ran again: ${one}`)],
    flaky: count.flaky.filter(isKnown),
  };
}
