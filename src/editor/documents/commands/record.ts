import { window, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import type { LoadRecordTools, RecordTools } from './recordTools.ts';

type Id =
  | `sourcehost.record.${'compare' | 'keepMine' | 'openOnWeb' | 'refresh' | 'showLinked' | 'showMoreComments' | 'takeTheirs'}`
  | 'sourcehost.release.draftNotes';

/** Commands on the document of a record: the document of `uri`, else the active one. */
export function recordCommands(load: LoadRecordTools): Record<Id, AnyCommand> {
  const onDocument = (
    run: (actions: RecordTools['actions'], uri: Uri) => Promise<unknown>,
    asks: { readonly runAsks?: readonly string[] } = {},
  ): AnyCommand =>
    command({
      ...asks,
      fields: { uri: optional(uri) },
      run: async (given) =>
        await run((await load()).actions, given.uri === undefined ? activeRecord() : toUri(given.uri)),
    });
  return {
    'sourcehost.record.compare': onDocument((actions, at) => actions.compare(at)),
    'sourcehost.record.keepMine': onDocument((actions, at) => actions.keepMine(at)),
    'sourcehost.record.openOnWeb': onDocument((actions, at) => actions.openOnWeb(at)),
    'sourcehost.record.refresh': onDocument((actions, at) => actions.refresh(at)),
    'sourcehost.record.showLinked': onDocument((actions, at) => actions.showLinked(at), { runAsks: [] }),
    'sourcehost.record.showMoreComments': onDocument((actions, at) => actions.showMoreComments(at)),
    'sourcehost.record.takeTheirs': onDocument((actions, at) => actions.takeTheirs(at)),
    'sourcehost.release.draftNotes': onDocument((actions, at) => actions.draftNotes(at)),
  };
}

function activeRecord(): Uri {
  const active = window.activeTextEditor?.document.uri;
  if (active?.scheme !== recordScheme)
    throw new Failure('invalid', 'no issue, pull request, milestone or release is open', {
      field: 'uri',
      reason: 'noOpenRecord',
    });
  return active;
}
