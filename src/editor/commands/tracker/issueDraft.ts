import { l10n, window, workspace, type TextDocument, type TextEditor, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosting/address.ts';
import { titleOfComment } from '../../../domain/records/text/commentTitle.ts';
import { draftFrom, findTemplates } from '../../../domain/records/assist/issueTemplates.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { inform, Prompt } from '../../kit/prompts/prompt.ts';
import { onRepository, type AtRepository } from '../framework/declare.ts';
import { titleWith } from '../framework/questionTitle.ts';
import { permalinkTo, type PermalinkParts } from './permalink.ts';
import type { LoadRecordTools } from './recordTools.ts';

type Id = `sourcehost.issue.${'createFromComment' | 'createFromSelection' | 'createFromTemplate'}`;

/** Commands that start a new issue from a selection, a comment in the code, or a template of the repository. */
export function issueDraftCommands(load: LoadRecordTools, parts: PermalinkParts): Record<Id, AnyCommand> {
  const linkTo = async (
    { uri: file }: TextDocument,
    from: number,
    to: number,
    on: AtRepository,
    signal: AbortSignal,
  ): Promise<string> => (await permalinkTo(parts, file, { from, to }, on, signal)) ?? pathOf(file, from, to);
  return {
    'sourcehost.issue.createFromSelection': onRepository({
      fields: { uri: optional(uri) },
      run: async ({ uri: given }, on, { signal }) => {
        const { document, selection } = editorOf(given);
        const code = document.getText(selection);
        const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
        const quoted = code === '' ? '' : `\n\n${fence}${document.languageId}\n${code.replace(/\r?\n$/, '')}\n${fence}`;
        const link = await linkTo(document, selection.start.line + 1, selection.end.line + 1, on, signal);
        const body = `${link}${quoted}\n`;
        await (await load()).actions.openNew(on.name, 'issues', { body });
      },
    }),
    'sourcehost.issue.createFromComment': onRepository({
      fields: { uri: optional(uri) },
      run: async ({ uri: given }, on, { signal }) => {
        const { document, selection } = editorOf(given);
        const { line } = selection.active;
        const title = oneLine(titleOfComment(document.lineAt(line).text), 200);
        const body = `${await linkTo(document, line + 1, line + 1, on, signal)}\n`;
        await (
          await load()
        ).actions.openNew(on.name, 'issues', { body, ...(title === '' ? {} : { values: { title } }) });
      },
    }),
    'sourcehost.issue.createFromTemplate': onRepository({
      fields: {},
      runAsks: [],
      run: async (_, on, { signal }) => {
        const { actions } = await load();
        const place = { api: on.api, repository: on.name, login: undefined };
        const templates = await findTemplates(place, { signal });
        if (templates.length === 0) {
          void inform(l10n.t('This repository has no issue templates.'));
          await actions.openNew(on.name, 'issues');
          return;
        }
        const chosen = await new Prompt({ title: titleWith(l10n.t('New Issue'), fullName(on.name)) }).pick({
          placeholder: l10n.t('Which template?'),
          items: templates.map((template) => ({ label: template.name, description: template.path, value: template })),
        });
        const { body, ...values } = await draftFrom(place, chosen, { signal });
        await actions.openNew(on.name, 'issues', { values, body });
      },
    }),
  };
}

function editorOf(given: Uri | string | undefined): TextEditor {
  const active = window.activeTextEditor;
  const wanted = given === undefined ? undefined : toUri(given).toString();
  const shows = ({ document }: TextEditor): boolean => document.uri.toString() === wanted;
  const editor = wanted === undefined || (active && shows(active)) ? active : window.visibleTextEditors.find(shows);
  if (editor === undefined)
    throw new Failure('invalid', 'no text editor shows this file', { field: 'uri', reason: 'noTextEditor' });
  return editor;
}

/** The path of lines in the workspace, as code. */
function pathOf(file: Uri, from: number, to: number): string {
  const shown = workspace.asRelativePath(file, false);
  return `\`${shown.replaceAll('`', '')}:${from}${to > from ? `-${to}` : ''}\``;
}
