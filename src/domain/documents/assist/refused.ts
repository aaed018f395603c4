import type { Failure } from '../../../core/errors.ts';
import type { RecordField, Values } from '../text/recordField.ts';

const messagePatterns: Readonly<Record<string, RegExp>> = {
  title: /title|标题/i,
  state: /\bstate\b|状态/i,
  labels: /label|标签/i,
  assignee: /assign|负责人|指派/i,
  milestone: /milestone|里程碑/i,
  private: /security_hole|private|私有/i,
  due_on: /due|date|截止/i,
  name: /\bname\b|名称/i,
  // A release is identified by its tag, so “already exists” means the tag.
  tag_name: /\btags?\b|tag_name|already|标签|已存在/i,
  target_commitish: /target|commitish|branch|分支/i,
  release_status: /release_status|\bstatus\b/i,
  body: /\bbody\b|description|描述|内容/i,
};

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
  const named = [...changed, ...keys].find((key) => messagePatterns[key]?.test(message));
  const isNamed = (key: string): boolean =>
    [values[key] ?? []].flat().some((value) => value !== '' && message.includes(value));
  return named ?? changed.find(isNamed) ?? only ?? keys[0] ?? 'body';
}
