import { equalValues, type RecordField, type RecordState, type Value } from './recordField.ts';
import { isDay } from '../../../core/time.ts';
import { readFrontMatter, type FrontMatterEntry } from './frontMatter.ts';
import type { Problem, Span } from './problem.ts';
import { findSections, type Sections } from './sections.ts';
import { restoreUntouched, type Trimming } from './touched.ts';

export interface ParsedRecord {
  /** The state in the text. Missing keys keep their earlier value. */
  readonly snapshot: RecordState;
  readonly entries: readonly FrontMatterEntry[];
  readonly sections: Sections | undefined;
  readonly problems: readonly Problem[];
}

/** Reads the text of a record, as much of it as is valid. `base`: what it was written from. Never throws. */
export function readRecord(
  fields: readonly RecordField[],
  text: string,
  base?: RecordState,
  trimming: Trimming = { trimsLines: false, trimsEnd: false },
): ParsedRecord {
  const sections = findSections(text);
  if ('code' in sections) {
    const nothing = { values: base?.values ?? {}, body: base?.body ?? '' };
    return { snapshot: nothing, entries: [], sections: undefined, problems: [sections] };
  }
  const { front, body } = sections;
  const { entries, problems: frontProblems } = readFrontMatter(text, front, fields);
  const problems = [...frontProblems];
  const values: Record<string, Value> = { ...base?.values };
  for (const entry of entries) {
    const field = fields.find(({ key }) => key === entry.key.text);
    if (field === undefined) problems.push({ code: 'unknownKey', at: entry.key.at, key: entry.key.text });
    else if (field.onlyNew && base !== undefined) problems.push({ code: 'onlyNew', at: entry.key.at, key: field.key });
    else values[field.key] = valueOf(field, entry, base, problems);
  }
  const expected = fields.filter(({ key, onlyNew, canBeUnset }) =>
    base === undefined ? true : !onlyNew && !(canBeUnset && base.values[key] === undefined),
  );
  problems.push(...missing(expected, entries, values, front));
  const written = text.slice(body.from, body.to);
  const exact = base === undefined ? written : restoreUntouched(base.body, written, trimming);
  return { snapshot: { values, body: exact }, entries, sections, problems };
}

function missing(
  fields: readonly RecordField[],
  entries: readonly FrontMatterEntry[],
  values: RecordState['values'],
  front: Span,
): Problem[] {
  return fields.flatMap(({ key, required }): Problem[] => {
    if (!required || (values[key] ?? '') !== '') return [];
    const entry = entries.find((one) => one.key.text === key);
    // A problem needs a position to be visible: the key if it exists, otherwise the opening line.
    return [{ code: 'required', at: entry?.key.at ?? { from: 0, to: Math.max(1, front.from - 1) }, key }];
  });
}

function valueOf(
  field: RecordField,
  entry: FrontMatterEntry,
  base: RecordState | undefined,
  problems: Problem[],
): Value {
  return field.type === 'names' ? namesOf(field, entry, base, problems) : scalarValue(field, entry, base, problems);
}

function namesOf(
  { key }: RecordField,
  { values }: FrontMatterEntry,
  base: RecordState | undefined,
  problems: Problem[],
): Value {
  const written = [...new Set(values.map(({ text }) => text))];
  const before = base?.values[key];
  if (equalValues(written, before)) return before;
  for (const { text, at } of values) {
    if (text.includes(',')) problems.push({ code: 'comma', at, key, value: text });
  }
  return written;
}

function scalarValue(
  field: RecordField,
  { values, isList, at }: FrontMatterEntry,
  base: RecordState | undefined,
  problems: Problem[],
): Value {
  const { key, type } = field;
  const [word] = values;
  if (isList) problems.push({ code: 'noList', at, key });
  if (word === undefined) return undefined;
  const before = base?.values[key];
  const written = field.aliases.get(word.text) ?? word.text;
  if (written === before) return before;
  if (type === 'date' && !isDay(written)) problems.push({ code: 'badDate', at: word.at, key, value: word.text });
  const allowed = base === undefined ? field.newValues : field.values;
  if (type === 'choice' && !allowed.includes(written))
    problems.push({ code: 'badChoice', at: word.at, key, value: word.text, allowed });
  return written;
}
