import { fieldsOf, type Kind } from '../../src/domain/documents/kinds/kind.ts';
import type { Values } from '../../src/domain/documents/text/recordField.ts';
import { writeRecord, type Notes } from '../../src/domain/documents/text/write.ts';

type Fields = Pick<Kind, 'fields'>;

/** How a document begins: all fields of a kind in their order, empty unless `values` has them, then `notes`. */
export const frontMatter = (kind: Fields, values: Values, notes: Notes = []): string =>
  writeRecord(fieldsOf(kind, false), { values, body: '' }, notes).replace(/---\n\n$/, '');

/** The document of a new record, with a blank where the first value is typed. */
export function newText(kind: Fields): string {
  const fields = fieldsOf(kind, true);
  const values = Object.fromEntries(fields.map(({ key, initial }) => [key, initial]));
  return writeRecord(fields, { values, body: '' }).replace(':\n', ': \n');
}
