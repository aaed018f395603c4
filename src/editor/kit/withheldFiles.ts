import { extensions, l10n, workspace } from 'vscode';
import { isConfiguration } from '../../domain/files/configurationFiles.ts';
import type { FileAddress } from '../../domain/hosts/address.ts';
import { globMatcher } from '../../domain/search/globs.ts';
import type { RepositoryTrust } from './repositoryTrust.ts';

/** Whether the editor would act on a file of a repository that the user does not trust. */
export const isWithheld = (path: string): boolean => isConfiguration(path) || isNotebook(path);

/**
 * Whether the editor opens `path` as a notebook. It runs the scripts in the outputs and texts of a notebook in each
 * trusted workspace, and trusts every remote folder.
 */
export function isNotebook(path: string): boolean {
  const contributed = extensions.all.flatMap(({ packageJSON }) => notebooksIn(packageJSON));
  const types = new Set(contributed.map(({ type }) => type));
  const associations = workspace.getConfiguration('workbench').get<Record<string, unknown>>('editorAssociations') ?? {};
  const globs = [
    '*.ipynb',
    ...contributed.flatMap(({ priority, selector = [] }) =>
      priority === 'option' ? [] : selector.map(({ filenamePattern = '' }) => filenamePattern),
    ),
    ...Object.keys(associations).filter((glob) => types.has(associations[glob])),
  ];
  // As the editor compares them.
  return globMatcher(globs.map((glob) => glob.toLowerCase()))(path.toLowerCase());
}

interface Notebooks {
  readonly type?: unknown;
  readonly priority?: string;
  readonly selector?: readonly { readonly filenamePattern?: string }[];
}

function notebooksIn(manifest: unknown): readonly Notebooks[] {
  return (manifest as { contributes?: { notebooks?: readonly Notebooks[] } }).contributes?.notebooks ?? [];
}

/**
 * What a side of a comparison shows of a file: of an untrusted notebook a text that no editor can read as a notebook. Its
 * lines keep their numbers.
 */
export function shownBytes(
  trust: Pick<RepositoryTrust, 'trusts'>,
  { path, ...at }: FileAddress,
  bytes: Uint8Array,
): Uint8Array {
  if (!isNotebook(path) || trust.trusts(at)) return bytes;
  const note = new TextEncoder().encode(`${l10n.t('Restricted Mode: this notebook is shown as text.')} `);
  const text = new Uint8Array(note.length + bytes.length);
  text.set(note);
  text.set(bytes, note.length);
  return text;
}
