import { commands, l10n } from 'vscode';
import { name as text, optional, type Inputs } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { visible, foldCase } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Comparison } from './comparison.ts';
import { comparisonTitle, sideAt, sidesOf } from '../../kit/rows/changes/comparedFiles.ts';
import type { HistoryContent } from './historyContent.ts';
import { command, type AnyCommand, type Documentation, type Invocation } from '../../kit/command.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';
import { choose } from '../../kit/prompts/prompt.ts';
import { fileUri } from '../../kit/uri.ts';
import { repositoryFields } from '../../kit/commands/target.ts';

const fields = { ...repositoryFields, base: optional(text), head: optional(text) };

/** Files that are opened together without a question. The editor reads both sides of each. */
const mostWithoutQuestion = 50;

export function comparisonCommands(load: () => Promise<HistoryContent>) {
  const onComparison = (
    documentation: Documentation,
    run: (comparison: Comparison, invocation: Invocation) => Promise<unknown>,
  ): AnyCommand =>
    command({
      ...documentation,
      fields,
      run: async (args, invocation) => await run(find(await load(), args), invocation),
    });
  const arranging = (does: string, asTree: boolean): AnyCommand =>
    command({ does, fields: {}, run: async () => await (await load()).arrangeComparisons(asTree) });
  return {
    'sourcehost.comparison.close': onComparison(
      {
        does: 'Closes a comparison in the view History. `base` and `head` are those that were compared. Without them it closes the comparison of the selected row, else the newest one.',
      },
      async (comparison) => await (await load()).closeComparison(comparison),
    ),
    'sourcehost.comparison.openAll': onComparison(
      {
        does: 'Opens the differences of all files of a comparison in one editor. It finds the comparison as `comparison.close` does. A program is not asked for the number of files.',
        result: 'the number of opened files',
      },
      openAll,
    ),
    'sourcehost.comparison.showAsList': arranging(
      'Lists the files of all comparisons of this window, and of later ones, by their paths.',
      false,
    ),
    'sourcehost.comparison.showAsTree': arranging(
      'Arranges the files of all comparisons of this window, and of later ones, in folders.',
      true,
    ),
  };
}

/** Of the comparisons that match the arguments: the one with the selected row, else the newest. */
function find(
  { comparisons, selected }: HistoryContent,
  { host, repository, base, head }: Inputs<typeof fields>,
): Comparison {
  const isSame = (argument: string | undefined, own: string): boolean => argument === undefined || argument === own;
  const matching = comparisons.filter(
    ({ place: { name }, refs }) =>
      isSame(host, name.host) &&
      isSame(repository && foldCase(repository), foldCase(fullName(name))) &&
      isSame(base, refs.base) &&
      isSame(head, refs.head),
  );
  const match = matching.find((one) => one === selected) ?? matching[0];
  if (match !== undefined) return match;
  throw new Failure('missing', 'no such comparison is open', { field: 'base', reason: 'noComparison' });
}

/** Opens the differences of all files in one editor. Resolves with the number of opened files. */
async function openAll(comparison: Comparison, { silent, withoutProgress }: Invocation): Promise<number> {
  const { place, refs, result } = comparison;
  const { differences } = result;
  if (differences.length === 0) showInStatusBar(l10n.t('Both sides have the same files.'), 5_000);
  const isAsked = differences.length > mostWithoutQuestion && !silent;
  const count = isAsked ? await withoutProgress(askCount(differences.length)) : differences.length;
  const resources = differences.slice(0, count).map((difference) => {
    const file = fileUri({ ...sideAt(place.name, result.head), path: difference.path });
    return [file, ...sidesOf(place.name, result, difference)];
  });
  if (count > 0)
    await withoutProgress(
      Promise.resolve(commands.executeCommand('vscode.changes', visible(comparisonTitle(refs)), resources)),
    );
  return count;
}

async function askCount(count: number): Promise<number> {
  const all = l10n.t('Open All {0}', count);
  const first = l10n.t('Open the First {0}', mostWithoutQuestion);
  const chosen = await choose(
    l10n.t('Open the changes of {0} files in one editor?', count),
    l10n.t('The editor reads both versions of each file. With hundreds of files this takes many seconds.'),
    first,
    all,
  );
  return chosen === all ? count : mostWithoutQuestion;
}
