import type { Services } from '../../services/services.ts';
import { cloneCommands, type Cloning } from './cloneCommands.ts';
import { continueCommands, type ContinueParts } from './continueCommands.ts';
import type { LocalClones } from './open/localClones.ts';
import { requires } from '../../../core/requirement.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { argument, toUri, uri } from '../../kit/arguments.ts';
import { command } from '../../kit/command.ts';

export function cloneTable({
  loadLocalClones,
  ...services
}: Services &
  Pick<ContinueParts, 'write'> & { readonly cloning: Cloning; readonly loadLocalClones: () => Promise<LocalClones> }) {
  return {
    ...cloneCommands(services.cloning, services.repositories, services.changes),
    ...continueCommands({ ...services, active: () => services.active.current }),
    ...mentionCommands(loadLocalClones),
  };
}

const fullSha = argument<string>((value) => (typeof value === 'string' && isSha(value) ? undefined : requires('sha')));

/** Opens what a commit of a clone mentions: the hovers of the built-in git extension run it. */
function mentionCommands(load: () => Promise<Pick<LocalClones, 'openMentioned'>>) {
  return {
    'sourcehost.commit.openMentioned': command({
      does: 'Opens the issue or the pull request that the message of a commit mentions, and asks which one if there are several. `folder` is the root of a clone, `sha` the full sha. The hovers of commits in clones run it.',
      fields: { folder: uri, sha: fullSha },
      runAsks: [],
      run: async ({ folder, sha }, { withoutProgress }) =>
        await withoutProgress((await load()).openMentioned(toUri(folder), sha)),
    }),
  };
}
