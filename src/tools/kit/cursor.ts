import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { isSha } from '../../domain/objects/gitSha.ts';

export interface Cursor {
  readonly index: number;
  /** UTF-16 units of this entry that the previous result had. */
  readonly offset: number;
  /** The commit that the result is read from, where the list would move with the branch. */
  readonly commit: string | undefined;
}

export function formatCursor({ index, offset, commit }: Cursor): string {
  return `${index}.${offset}${commit === undefined ? '' : `@${commit}`}`;
}

/** @throws Failure `invalid` (field `cursor`) */
export function parseCursor(text: string | undefined): Cursor {
  if (text === undefined) return { index: 0, offset: 0, commit: undefined };
  const [, index = '', offset = '', commit] = /^(\d{1,9})\.(\d{1,9})(?:@([\da-f]+))?$/.exec(text) ?? [];
  if (index === '' || (commit !== undefined && !isSha(commit))) throw wrongValue('cursor', requires('cursor'));
  return { index: Number(index), offset: Number(offset), commit };
}
