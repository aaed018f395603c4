import { FileDecoration, l10n, ThemeColor, window, type Disposable, type Uri } from 'vscode';
import { baseName, parentOf } from '../../../../core/path.ts';
import type { CommittedChange } from '../../../../domain/git/gitHistory.ts';
import type { DifferenceStatus } from '../../../../domain/repositories/compare.ts';
import type { Row } from '../../tree/node.ts';
import { described } from '../group.ts';

export type ChangeStatus = CommittedChange['status'] | DifferenceStatus;

interface ChangedFile extends Required<Pick<Row, 'context' | 'open'>> {
  readonly path: string;
  readonly status: ChangeStatus;
  /** The address of the file after the change, or before its removal. */
  readonly uri: Uri;
  /** For example the earlier path. */
  readonly detail: string | undefined;
  readonly isInFolder?: boolean;
}

/** The row of a file that changed between two commits, with the letter and the colour of `status`. */
export function changedFileRow({ path, status, uri, detail, isInFolder = false, ...row }: ChangedFile): Row {
  const label = baseName(path);
  const folder = isInFolder ? undefined : parentOf(path);
  return {
    ...row,
    label,
    description: described(folder, detail),
    icon: 'file',
    resource: markedBy(uri, status),
    spoken: [label, statusText(status), folder, detail].filter(Boolean).join(', '),
  };
}

const statusTexts: Readonly<Record<ChangeStatus, () => string>> = {
  added: () => l10n.t('Added'),
  modified: () => l10n.t('Modified'),
  removed: () => l10n.t('Removed'),
  renamed: () => l10n.t('Renamed'),
  copied: () => l10n.t('Copied'),
  typeChanged: () => l10n.t('Type changed'),
};

export const statusText = (status: ChangeStatus): string => statusTexts[status]();

/** Letters and colours as git in the editor has them. */
const marks: Readonly<Record<ChangeStatus, readonly [letter: string, color: string]>> = {
  added: ['A', 'added'],
  modified: ['M', 'modified'],
  removed: ['D', 'deleted'],
  renamed: ['R', 'renamed'],
  copied: ['C', 'renamed'],
  typeChanged: ['T', 'modified'],
};

/** Begins the fragment of the address of a row. The editor opens the same file with and without the fragment. */
const prefix = 'change=';

/** The address of a row that shows the letter and the colour of `status`. */
export const markedBy = (uri: Uri, status: ChangeStatus): Uri => uri.with({ fragment: `${prefix}${status}` });

function isStatus(text: string): text is ChangeStatus {
  return Object.hasOwn(marks, text);
}

/** The letter and the colour of the row with this address; undefined for other addresses. */
export function markOf({ fragment }: Uri): FileDecoration | undefined {
  const status = fragment.startsWith(prefix) ? fragment.slice(prefix.length) : '';
  if (!isStatus(status)) return undefined;
  const [letter, color] = marks[status];
  return new FileDecoration(letter, statusText(status), new ThemeColor(`gitDecoration.${color}ResourceForeground`));
}

export function registerChangeMarks(): Disposable {
  return window.registerFileDecorationProvider({ provideFileDecoration: markOf });
}
