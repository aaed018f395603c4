import { window, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Documentation } from '../../kit/command.ts';
import type { LoadRecordTools } from './recordTools.ts';

export function recordCommands(load: LoadRecordTools) {
  const onDocument = (
    action: 'compare' | 'draftNotes' | 'keepMine' | 'openOnWeb' | 'refresh' | 'showLinked' | 'takeTheirs',
    declared: Documentation & { readonly runAsks?: readonly string[] },
  ): AnyCommand =>
    command({
      ...declared,
      fields: { uri: optional(uri) },
      run: async (args) =>
        await (await load()).actions[action](args.uri === undefined ? activeRecord() : toUri(args.uri)),
    });
  return {
    'sourcehost.record.compare': onDocument('compare', {
      does: 'Compares a document with what the host has. `uri` is the document.',
    }),
    'sourcehost.record.keepMine': onDocument('keepMine', {
      does: 'Keeps the own value of a conflict in a document.',
    }),
    'sourcehost.record.openOnWeb': onDocument('openOnWeb', {
      does: 'Opens the web page of the document that is shown.',
      result: 'the address',
    }),
    'sourcehost.record.refresh': onDocument('refresh', { does: 'Reads the document that is shown again.' }),
    'sourcehost.record.showLinked': onDocument('showLinked', {
      does: 'Asks for one of the pull requests of the issue that is shown, or of the issues of the pull request, and shows it.',
      result: 'their number',
      runAsks: [],
    }),
    'sourcehost.record.takeTheirs': onDocument('takeTheirs', {
      does: 'Takes the value of the host in a conflict in a document.',
    }),
    'sourcehost.release.draftNotes': onDocument('draftNotes', {
      does: 'Inserts the issues that were closed since the latest release into the notes of a release. `uri` is its document.',
      result: 'how many issues were written down',
    }),
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
