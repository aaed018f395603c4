import type { ServiceOptions } from '../handle.ts';
import { newRepository } from '../repositories.ts';
import type { State } from '../state.ts';
import { addFromDisk } from './fromDisk.ts';
import { generatedHistory } from './history.ts';
import { fillLarge } from './large.ts';
import { fillSmall, withHistory } from './small.ts';

/** Puts the data of the options into an empty state; git data comes below `root`. */
export async function fillState(state: State, root: string, options: ServiceOptions): Promise<void> {
  const now = Date.now();
  fillSmall(state, root, now);
  if (options.data === 'large') await fillLarge(state, root, now);
  for (const { name, files, commits } of options.histories ?? []) {
    const about = { owner: 'alice', path: name, creator: 'alice', created: now };
    const repository = newRepository(
      state,
      root,
      about,
      withHistory(() => generatedHistory(files, commits)),
    );
    await repository.git();
  }
  for (const path of options.repositories ?? []) await addFromDisk(state, root, path, now);
}
