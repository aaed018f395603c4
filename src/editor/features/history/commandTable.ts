import { commands } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import type { Services } from '../../services/services.ts';
import { uri } from '../../kit/arguments.ts';
import { command } from '../../kit/command.ts';
import { givenOrShown } from '../../kit/commands/activeEditor.ts';
import { target } from '../../kit/prompts/target.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { compareCommands, type CompareParts } from './compareCommands.ts';
import { comparisonCommands } from './comparisonCommands.ts';
import { historyCommands, type CommitCommandParts } from './historyCommands.ts';
import type { HistoryView } from './historyView.ts';

export type HistoryParts = Pick<CompareParts, 'onCompared'> & Pick<CommitCommandParts, 'loadCi'>;

export function historyTable(services: Services & HistoryParts & { readonly history: HistoryView }) {
  const { history, loadHostFeatures } = services;
  const load = async () => ({ ...services, features: await loadHostFeatures() });
  return {
    ...compareCommands(services),
    ...comparisonCommands(history.load),
    ...historyCommands({ ...services, load }),
    ...localHistoryCommands(new LocalPlaces(services)),
  };
}

function localHistoryCommands(localPlaces: LocalPlaces) {
  return {
    'sourcehost.file.showHistory': command({
      does: 'Shows the history of a file of a clone, on the branch that its branch follows. Without `uri` it takes the file that is shown. It needs git.',
      result: 'the newest commits, as `history.show`',
      fields: { uri: optional(uri) },
      run: async ({ uri: resource }, { origin }) => {
        const file = givenOrShown(resource);
        const remote = fileAddressOf(file);
        const {
          name,
          path,
          branch: ref,
        } = remote === undefined ? localPlaces.demand(file) : { name: remote, path: remote.path, branch: remote.ref };
        const place = { host: name.host, repository: fullName(name), path, ref };
        return await commands.executeCommand(
          'sourcehost.history.show',
          origin === 'code' ? place : { [target]: place },
        );
      },
    }),
  };
}
