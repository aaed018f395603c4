import { Failure } from '../../core/errors.ts';
import type { ReadOptions } from '../../domain/repositories/readWithConfirmation.ts';
import { readableTree } from '../../domain/sourceControl/workingTree/readableTree.ts';
import { inBackground, type ToolFiles } from './place.ts';

const largestToolFile = 10 * 1024 * 1024;

/** How tools read a file. @throws Failure `refused` for more than 10 MB */
export const asTool = (signal: AbortSignal): ReadOptions => ({
  ...inBackground(signal),
  confirm: () =>
    Promise.reject(
      new Failure('refused', 'the file is too large for a tool', { reason: 'tooLarge', about: [`${largestToolFile}`] }),
    ),
});

/** The bytes of a file with the drafts applied. @throws Failure of `asTool` */
export async function readAsTool(
  { remote, checkout }: Pick<ToolFiles, 'remote' | 'checkout'>,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return await readableTree(remote, checkout).read(path, asTool(signal));
}
