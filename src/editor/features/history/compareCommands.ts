import { l10n } from 'vscode';
import { name as text, type Field } from '../../../api/contract/field.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { comparedFiles, readRefComparison } from '../../../domain/repositories/refComparison.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import type { Ask } from '../../kit/command.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import { asTyped } from '../../kit/commands/ask.ts';
import { atRepository, onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { refChoices } from '../../kit/commands/refChoices.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import type { HistoryView } from './historyView.ts';
import type { Services } from '../../services/services.ts';

/** The new ref, or both refs as two rows name them. */
const oneOrTwo: Field<string | readonly string[]> & { readonly optional: false } = {
  ...text,
  check: (value) => (Array.isArray(value) && value.length === 2 ? value : [value]).map(text.check).find(Boolean),
};

export interface CompareParts extends Pick<Services, 'repositories' | 'fetcher' | 'knownRepositories' | 'pinned'> {
  readonly history: HistoryView;
  readonly onCompared: (repository: string, base: string, head: string) => void;
}

export function compareCommands({
  onCompared,
  repositories,
  fetcher,
  knownRepositories,
  pinned,
  history,
}: CompareParts) {
  const askRef =
    (placeholder: () => string): Ask<string> =>
    async (prompt, args, invocation) => {
      const on = await atRepository(invocation, args);
      return await prompt.pick({
        placeholder: placeholder(),
        items: withParent(knownRepositories, on, refChoices(repositories, on, invocation.signal)),
        typed: asTyped,
        paged: true,
      });
    };
  const askBase = askRef(() => l10n.t('Compare: the old branch, tag or commit'));
  return {
    'sourcehost.ref.compare': onRepository({
      does: 'Compares two refs, and lists the changed files in the view History. `base` and `head` are a branch, a tag or a full sha, or `OWNER/REPO:branch` of a fork or of its parent.',
      result:
        'an array of `{ path, status, base_sha, sha, base_mode, mode }`; `status` is `added`, `removed` or `modified`. If only the mode differs, both shas are the same. A mode is left out if the service does not send it',
      fields: { base: text, head: oneOrTwo },
      ask: {
        base: async (prompt, args, invocation) => {
          const [first, second]: readonly unknown[] = [args.head].flat();
          return typeof first === 'string' && second !== undefined ? first : await askBase(prompt, args, invocation);
        },
        head: askRef(() => l10n.t('Compare: the new branch, tag or commit')),
      },
      run: async ({ base, head: heads }, { connection, name }, invocation) => {
        const head = [heads].flat().at(-1) ?? base;
        const title = l10n.t('Comparing {0} with {1}', shortened(base), shortened(head));
        const refs = { base, head };
        const result = await invocation.withProgress(title, (signal) =>
          readRefComparison({ repositories, fetcher }, name, refs, { signal }),
        );
        const view = await history.load();
        await view.showComparison({
          place: { connection, knownRepositories, pinned, name },
          refs,
          result,
          compareAgain: (signal) => readRefComparison({ repositories, fetcher }, name, refs, { signal }, true),
        });
        onCompared(fullName(name), base, head);
        return comparedFiles(result.differences);
      },
    }),
  };
}

/** In a fork, the branch of its parent that its default branch comes from is the first choice. */
async function* withParent(
  knownRepositories: KnownRepositories,
  { name }: AtRepository,
  choices: AsyncIterable<readonly Choice<string>[]>,
): AsyncGenerator<readonly Choice<string>[]> {
  const { forkOf, defaultBranch = 'main' } = knownRepositories.get(name);
  const value = `${forkOf}:${defaultBranch}`;
  if (forkOf !== undefined) yield [{ label: plainLabel(value), description: l10n.t('parent'), value }];
  yield* choices;
}

const shortened = (ref: string): string => (isSha(ref) ? ref.slice(0, 8) : ref);
