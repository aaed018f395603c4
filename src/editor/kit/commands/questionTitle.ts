import { oneLine } from '../../../core/text.ts';

/** Arguments that name the record that a command is about. */
const recordFields = ['number', 'wildcard', 'branch', 'tag', 'head', 'name', 'username', 'org'] as const;

/** With the record and repository: `Close Issue – #61 · alice/website`. `args`: of the caller. */
export function questionTitle(
  id: string,
  title: string,
  args: Readonly<Record<string, unknown>>,
  repository: string | undefined,
): string {
  const isShown = (field: string): boolean => field !== 'number' || id.startsWith('sourcehost.issue.');
  const record = recordFields.find((field) => args[field] !== undefined && isShown(field));
  return titleWith(title, record === undefined ? undefined : recordName(record, args[record]), repository);
}

/** A title with the names of its objects, as far as they are known, and without an ellipsis. */
export function titleWith(title: string, ...objects: readonly (string | undefined)[]): string {
  const names = objects.filter((one) => one !== undefined && one !== '').join(' · ');
  const plain = title.replace(/…$/, '');
  return names === '' ? plain : `${plain} – ${oneLine(names, 120)}`;
}

function recordName(field: (typeof recordFields)[number], value: unknown): string | undefined {
  const names = [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number');
  return names.map((one) => (field === 'number' ? `#${one}` : String(one))).join(', ');
}
