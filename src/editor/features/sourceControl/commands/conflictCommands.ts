import { name, oneOf, optional, range } from '../../../../api/contract/field.ts';
import { toUri, uri } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Documentation } from '../../../kit/command.ts';
import { checkoutAt } from './changeArguments.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import type { LoadScm, Scm } from '../scm.ts';

export function conflictCommands(load: LoadScm) {
  const atMarkers = (
    documentation: Documentation,
    run: (markers: Scm['markers'], place: Parameters<Scm['markers']['compare']>[0]) => Promise<unknown>,
  ): AnyCommand =>
    command({
      ...documentation,
      fields: { uri: optional(uri), line: optional(range(1)) },
      run: async ({ uri: resource, line }) =>
        await run((await load()).markers, { uri: resource === undefined ? undefined : toUri(resource), line }),
    });
  const taking = (does: string, side: Parameters<Scm['markers']['take']>[1]): AnyCommand =>
    atMarkers({ does, result: 'how many conflicts are left' }, (markers, place) => markers.take(place, side));
  const going = (does: string, step: 1 | -1): AnyCommand =>
    command({ does, fields: {}, run: async () => (await load()).markers.go(step) });
  return {
    'sourcehost.conflict.resolve': onRepository({
      does: 'Resolves the conflict of a whole file with `mine` or `theirs`. Without `side` it asks for it, or shows the file if it can be merged.',
      result: 'whether it is resolved',
      fields: { path: name, ref: optional(name), side: optional(oneOf('mine', 'theirs')) },
      runAsks: ['side'],
      run: async ({ path, ref, side }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        return await (await load()).conflicts.resolve(checkout, path, side);
      },
    }),
    'sourcehost.conflict.takeMine': taking('Takes the own side of a conflict in the text.', 'mine'),
    'sourcehost.conflict.takeTheirs': taking('Takes the side of the host of a conflict in the text.', 'theirs'),
    'sourcehost.conflict.takeBoth': taking('Takes both sides of a conflict in the text.', 'both'),
    'sourcehost.conflict.compare': atMarkers(
      {
        does: 'Compares both sides of a conflict. Without `uri` it takes the file that is shown. `line` is any line of the conflict.',
      },
      (markers, place) => markers.compare(place),
    ),
    'sourcehost.conflict.next': going('Moves the cursor to the next conflict.', 1),
    'sourcehost.conflict.previous': going('Moves the cursor to the previous conflict.', -1),
  };
}
