import { extensions, l10n } from 'vscode';
import * as v from 'valibot';
import { isConfiguration } from '../../domain/rules/configurationFiles.ts';
import type { FileAddress } from '../../domain/hosts/address.ts';
import { globMatcher } from '../../domain/search/globs.ts';
import type { RepositoryTrust } from './repositoryTrust.ts';
import { Settings } from './settings.ts';

/** Whether the editor would act on a file of a repository that the user does not trust. */
export const isWithheld = (path: string): boolean => isConfiguration(path) || isNotebook(path);

/**
 * Whether the editor opens `path` as a notebook. It runs the scripts in the outputs and texts of a notebook in each
 * trusted workspace, and trusts every remote folder.
 */
export function isNotebook(path: string): boolean {
  const associations = new Settings().editorAssociations();
  const key = JSON.stringify([extensions.all.map(({ id }) => id), associations]);
  const matches = matchers.get(key) ?? notebookMatcher(associations);
  // Only that of the present extensions and settings is needed.
  if (!matchers.has(key)) matchers.clear();
  matchers.set(key, matches);
  return matches(path.toLowerCase());
}

const matchers = new Map<string, (path: string) => boolean>();

/** As the editor compares: without regard to the case. */
function notebookMatcher(associations: Readonly<Record<string, unknown>>): (path: string) => boolean {
  const contributed = extensions.all.flatMap(({ packageJSON }) => notebooksIn(packageJSON));
  const types = new Set(contributed.map(({ type }) => type));
  const globs = [
    '*.ipynb',
    ...contributed.flatMap(({ priority, selector }) =>
      priority === 'option' ? [] : selector.map(({ filenamePattern }) => filenamePattern),
    ),
    ...Object.keys(associations).filter((glob) => types.has(String(associations[glob]))),
  ];
  return globMatcher(globs.map((glob) => glob.toLowerCase()));
}

const Manifest = v.object({
  contributes: v.object({
    notebooks: v.array(
      v.object({
        type: v.string(),
        priority: v.optional(v.string()),
        selector: v.optional(v.array(v.object({ filenamePattern: v.optional(v.string(), '') })), []),
      }),
    ),
  }),
});

function notebooksIn(manifest: unknown): v.InferOutput<typeof Manifest>['contributes']['notebooks'] {
  const read = v.safeParse(Manifest, manifest);
  return read.success ? read.output.contributes.notebooks : [];
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
