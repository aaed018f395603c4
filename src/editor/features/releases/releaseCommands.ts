import { l10n } from 'vscode';
import { line, name, oneOf, optional, text } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { createOnce } from '../../../domain/hosts/creations.ts';
import { editRelease, loadedRelease, releaseCreation } from '../../../domain/documents/kinds/release.ts';
import { scopeAt } from '../../../domain/documents/kinds/kind.ts';
import type { AnyCommand } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { askText, refNameWrong } from '../../kit/commands/ask.ts';
import { onRepository } from '../../kit/commands/declare.ts';
import { askTag } from './releaseFileCommands.ts';
import { updateRecord, openRecord, type LoadRecordTools } from '../../documents/commands/recordTools.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';

export function releaseCommands(changes: Changes, load: LoadRecordTools) {
  const notify = changeNotifier(changes, 'releases');
  return {
    'sourcehost.release.create': onRepository({
      does: 'Creates a release. A user fills in a document.',
      result: 'the release',
      needsAccount: true,
      fields: {
        tag_name: name,
        name,
        body: text,
        target_commitish: optional(line),
        release_status: optional(oneOf('pre', 'latest')),
      },
      ask: {
        tag_name: askText(() => ({ prompt: l10n.t('Tag of the new release'), validate: refNameWrong })),
        name: askText(() => ({ prompt: l10n.t('Name of the new release') })),
        body: async (prompt) => await prompt.input({ prompt: l10n.t('Notes of the new release') }),
      },
      write: async ({ name: repository }) => {
        await (await load()).actions.openNew(repository, 'releases');
      },
      run: async (inputs, on, { signal, silent, again }) => {
        const creation = releaseCreation(scopeAt(on.connection, on.name), inputs, { signal });
        const created = await createOnce(creation, { signal, again });
        notify(on, { silent }, inputs.tag_name);
        return created ?? (await on.api.releases.byTag({ ...on.at, tag: inputs.tag_name }, { signal }));
      },
    }),
    'sourcehost.release.edit': editCommand(notify, load),
    'sourcehost.release.open': onRepository({
      does: 'Opens a release as a document.',
      result: 'the release',
      fields: { tag: name },
      ask: { tag: askTag },
      run: async ({ tag }, { name: repository }) =>
        await openRecord(await load(), { ...repository, kind: 'releases', id: tag }),
    }),
    'sourcehost.release.showLatest': onRepository({
      does: 'Opens the latest release as a document.',
      result: 'the release',
      fields: { type: optional(oneOf('updated', 'latest')) },
      run: async ({ type }, { api, at, name: repository }, { signal }) => {
        const latest = await api.releases.latest({ ...at, type }, { signal });
        const tools = await load();
        const address = { ...repository, kind: 'releases', id: latest.tag_name } as const;
        tools.records.document(address).applyResponse(loadedRelease(latest), true);
        return await openRecord(tools, address);
      },
    }),
  };
}

function editCommand(notify: ReturnType<typeof changeNotifier>, load: LoadRecordTools): AnyCommand {
  return onRepository({
    does: 'Changes a release. `tag` names it. Fields that are left out do not change.',
    result: 'the release',
    needsAccount: true,
    fields: { tag: name, tag_name: optional(name), name: optional(name), body: optional(text) },
    ask: { tag: askTag },
    run: async ({ tag, ...change }, on, { origin, signal, silent }) => {
      const { api, at, name: repository } = on;
      const tools = await load();
      if (Object.keys(change).length === 0) {
        if (origin === 'code')
          throw new Failure('invalid', 'nothing is to be changed', { field: 'name', reason: 'nothingToChange' });
        return await openRecord(tools, { ...repository, kind: 'releases', id: tag });
      }
      const now = await api.releases.byTag({ ...at, tag }, { signal });
      const inputs = {
        tag_name: change.tag_name ?? tag,
        name: change.name ?? now.name ?? tag,
        body: change.body ?? now.body ?? '',
      };
      const edited = await editRelease(api, { ...at, tag, ...inputs }, { signal });
      const release = edited ?? (await api.releases.byTag({ ...at, tag: inputs.tag_name }, { signal }));
      updateRecord(tools, { ...repository, kind: 'releases', id: tag }, loadedRelease(release));
      notify(on, { silent }, inputs.tag_name);
      return release;
    },
  });
}
