import type { Failure } from '../../../core/errors.ts';
import type { RecordField, Values } from '../text/recordField.ts';

const aboutBody = /\bbody\b|description|描述|内容/i;

/** The changed field (`body` for the text) that a refusal most probably names. */
export function refusedKey(
  { field, serverMessage: message = '' }: Failure,
  fields: readonly RecordField[],
  changed: readonly string[],
  values: Values,
): string {
  const keys = fields.map(({ key }) => key);
  if (field !== undefined && keys.includes(field)) return field;
  if (field === 'description') return 'body';
  const [only] = changed;
  if (only !== undefined && changed.length === 1) return only;
  const patternOf = (key: string) => (key === 'body' ? aboutBody : fields.find((one) => one.key === key)?.refusal);
  const named = [...changed, ...keys].find((key) => patternOf(key)?.test(message));
  const isNamed = (key: string): boolean =>
    [values[key] ?? []].flat().some((value) => value !== '' && message.includes(value));
  return named ?? changed.find(isNamed) ?? only ?? keys[0] ?? 'body';
}
