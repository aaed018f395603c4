import { name, oneOf, optional, range } from '../../../../api/contract/field.ts';
import { toUri, uri } from '../../../kit/arguments.ts';
import { command, type AnyCommand } from '../../../kit/command.ts';
import { checkoutAt } from './changeArguments.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import type { LoadScmTools, ScmTools } from './scmTools.ts';

type Id = `sourcehost.conflict.${'compare' | 'next' | 'previous' | 'resolve' | 'takeBoth' | 'takeMine' | 'takeTheirs'}`;

/** Commands that choose between local changes and changes on the server. */
export function conflictCommands(load: LoadScmTools): Record<Id, AnyCommand> {
  const atMarkers = (
    run: (markers: ScmTools['markers'], place: Parameters<ScmTools['markers']['compare']>[0]) => Promise<unknown>,
  ): AnyCommand =>
    command({
      fields: { uri: optional(uri), line: optional(range(1)) },
      run: async ({ uri: given, line }) =>
        await run((await load()).markers, { uri: given === undefined ? undefined : toUri(given), line }),
    });
  const going = (step: 1 | -1): AnyCommand => command({ fields: {}, run: async () => (await load()).markers.go(step) });
  return {
    'sourcehost.conflict.resolve': onRepository({
      fields: { path: name, ref: optional(name), side: optional(oneOf('mine', 'theirs')) },
      runAsks: ['side'],
      run: async ({ path, ref, side }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        return await (await load()).conflicts.resolve(checkout, path, side);
      },
    }),
    'sourcehost.conflict.takeMine': atMarkers((markers, place) => markers.take(place, 'mine')),
    'sourcehost.conflict.takeTheirs': atMarkers((markers, place) => markers.take(place, 'theirs')),
    'sourcehost.conflict.takeBoth': atMarkers((markers, place) => markers.take(place, 'both')),
    'sourcehost.conflict.compare': atMarkers((markers, place) => markers.compare(place)),
    'sourcehost.conflict.next': going(1),
    'sourcehost.conflict.previous': going(-1),
  };
}
