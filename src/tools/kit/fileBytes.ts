import { Failure } from '../../core/errors.ts';
import { readableTree } from '../../domain/sourceControl/workingTree/readableTree.ts';
import type { ToolFiles } from './place.ts';
import { inBackground } from './services.ts';

const largestToolFile = 10 * 1024 * 1024;

/** The bytes of a file with the drafts applied. @throws Failure `refused` for more than 10 MB */
export async function readAsTool(
  { remote, checkout }: Pick<ToolFiles, 'remote' | 'checkout'>,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new Failure('refused', 'the file is too large for a tool', { reason: 'tooLarge', about: [`${largestToolFile}`] }),
    );
  return await readableTree(remote, checkout).read(path, { ...inBackground(signal), confirm: refuse });
}
