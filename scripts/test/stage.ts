import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Count } from '../../test/kit/reporter.ts';
import { root } from '../kit/paths.ts';

/** The selected tests of a stage, and the destination of their output. */
export interface Filter {
  /** Parts of file names. */
  readonly files: readonly string[];
  /** Part of the titles of the tests. */
  readonly grep: string | undefined;
  /** Prints a part of the output of the tests. */
  readonly show: (part: Uint8Array | string) => void;
}

/** One stage of the tests. */
export type Stage = (filter: Filter) => Promise<Count>;

export const say = (line: string): void => console.log(line);

/** The file in which a run of mocha stores its count. */
export async function resultsOf(stage: string, work: (file: string) => Promise<unknown>): Promise<Count> {
  const file = join(root, 'out', 'results', `${stage}.json`);
  await rm(file, { force: true });
  let problem: unknown;
  await work(file).catch((error: unknown) => (problem = error));
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const count: Count = text === undefined ? { passed: 0, failed: 0, skipped: 0 } : (JSON.parse(text) as Count);
  if (count.failed > 0 || (text !== undefined && problem === undefined)) return count;
  // With several windows, the last one stores its count.
  console.error(`\n${stage} did not end well: ${problem instanceof Error ? problem.message : String(problem)}`);
  return { ...count, failed: 1 };
}
