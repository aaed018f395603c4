import { l10n } from 'vscode';
import { line, name, optional } from '../../../../api/contract/field.ts';
import { Failure } from '../../../../core/errors.ts';
import type { Labels } from '../../../../domain/issues/labels.ts';
import type { Changes } from '../../../kit/changes.ts';
import type { Ask } from '../../../kit/command.ts';
import { confirmCurrent } from '../../../kit/commands/confirmCurrent.ts';
import { askOptionalText, askText } from '../../../kit/commands/ask.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { atRepository, needsOperation, onRepository } from '../../../kit/commands/declare.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import type { Choice, InputQuestion } from '../../../kit/prompts/question.ts';

const askLabel =
  (load: () => Promise<Labels>): Ask<string> =>
  async (prompt, args, invocation) => {
    const [labels, on] = await Promise.all([load(), atRepository(invocation, args)]);
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      for await (const page of labels.pages(on, invocation))
        yield page.map(({ name: label, color: shown = '' }) => ({
          label: plainLabel(label),
          description: plainLabel(shown),
          value: label,
        }));
    }
    return await prompt.pick({ placeholder: l10n.t('Which label?'), items: items(), paged: true, typed });
  };

const typed = (text: string): Choice<string> | undefined =>
  text.trim() === '' ? undefined : { label: text.trim(), value: text.trim() };

const isColor = (value: string): boolean => /^#?[\da-f]{6}$/i.test(value);

const color = (prompt: string): InputQuestion => ({
  prompt,
  placeholder: '#1d76db',
  validate: (value) => (value === '' || isColor(value) ? undefined : l10n.t('Write a color such as #1d76db.')),
});

const removal = ({ name: now, color: looks = '' }: { readonly name: string; readonly color?: string | undefined }) => ({
  message: l10n.t('Remove the label “{0}”?', plainLabel(now)),
  detail: [plainLabel(looks), l10n.t('Issues and pull requests lose the label. This cannot be undone.')]
    .join('\n')
    .trim(),
  action: l10n.t('Remove'),
});

export function labelCommands(load: () => Promise<Labels>, changes: Changes) {
  const notify = changeNotifier(changes, 'labels');
  return {
    'sourcehost.label.create': onRepository({
      does: `Creates a label. ${needsOperation}`,
      result: 'the label',
      needsAccount: true,
      fields: { name, color: optional(line) },
      ask: {
        name: askText(() => ({ prompt: l10n.t('Name of the new label') })),
        color: askOptionalText(() => color(l10n.t('Color (optional)'))),
      },
      run: async (args, on, { signal, again }) => {
        const label = await (await load()).create(on, args, { signal, again });
        notify(on, { silent: true });
        return label;
      },
    }),
    'sourcehost.label.edit': onRepository({
      does: `Changes a label. ${needsOperation}`,
      result: 'the label',
      needsAccount: true,
      fields: { name, new_name: optional(name), color: optional(line) },
      ask: {
        name: askLabel(load),
        new_name: askOptionalText(({ name: now }) => ({ prompt: l10n.t('New name'), value: String(now) })),
        color: askOptionalText(() => color(l10n.t('New color (empty: as now)'))),
      },
      run: async ({ name: label, new_name: to, color: wanted }, on, { signal }) => {
        if ((to === undefined || to === label) && wanted === undefined)
          throw new Failure('invalid', 'nothing is to be changed', { field: 'new_name', reason: 'nothingToChange' });
        const edited = await (await load()).edit(on, label, { name: to, color: wanted }, { signal });
        notify(on, { silent: true });
        return edited;
      },
    }),
    'sourcehost.label.remove': onRepository({
      does: `Removes a label. ${needsOperation}`,
      needsAccount: true,
      fields: { name },
      ask: { name: askLabel(load) },
      run: async ({ name: label }, on, invocation) => {
        const { signal } = invocation;
        const labels = await load();
        const read = async () => await labels.get(on, label, { signal });
        await confirmCurrent(invocation, { read, keyOf: (now) => now, question: removal });
        await labels.remove(on, label, { signal });
        notify(on, { silent: true });
      },
    }),
  };
}
