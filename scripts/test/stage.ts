import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Count } from '../../test/kit/reporter.ts';
import { root } from '../kit/paths.ts';

/** What the command line leaves of a stage's tests, and where they are shown. */
export interface Filter {
  /** Parts of file names. */
  readonly files: readonly string[];
  /** A part of the tests' titles. */
  readonly grep: string | undefined;
  /** Shows a part of what the tests print. */
  readonly show: (part: Uint8Array | string) => void;
}

/** One kind of test, run to its end. */
export type Stage = (filter: Filter) => Promise<Count>;

export const say = (line: string): void => console.log(line);

/** Where a run of mocha leaves its count. */
export async function resultsOf(stage: string, work: (file: string) => Promise<unknown>): Promise<Count> {
  const file = join(root, 'out', 'results', `${stage}.json`);
  await rm(file, { force: true });
  let problem: unknown;
  await work(file).catch((error: unknown) => (problem = error));
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const count: Count = text === undefined ? { passed: 0, failed: 0, skipped: 0 } : (JSON.parse(text) as Count);
  if (count.failed > 0 || (text !== undefined && problem === undefined)) return count;
  // Of several windows the last one leaves its count, whatever the others met.
  console.error(`\n${stage} did not end well: ${problem instanceof Error ? problem.message : String(problem)}`);
  return { ...count, failed: 1 };
}
