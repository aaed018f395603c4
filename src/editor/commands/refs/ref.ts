import { commands, l10n, ThemeIcon, type Uri } from 'vscode';
import { name as text } from '../../../api/contract/field.ts';
import { isFailure } from '../../../core/errors.ts';
import { fullName, type RepositoryName } from '../../../domain/hosting/address.ts';
import { compare, type Difference } from '../../../domain/remote/compare.ts';
import type { RemoteRepositories } from '../../../domain/remote/remoteRepositories.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { fileUri, sideUri } from '../../kit/uri.ts';
import { asTyped } from '../framework/ask.ts';
import { folderOf, shownFileOf } from '../repositories/activeEditor.ts';
import { atRepository, onRepository, type AtRepository } from '../framework/declare.ts';
import type { OpenAfterwards } from '../repositories/openAfterwards.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';

type RefCommands = 'sourcehost.ref.switch' | 'sourcehost.ref.compare';

/** Files in the editor's comparison view. The command returns all files. */
const mostShown = 1_000;

export interface RefCommandParts {
  readonly files: RemoteRepositories;
  readonly afterwards: OpenAfterwards;
  /** Called when the user compares two commits. */
  readonly onCompared: (repository: string, base: string, head: string) => void;
}

/** Commands that switch to another branch, tag or commit, and compare two of them. */
export function refCommands({ files, afterwards, onCompared }: RefCommandParts): Record<RefCommands, AnyCommand> {
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
  return {
    'sourcehost.ref.switch': onRepository({
      fields: { ref: text },
      ask: { ref: askRef(() => l10n.t('Branch, tag or full commit SHA')) },
      run: async ({ ref }, { name }, { signal }) => {
        const head = await files.at({ ...name, ref }).head({ signal });
        await files.at({ ...name, ref }).flush();
        await switchTo(files, afterwards, name, ref, signal);
        return head;
      },
    }),
    'sourcehost.ref.compare': onRepository({
      fields: { base: text, head: text },
      ask: {
        base: askRef(() => l10n.t('Compare: the old branch, tag or commit')),
        head: askRef(() => l10n.t('Compare: the new branch, tag or commit')),
      },
      run: async ({ base, head }, { name }, invocation) => {
        const title = l10n.t('Comparing {0} with {1}', shortened(base), shortened(head));
        const { differences, refs } = await invocation.withProgress(title, async (signal) => {
          const [was, is] = await Promise.all(
            [base, head].map((ref) => files.at({ ...name, ref }).snapshot({ signal })),
          );
          if (was === undefined || is === undefined) return { differences: [], refs: [undefined, undefined] };
          return { differences: await compare(was, is, { signal }), refs: [was.ref, is.ref] };
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

/** Opens the folder or file that the user looks at, at `ref`. */
async function switchTo(
  files: RemoteRepositories,
  afterwards: OpenAfterwards,
  name: RepositoryName,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const shown = shownFileOf(name);
  const path = shown === undefined || shown.path === '' ? undefined : shown.path;
  const stays = path !== undefined && (await isThere(files, { ...name, ref }, path, signal));
  const file = stays ? { uri: fileUri({ ...name, ref, path }), isFolder: false } : undefined;
  const root = fileUri({ ...name, ref, path: '' });
  const folder = folderOf(name);
  if (folder !== undefined) await afterwards.replace(folder, root, file);
  else if (file !== undefined) await commands.executeCommand('vscode.open', file.uri);
  else await afterwards.open(root, undefined, 'thisWindow');
}

async function isThere(
  files: RemoteRepositories,
  at: RepositoryName & { readonly ref: string },
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await files.at(at).stat(path, { signal })).kind === 'file';
  } catch (error) {
    if (isFailure(error, 'missing')) return false;
    throw error;
  }
}

/** Branches, newest first, then tags, one page of each at a time. */
async function* refChoices(
  files: RemoteRepositories,
  { api, at, name }: AtRepository,
  signal: AbortSignal,
): AsyncGenerator<readonly Choice<string>[]> {
  const known = new Set<string>();
  const choice = (kind: 'branch' | 'tag', title: string, commit: string | undefined): Choice<string> => {
    // A tag with the name of a branch needs its full ref.
    const ref = kind === 'tag' && known.has(title) ? `refs/tags/${title}` : title;
    if (commit !== undefined) files.setResolved(name, ref, { kind, name: title, commit });
    const iconPath = new ThemeIcon(kind === 'tag' ? 'tag' : 'git-branch');
    const kindText = kind === 'tag' ? l10n.t('tag') : l10n.t('branch');
    return { label: plainLabel(title), description: `${kindText} ${commit?.slice(0, 8) ?? ''}`, iconPath, value: ref };
  };
  const branches = api.branches.list.all({ ...at, sort: 'updated', direction: 'desc' }, { signal }).pages();
  const tags = api.tags.list.all(at, { signal }).pages();
  for (;;) {
    const [some, others] = await Promise.all([branches.next(), tags.next()]);
    if (some.done === true && others.done === true) return;
    const newest = some.done === true ? [] : some.value.items;
    for (const branch of newest) known.add(branch.name);
    yield [
      ...newest.map((branch) => choice('branch', branch.name, branch.commit?.sha)),
      ...(others.done === true ? [] : others.value.items).map((tag) => choice('tag', tag.name, tag.commit?.sha)),
    ];
  }
}

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
