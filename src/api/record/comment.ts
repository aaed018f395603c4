import * as v from 'valibot';
import { isObject } from '../../core/text.ts';
import { anyOf, flag, many, number, one, orOnly, text, time, word } from './decode.ts';
import { Person } from './person.ts';

/** Where a comment stands in a file, of the version that was commented on. Lines count from 1. */
export interface LinePlace {
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** The first line of a range that ends at `line`. */
  readonly startLine: number | undefined;
  readonly side: 'new' | 'old';
  /** The commits of that version: its head, and the one that it was compared with. */
  readonly headSha: string | undefined;
  readonly baseSha?: string | undefined;
  readonly isOnFile: boolean;
}

/** A record, or only the line of the new side. */
const Position = orOnly(
  'new_line',
  v.object({
    path: word,
    new_path: word,
    old_path: word,
    position_type: word,
    head_sha: word,
    base_sha: word,
    new_line: number,
    old_line: number,
    start_new_line: number,
    end_new_line: number,
    start_old_line: number,
    end_old_line: number,
  }),
);

const placed = {
  diff_file: word,
  path: word,
  file_path: word,
  line: number,
  new_line: number,
  start_line: number,
  end_line: number,
  position_type: word,
  diff_position: one(Position),
  position: one(Position),
  original_position: one(Position),
  is_outdated: flag,
};
type Placed = v.InferOutput<v.ObjectSchema<typeof placed, undefined>>;

type Lines = Pick<LinePlace, 'line' | 'startLine' | 'side'>;

/** A range in either order. */
function linesOf(side: Lines['side'], ...given: readonly (number | undefined)[]): Lines | undefined {
  const lines = given.flatMap((line = 0) => (Number.isInteger(line) && line > 0 ? [line] : []));
  const [line, startLine] = [Math.max(...lines), Math.min(...lines)];
  return lines.length === 0 ? undefined : { side, line, startLine: startLine === line ? undefined : startLine };
}

/** Undefined: the record names no place. */
function placeOf(record: Placed): LinePlace | undefined {
  const positions = [record.diff_position, record.position, record.original_position].filter((at) => at !== undefined);
  const path = [
    ...[record.diff_file, record.path, record.file_path],
    ...positions.flatMap((at) => [at.new_path, at.path, at.old_path]),
  ].find((candidate) => candidate !== undefined);
  const lines = [
    ...positions.map((at) => linesOf('new', at.start_new_line, at.end_new_line ?? at.new_line)),
    linesOf('new', record.start_line, record.end_line ?? record.new_line ?? record.line),
    ...positions.map((at) => linesOf('old', at.start_old_line, at.end_old_line ?? at.old_line)),
  ].find((found) => found !== undefined);
  if (path === undefined && lines === undefined) return undefined;
  const isBinary = [record, ...positions].some((at) => at.position_type === 'binary');
  const [headSha, baseSha] = (['head_sha', 'base_sha'] as const).map((field) =>
    positions
      .map((at) => at[field])
      .find((sha) => sha !== undefined)
      ?.toLowerCase(),
  );
  if (isBinary || lines === undefined)
    return { path, line: undefined, startLine: undefined, side: 'new', headSha, baseSha, isOnFile: true };
  return { path, ...lines, headSha, baseSha, isOnFile: false };
}

const fields = v.object({
  ...placed,
  id: word,
  note_id: word,
  noteId: word,
  discussion_id: word,
  parent_id: word,
  in_reply_to_id: word,
  body: text,
  comment_type: word,
  type: word,
  resolved: flag,
  user: one(Person),
  author: one(Person),
  created_at: time,
  updated_at: time,
});

const diffTypes = new Set(['diff_comment', 'DiffNote']);
const nowhere: LinePlace = {
  ...{ path: undefined, line: undefined, startLine: undefined },
  ...{ headSha: undefined, baseSha: undefined, side: 'new', isOnFile: false },
};
/** The 40 hexadecimal digits of a discussion can be decimal ones. */
const isNumber = (id: string | undefined): boolean => id !== undefined && /^\d{1,18}$/.test(id);

/** In the answer of a creation `id` can be the discussion: only digits are a comment. */
function readComment(record: v.InferOutput<typeof fields>) {
  const { id, body, created_at, updated_at, resolved, comment_type = record.type } = record;
  const parent = [record.parent_id, record.in_reply_to_id].find((one) => one !== undefined && one !== '0');
  const isOnLine = comment_type !== undefined && diffTypes.has(comment_type);
  return {
    /** Undefined: the host does not tell it. */
    id: record.note_id ?? record.noteId ?? (isNumber(id) ? id : undefined),
    /** Undefined: it takes no replies. */
    discussion_id: record.discussion_id ?? (isNumber(id) ? undefined : id),
    parent_id: parent,
    body,
    user: record.user ?? record.author,
    created_at,
    updated_at,
    resolved,
    is_outdated: record.is_outdated,
    /** Undefined: about the whole pull request. */
    place: placeOf(record) ?? (isOnLine ? nowhere : undefined),
  } satisfies Readonly<Record<string, unknown>> & { readonly place: LinePlace | undefined };
}

/** A comment of a pull request in every form: of a list, alone, or as the answer to its creation. */
export const CreatedComment = v.pipe(fields, v.transform(readComment), anyOf('id', 'discussion_id', 'body'));
export type CreatedComment = v.InferOutput<typeof CreatedComment>;

/** The nested replies, at any depth. */
function repliesIn(entry: unknown): readonly CreatedComment[] {
  const found: CreatedComment[] = [];
  // A list: a hostile answer can be nested deeper than the stack allows.
  const waiting: unknown[] = [entry];
  for (const one of waiting) {
    const replies: unknown = isObject(one) ? one.reply : undefined;
    if (Array.isArray(replies)) for (const reply of replies) waiting.push(reply);
    else if (isObject(replies)) waiting.push(replies);
    const read = one === entry ? undefined : v.safeParse(CreatedComment, one);
    if (read?.success === true) found.push(read.output);
  }
  return found;
}

/** GET …/pulls/{number}/comments. Replies come in any order, and can be entries of the list too. */
export const ListedComment = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, CreatedComment & { readonly replies: readonly CreatedComment[] }>(
    ({ dataset: { value }, addIssue, NEVER }) => {
      const read = v.safeParse(CreatedComment, value);
      if (read.success) return { ...read.output, replies: repliesIn(value) };
      addIssue({ message: 'is no comment' });
      return NEVER;
    },
  ),
);
export type ListedComment = v.InferOutput<typeof ListedComment>;

/** GET /api/v4/…/discussions: a discussion, or one of its notes. */
export const V4Discussion = v.pipe(
  v.unknown(),
  v.transform((entry) => (isObject(entry) && !('notes' in entry) ? { notes: [entry] } : entry)),
  v.object({ id: word, resolved: flag, notes: many(CreatedComment) }),
);
export type V4Discussion = v.InferOutput<typeof V4Discussion>;

/** The list in an answer that is an object. */
export const v4Entries = ({ data, notes, content }: Readonly<Record<string, unknown>>): unknown =>
  data ?? notes ?? (isObject(content) ? content.data : undefined);
