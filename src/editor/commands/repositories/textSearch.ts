import { commands, l10n, ThemeIcon, workspace } from 'vscode';
import { fullName } from '../../../domain/hosting/address.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { fileUri } from '../../kit/uri.ts';
import type { ActiveTarget } from '../framework/places.ts';
import { activeEditorRef, repositoryOfWindow } from './activeEditor.ts';

interface Instead {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Takes the key of the editor’s search, which does not end in a remote folder, and offers other commands. */
export function textSearchCommands(
  active: () => ActiveTarget | undefined,
): Record<'sourcehost.search.unavailable', AnyCommand> {
  return {
    'sourcehost.search.unavailable': command({
      fields: {},
      runAsks: [],
      run: async () => {
        const name = repositoryOfWindow(active()?.name) ?? active()?.name;
        const folder = name && fileUri({ ...name, ref: activeEditorRef(name), path: '' });
        const at = folder === undefined ? [] : [folder];
        const chosen = await new Prompt({ title: l10n.t('Search in Files') }).pick<Instead>({
          placeholder: l10n.t('The editor cannot search the files of a remote folder'),
          items: [
            row('go-to-file', l10n.t('Go to File…'), name && plainLabel(fullName(name)), 'sourcehost.file.open'),
            row(
              'repo-clone',
              l10n.t('Clone…'),
              l10n.t('Search all files on this computer'),
              'sourcehost.repository.clone',
              at,
            ),
            row(
              'globe',
              l10n.t('Open on the Web'),
              l10n.t('Search on the web page'),
              'sourcehost.repository.openOnWeb',
              at,
            ),
            ...(hasLocalFolder()
              ? [row('search', l10n.t('Search Local Folders'), undefined, 'workbench.action.findInFiles')]
              : []),
          ],
        });
        await commands.executeCommand(chosen.command, ...chosen.arguments);
      },
    }),
  };
}

const hasLocalFolder = (): boolean =>
  (workspace.workspaceFolders ?? []).some(({ uri: { scheme } }) => scheme === 'file');

function row(
  icon: string,
  label: string,
  description: string | undefined,
  id: string,
  args: readonly unknown[] = [],
): Choice<Instead> {
  return {
    label,
    ...(description === undefined ? {} : { description }),
    iconPath: new ThemeIcon(icon),
    value: { command: id, arguments: args },
  };
}
