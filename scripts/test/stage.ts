import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nothing, type Count } from '../../test/kit/reporter.ts';
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

/** The sum of two counts. */
export function sum(one: Count, other: Count): Count {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    flaky: [...one.flaky, ...other.flaky],
  };
}

/** The message of an error. */
export function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** The file in which a run of mocha stores its count. */
export async function resultsOf(stage: string, work: (file: string) => Promise<unknown>): Promise<Count> {
  const file = join(root, 'out', 'results', `${stage}.json`);
  await rm(file, { force: true });
  let problem: unknown;
  await work(file).catch((error: unknown) => (problem = error));
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const count: Count = text === undefined ? nothing : (JSON.parse(text) as Count);
  if (count.failed > 0 || (text !== undefined && problem === undefined)) return count;
  // With several windows, the last one stores its count.
  return { ...count, failed: 1, failures: [`${stage} did not end well: ${wordsOf(problem)}`] };
}
