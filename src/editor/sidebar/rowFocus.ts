import { window } from 'vscode';
import type { Views } from './views.ts';
import { RowEntry } from '../kit/tree/listing.ts';
import { Lifetime } from '../kit/lifetime.ts';
import type { CommandRunner } from '../kit/commands/register.ts';

/** The kinds of rows that a command on them can remove from their view. */
const kinds: ReadonlySet<string | undefined> = new Set(['comparison', 'inboxEntry', 'issue']);

/** If a command removes its rows, the next row gets the focus: the editor itself would begin at the first row. */
export function keepFocusOnRows(views: Views, run: CommandRunner): CommandRunner {
  return async (id, args) => {
    const rows = args
      .flat()
      .filter((one) => one instanceof RowEntry)
      .filter(({ node }) => kinds.has(node.row.context.split('+')[0]));
    const [first] = rows;
    const view = first && views.of(first);
    const next = view?.rowAfter(rows);
    if (next === undefined) return await run(id, args);
    const lifetime = new Lifetime();
    const user = { isElsewhere: false };
    const leave = (): void => void (user.isElsewhere = true);
    lifetime.add(window.onDidChangeActiveTextEditor(leave));
    lifetime.add(window.onDidChangeTextEditorSelection(leave));
    try {
      const result = await run(id, args);
      if (!user.isElsewhere) await view?.focusInstead(rows, next);
      return result;
    } finally {
      lifetime.dispose();
    }
  };
}
