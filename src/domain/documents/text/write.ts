import { oneLine } from '../../../core/text.ts';
import type { RecordField, RecordState, Value } from './recordField.ts';
import { writeScalar } from './frontMatter.ts';

/** Values that are shown as comments and never saved, in the order of the front matter. */
export type Notes = readonly (readonly [name: string, value: string])[];

/** The text of a record: front matter, one blank line and the unchanged body. */
export function writeRecord(fields: readonly RecordField[], { values, body }: RecordState, notes: Notes = []): string {
  const lines = [
    '---',
    ...fields.flatMap(({ key, type }) => writeField(key, type, values[key])),
    ...notes.map(([name, value]) => `# ${name}: ${oneLine(value, 500)}`),
    '---',
    '',
    '',
  ];
  return lines.join('\n') + body;
}

export function writeField(key: string, type: RecordField['type'], value: Value): string[] {
  if (typeof value === 'object') {
    return value.length === 0 ? [`${key}: []`] : [`${key}:`, ...value.map((name) => `  - ${writeScalar(name)}`)];
  }
  if (value === undefined || value === '') return [type === 'names' ? `${key}: []` : `${key}:`];
  return [`${key}: ${writeScalar(value)}`];
}
