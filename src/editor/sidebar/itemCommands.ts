import { commands, env, l10n, Uri } from 'vscode';
import { name, type Field } from '../../api/contract/field.ts';
import { cancelled } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { visibleMessage } from '../../domain/history/commitMessage.ts';
import { webAddressOrNone } from '../../domain/hosts/webAddress.ts';
import type { Views } from './views.ts';
import { command, type AnyCommand } from '../kit/command.ts';
import { target } from '../kit/prompts/target.ts';
import { showInStatusBar } from '../kit/messages/show.ts';

const texts: Field<string | readonly string[]> & { readonly optional: true } = {
  type: 'text',
  optional: true,
  check: (value) => ([value].flat().every((one) => typeof one === 'string') ? undefined : requires('text')),
  encode: String,
};

async function copy(values: readonly string[], separator = '\n'): Promise<string> {
  const text = values.join(separator);
  await env.clipboard.writeText(text);
  showInStatusBar(l10n.t('Copied'), 2000);
  return text;
}

async function copyMessages(messages: readonly string[]): Promise<string> {
  const shown = new Set(messages.map(visibleMessage).filter((message) => message !== ''));
  if (shown.size > 0) return await copy([...shown], '\n\n');
  showInStatusBar(l10n.t('There is no message to copy.'), 5_000);
  return '';
}

/** The texts of the given rows, else those of the last selection. */
function selectedTexts(views: Views, field: string, argument: string | readonly string[] | undefined): string[] {
  const values =
    argument === undefined
      ? views.selection.map((row) => row[target][field] ?? (field === 'label' ? row.node.row.label : undefined))
      : [argument].flat();
  const strings = values.filter((value) => typeof value === 'string');
  if (strings.length === 0) throw cancelled();
  return strings;
}

/** Commands on any row: on the given rows, else on the last selection. */
export function itemCommands(views: Views) {
  return {
    ...copyCommands(views),
    'sourcehost.item.openOnWeb': command({
      does: 'Opens the web page of the selected row.',
      fields: { url: texts },
      run: async ({ url }) => {
        for (const address of selectedTexts(views, 'url', url).flatMap((one) => webAddressOrNone(one) ?? [])) {
          await env.openExternal(Uri.parse(address, true));
        }
      },
    }),
    'sourcehost.item.run': command({
      does: 'Runs `command` on the selected rows of this `kind`, for keybindings.',
      fields: { command: name, kind: name },
      run: async ({ command: id, kind }) => {
        const rows = views.selection.filter(({ node }) => node.row.context.split('+')[0] === kind);
        if (rows.length > 0 && id.startsWith('sourcehost.')) await commands.executeCommand(id, rows[0], rows);
      },
    }),
  };
}

function copyCommands(views: Views) {
  const copying = (field: 'label' | 'sha' | 'url', does: string): AnyCommand =>
    command({
      does,
      result: 'the text',
      fields: { [field]: texts },
      run: async (args) => copy(selectedTexts(views, field, args[field])),
    });
  return {
    'sourcehost.commit.copyMessage': command({
      does: 'Copies the whole messages of the selected commits: each text once, with an empty line between them. Hidden characters become spaces. If there is no message, the clipboard stays as it is.',
      result: 'the text; empty if there is no message',
      fields: { message: texts },
      run: async ({ message }) => copyMessages(selectedTexts(views, 'message', message)),
    }),
    'sourcehost.item.copyLink': copying('url', 'Copies the web address of the selected row.'),
    'sourcehost.item.copyName': copying('label', 'Copies the name of the selected row.'),
    'sourcehost.item.copySha': copying('sha', 'Copies the sha of the selected row.'),
  };
}
