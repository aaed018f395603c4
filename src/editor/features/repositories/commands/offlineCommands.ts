import { l10n } from 'vscode';
import { line, optional } from '../../../../api/contract/field.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import type { OfflineRepositories } from '../../../../domain/repositories/offlineRepositories.ts';
import { showInStatusBar } from '../../../kit/messages/show.ts';
import { warn } from '../../../kit/prompts/prompt.ts';
import { onRepository } from '../../../kit/commands/declare.ts';

const shownFor = 5_000;
const mostNamed = 3;

export function offlineCommands(loadOffline: () => Promise<OfflineRepositories>) {
  return {
    'sourcehost.repository.makeAvailableOffline': onRepository({
      does: 'Keeps the files of `ref` on this computer, also if the cache is full. They can be read and searched without a network. If the branch moves, the files are fetched again. Files larger than 1 MB are left out. It needs git.',
      result: 'the sha of the commit',
      fields: { ref: optional(line) },
      run: async ({ ref }, { name }, { signal, silent, withoutProgress }) => {
        const offline = await loadOffline();
        // The fetch shows its own progress.
        const { commit, missing } = await withoutProgress(offline.makeAvailable(name, ref, { signal }));
        if (!silent) report(fullName(name), missing);
        return commit;
      },
    }),
    'sourcehost.repository.removeOffline': onRepository({
      does: 'Removes the offline files of `ref`. Without `ref` it removes those of all refs of the repository.',
      fields: { ref: optional(line) },
      run: async ({ ref }, { name }) => {
        await (await loadOffline()).remove(name, ref);
      },
    }),
  };
}

function report(repository: string, missing: readonly string[]): void {
  if (missing.length === 0) {
    showInStatusBar(`$(check) ${l10n.t('{0} is available offline', repository)}`, shownFor);
    return;
  }
  const named = missing.slice(0, mostNamed).join(l10n.t(', '));
  void warn(
    missing.length <= mostNamed
      ? l10n.t('{0} is available offline, except for files larger than 1 MB: {1}', repository, named)
      : l10n.t(
          '{0} is available offline, except for {1} files larger than 1 MB: {2}…',
          repository,
          missing.length,
          named,
        ),
  );
}
