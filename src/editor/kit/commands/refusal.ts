import { isFailure, type Failure } from '../../../core/errors.ts';

/** Patterns that name an argument in the messages of services, where its API name does not. */
const messagePatterns: Readonly<Record<string, RegExp>> = {
  name: /\b(name|path)\b|already|名称|路径|已存在/i,
  branch_name: /branch|分支/i,
  tag_name: /\btag|标签/i,
  title: /title|标题/i,
  key: /\bkey\b|fingerprint|公钥|指纹/i,
  username: /\b(user|login|member)\b|用户|成员/i,
  password: /password|密码/i,
  transfer_to: /namespace|owner|命名空间/i,
  org: /\borg|namespace|组织/i,
  url: /\burl\b|地址/i,
  gitignore_template: /gitignore/i,
  license_template: /licen[cs]e|许可/i,
};

/** The argument that the service probably refused, in the order of `fields`; undefined if no answer would help. */
export function refusedArgument(
  failure: Failure,
  fields: readonly string[],
  answers: Readonly<Record<string, unknown>>,
): string | undefined {
  const { field, status, serverMessage: message = '' } = failure;
  if (field !== undefined) return fields.includes(field) ? field : undefined;
  if (status === undefined) return undefined;
  const named =
    fields.findLast((name) => isNamed(message, answers[name])) ??
    fields.find((name) => new RegExp(`\\b${name.replaceAll('_', '[ _]')}\\b`, 'i').test(message)) ??
    fields.find((name) => messagePatterns[name]?.test(message));
  if (isFailure(failure, 'refused', 'conflict', 'invalid')) return named ?? fields.at(-1);
  return isFailure(failure, 'forbidden', 'missing') ? named : undefined;
}

/** Whether `message` contains `value` as a whole: `main` is not in `main-2`. */
function isNamed(message: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return message.split(value).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !/[\w/-]$/.test(before) && !/^[\w/-]/.test(after);
  });
}
