import { commands, l10n, ThemeIcon } from 'vscode';
import { name as text } from '../../../api/contract/field.ts';
import { cancelled, isFailure } from '../../../core/errors.ts';
import { isObject } from '../../../core/text.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { AnyCommand, Ask } from '../command.ts';
import type { Choice } from '../prompts/question.ts';
import { target } from '../prompts/target.ts';
import { fileAddressOf, fileUri } from '../uri.ts';
import { asTyped } from './ask.ts';
import { atRepository, onRepository, type AtRepository } from './declare.ts';
import { activeEditorRef, folderOf, shownFileOf } from './activeEditor.ts';
import type { OpenAfterwards } from '../openAfterwards.ts';
import { refChoices } from './refChoices.ts';

export interface RefSwitchParts {
  readonly files: RemoteRepositories;
  readonly afterwards: OpenAfterwards;
  /** Shows `ref` in the open folder whose address has no ref. */
  readonly switchInPlace: (
    name: RepositoryName,
    ref: string,
    run: { readonly silent: boolean; readonly signal: AbortSignal },
  ) => Promise<ResolvedRef>;
}

/** The value of the row for a new branch: no ref has an empty name. */
const newBranch = '';

/**
 * Switches what is open of a repository to another branch, tag or commit: a folder without a ref in its address in its
 * place, anything else by its other address.
 */
export function switchCommand(parts: RefSwitchParts): AnyCommand {
  const { files } = parts;
  const ask: Ask<string> = async (prompt, known, invocation) => {
    const at = await atRepository(invocation, known);
    const current = shownHead(files, at.name);
    const chosen = await prompt.pick({
      placeholder: l10n.t('Branch, tag or full commit SHA'),
      items: switchChoices(files, at, invocation.signal, current),
      typed: asTyped,
      paged: true,
    });
    return chosen === newBranch ? await createBranch(at, current) : chosen;
  };
  return onRepository({
    fields: { ref: text },
    ask: { ref: ask },
    run: async ({ ref }, { name }, run) => await switchOpened(parts, name, ref, run),
  });
}

/**
 * Switches what is open of `name` to `ref`; opens a folder if nothing is open.
 * @throws Failure `missing` without such a ref; `cancelled` if the user does not save unsaved files
 */
export async function switchOpened(
  parts: RefSwitchParts,
  name: RepositoryName,
  ref: string,
  { signal, silent }: { readonly silent: boolean; readonly signal: AbortSignal },
): Promise<ResolvedRef> {
  const { files } = parts;
  const folder = fileAddressOf(folderOf(name));
  if (folder !== undefined && folder.ref === undefined) return await parts.switchInPlace(name, ref, { silent, signal });
  const head = await files.at({ ...name, ref }).head({ signal });
  const current = shownHead(files, name);
  if (current?.kind === head.kind && current.name === head.name) return head;
  await files.at({ ...name, ref }).flush();
  await openAt(parts, name, ref, signal);
  return head;
}

/** The ref at which `name` is open; undefined if it is not open, or not read yet. */
export function shownHead(files: RemoteRepositories, name: RepositoryName): ResolvedRef | undefined {
  if (folderOf(name) === undefined && shownFileOf(name) === undefined) return undefined;
  return files.at({ ...name, ref: activeEditorRef(name) }).state?.head;
}

/** The row for a new branch, then branches and tags. */
async function* switchChoices(
  files: RemoteRepositories,
  at: AtRepository,
  signal: AbortSignal,
  current: ResolvedRef | undefined,
): AsyncGenerator<readonly Choice<string>[]> {
  const iconPath = new ThemeIcon('plus');
  yield [{ label: l10n.t('Create Branch…'), iconPath, alwaysShow: true, value: newBranch }];
  yield* refChoices(files, at, signal, current);
}

/** Asks for the name of a new branch, which starts at `current`, and creates it. Resolves with its name. */
async function createBranch({ connection, name }: AtRepository, current: ResolvedRef | undefined): Promise<string> {
  const start = current === undefined ? {} : { refs: current.name };
  const given = { host: name.host, account: connection.account?.login, repository: fullName(name), ...start };
  const created: unknown = await commands.executeCommand('sourcehost.branch.create', { [target]: given });
  if (!isObject(created) || typeof created.name !== 'string') throw cancelled();
  return created.name;
}

/** Opens the folder or file that the user looks at, at `ref`. */
async function openAt(
  { files, afterwards }: RefSwitchParts,
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
