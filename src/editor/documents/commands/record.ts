import { window, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Documentation } from '../../kit/command.ts';
import type { LoadRecordTools, RecordTools } from './recordTools.ts';

export function recordCommands(load: LoadRecordTools) {
  const onDocument = (
    documentation: Documentation,
    run: (actions: RecordTools['actions'], uri: Uri) => Promise<unknown>,
    asks: { readonly runAsks?: readonly string[] } = {},
  ): AnyCommand =>
    command({
      ...documentation,
      ...asks,
      fields: { uri: optional(uri) },
      run: async (args) => await run((await load()).actions, args.uri === undefined ? activeRecord() : toUri(args.uri)),
    });
  return {
    'sourcehost.record.compare': onDocument(
      { does: 'Compares a document with what the host has. `uri` is the document.' },
      (actions, at) => actions.compare(at),
    ),
    'sourcehost.record.keepMine': onDocument(
      { does: 'Keeps the own value of a conflict in a document.' },
      (actions, at) => actions.keepMine(at),
    ),
    'sourcehost.record.openOnWeb': onDocument(
      { does: 'Opens the web page of the document that is shown.', result: 'the address' },
      (actions, at) => actions.openOnWeb(at),
    ),
    'sourcehost.record.refresh': onDocument({ does: 'Reads the document that is shown again.' }, (actions, at) =>
      actions.refresh(at),
    ),
    'sourcehost.record.showLinked': onDocument(
      {
        does: 'Asks for one of the pull requests of the issue that is shown, or of the issues of the pull request, and shows it.',
        result: 'their number',
      },
      (actions, at) => actions.showLinked(at),
      { runAsks: [] },
    ),
    'sourcehost.record.takeTheirs': onDocument(
      { does: 'Takes the value of the host in a conflict in a document.' },
      (actions, at) => actions.takeTheirs(at),
    ),
    'sourcehost.release.draftNotes': onDocument(
      {
        does: 'Inserts the issues that were closed since the latest release into the notes of a release. `uri` is its document.',
        result: 'how many issues were written down',
      },
      (actions, at) => actions.draftNotes(at),
    ),
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
