import { l10n } from 'vscode';
import { name as text } from '../../../../api/contract/field.ts';
import type { NumberedReference } from '../../../../domain/history/commitMessage.ts';
import { toUri, uri } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import { referenceTitle } from '../../../kit/messages/markdown.ts';
import { inform, Prompt } from '../../../kit/prompts/prompt.ts';
import type { LocalClones } from './localClones.ts';
import { openReference } from './terminalLinks.ts';

/** The command of the button in the hovers of commits: it opens what the message of a commit mentions. */
export function mentionedCommands(
  load: () => Promise<LocalClones>,
): Record<'sourcehost.commit.openMentioned', AnyCommand> {
  return {
    'sourcehost.commit.openMentioned': command({
      fields: { folder: uri, sha: text },
      runAsks: [],
      run: async ({ folder, sha }, invocation) => {
        const { name, references } = await (await load()).mentionedIn(toUri(folder), sha);
        const [first, ...others] = references.values();
        if (first === undefined) {
          void inform(l10n.t('Commit {0} mentions no issue and no pull request.', sha.slice(0, 8)));
          return;
        }
        await openReference(name, others.length === 0 ? first : await askReference(references, invocation));
      },
    }),
  };
}

const askReference = async (
  references: ReadonlyMap<string, NumberedReference>,
  { withoutProgress, signal }: Invocation,
): Promise<NumberedReference> =>
  await withoutProgress(
    new Prompt({ title: l10n.t('Mentioned') }).pick({
      placeholder: l10n.t('The commit mentions several. Open which one?'),
      items: [...references].map(([label, value]) => ({ label, description: referenceTitle(value.kind), value })),
      signal,
    }),
  );
