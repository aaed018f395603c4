import { commands, l10n, type Uri } from 'vscode';
import { name as text, type Field } from '../../../api/contract/field.ts';
import { isFailure } from '../../../core/errors.ts';
import { fullName, type RepositoryName } from '../../../domain/hosting/address.ts';
import type { CommitFetcher } from '../../../domain/remote/commitFetcher.ts';
import { compare, type Difference } from '../../../domain/remote/compare.ts';
import type { RemoteRepositories } from '../../../domain/remote/remoteRepositories.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { fileUri, sideUri } from '../../kit/uri.ts';
import { asTyped } from '../framework/ask.ts';
import { atRepository, onRepository } from '../framework/declare.ts';
import { refChoices } from './refChoices.ts';
import { switchCommand, type RefSwitchParts } from './switch.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';

type RefCommands = 'sourcehost.ref.switch' | 'sourcehost.ref.compare';

/** The new ref, or both refs as two rows name them. */
const oneOrTwo: Field<string | readonly string[]> & { readonly optional: false } = {
  ...text,
  check: (value) => (Array.isArray(value) && value.length === 2 ? value : [value]).map(text.check).find(Boolean),
};

/** Files in the editor's comparison view. The command returns all files. */
const mostShown = 1_000;

export interface RefCommandParts extends RefSwitchParts {
  readonly fetcher: CommitFetcher;
  /** Called when the user compares two commits. */
  readonly onCompared: (repository: string, base: string, head: string) => void;
}

/** Commands that switch to another branch, tag or commit, and compare two of them. */
export function refCommands({ onCompared, fetcher, ...parts }: RefCommandParts): Record<RefCommands, AnyCommand> {
  const { files } = parts;
  const askRef =
    (placeholder: () => string): Ask<string> =>
    async (prompt, known, invocation) => {
      const at = await atRepository(invocation, known);
      return await prompt.pick({
        placeholder: placeholder(),
        items: refChoices(files, at, invocation.signal),
        typed: asTyped,
        paged: true,
      });
    };
  const askBase = askRef(() => l10n.t('Compare: the old branch, tag or commit'));
  return {
    'sourcehost.ref.switch': switchCommand(parts),
    'sourcehost.ref.compare': onRepository({
      fields: { base: text, head: oneOrTwo },
      ask: {
        base: async (prompt, known, invocation) => {
          const [first, second]: readonly unknown[] = [known.head].flat();
          return typeof first === 'string' && second !== undefined ? first : await askBase(prompt, known, invocation);
        },
        head: askRef(() => l10n.t('Compare: the new branch, tag or commit')),
      },
      run: async ({ base, head: given }, { name }, invocation) => {
        const head = [given].flat().at(-1) ?? base;
        const title = l10n.t('Comparing {0} with {1}', shortened(base), shortened(head));
        const { differences, refs } = await invocation.withProgress(title, async (signal) => {
          const side = async (ref: string, field: string) =>
            await files
              .at({ ...name, ref })
              .snapshot({ signal })
              .catch((error: unknown) => {
                throw isFailure(error) && error.field === 'ref' ? error.with({ field }) : error;
              });
          const [was, is] = await Promise.all([side(base, 'base'), side(head, 'head')]);
          const fetchBoth = async (): Promise<void> => {
            // One after the other: the second is fetched as a difference from the first.
            for (const ref of [base, head]) {
              const { commit } = await files.at({ ...name, ref }).head({ signal });
              if (commit === undefined || !(await fetcher.fetch(name, commit, { signal }))) return;
            }
          };
          return { differences: await compare(was, is, { signal, fetchBoth }), refs: [was.ref, is.ref] };
        });
        await showDifferences(files, name, differences, refs, `${shortened(base)} ↔ ${shortened(head)}`);
        onCompared(fullName(name), base, head);
        return differences.map(({ path, base: was, head: is }) => ({
          path,
          status: was === undefined ? 'added' : is === undefined ? 'removed' : 'modified',
          base_sha: was?.sha,
          sha: is?.sha,
        }));
      },
    }),
  };
}

const shortened = (ref: string): string => (isSha(ref) ? ref.slice(0, 8) : ref);

async function showDifferences(
  files: RemoteRepositories,
  name: RepositoryName,
  differences: readonly Difference[],
  refs: readonly (string | undefined)[],
  title: string,
): Promise<void> {
  if (differences.length === 0) {
    void inform(l10n.t('There are no differences.'));
    return;
  }
  for (const ref of refs) {
    if (ref !== undefined && isSha(ref)) files.setResolved(name, ref, { kind: 'commit', name: ref, commit: ref });
  }
  const [old, now] = refs;
  const side = (ref: string | undefined, path: string, there: boolean): Uri | undefined =>
    there && ref !== undefined ? sideUri({ ...name, ref, path }) : undefined;
  const readable = differences.filter(({ base, head }) => base?.kind !== 'submodule' && head?.kind !== 'submodule');
  const resources = readable
    .slice(0, mostShown)
    .map(({ path, base, head }) => [
      fileUri({ ...name, ref: now, path }),
      side(old, path, base !== undefined),
      side(now, path, head !== undefined),
    ]);
  await commands.executeCommand('vscode.changes', title, resources);
  if (readable.length > mostShown) {
    showInStatusBar(l10n.t('{0} of {1} changed files are shown', mostShown, readable.length), 10_000);
  }
}
