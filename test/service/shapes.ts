import { isObject } from '../../src/core/text.ts';

/** Other forms of the same records that are still readable; some were seen at the live service. */
export const readableShapes = [
  'ids as text',
  'ids as numbers',
  'numbers as text',
  'flags as numbers',
  'null',
  'blank',
  'absent',
  'unknown fields',
  'unknown values',
  'dates with +0800',
  'dates in words',
  'hostile',
] as const;

export const shapes = [...readableShapes, 'odd', 'not a record'] as const;

/** A form of the records. */
export type Shape = (typeof shapes)[number];

/** The fields that identify a record; only `odd` removes them. */
const identity =
  /^(id|login|username|full_name|path|filename|number|tag_name|sha|email|type_name|status_name|user|tree|url|access_token|commit|events)$/;
const enums = new Set(['state', 'type', 'status', 'role', 'member_role', 'release_status', 'visibility', 'encoding']);
const datePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Text that must never be interpreted as markup, a path, a command or a format. */
export const hostileText =
  '<img src=x onerror=alert(1)><script>alert(2)</script> [x](command:workbench.action.quit) $(trash) ${env:HOME} %s \u202eevil\u0007 ../../etc/passwd "\'`';

/** Changes the form of every record of an answer; `one`: only of the second item of a list. */
export function reshape(json: unknown, shape: Shape, one: boolean): unknown {
  if (!Array.isArray(json)) return shape === 'not a record' ? 'success' : change(json, shape);
  const list = json as unknown[];
  const chosen = one ? Math.min(1, list.length - 1) : undefined;
  return list.map((item, at) => {
    if (chosen !== undefined && at !== chosen) return item;
    return shape === 'not a record' ? null : change(item, shape);
  });
}

function change(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => change(item, shape));
  if (!isObject(value)) return value;
  if (shape === 'odd') return { ...value, ...Object.fromEntries(Object.keys(value).map((key) => [key, { odd: [] }])) };
  const changed: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const next = typeof inner === 'object' && inner !== null ? change(inner, shape) : changeValue(key, inner, shape);
    if (next !== undefined) changed[key] = next;
  }
  return shape === 'unknown fields' ? { ...changed, x_new: { deep: [1, 'two', null] }, x_flag: true } : changed;
}

function changeValue(key: string, value: unknown, shape: Shape): unknown {
  const isId = /(^|_)id$/.test(key);
  const isDate = typeof value === 'string' && datePattern.test(value);
  switch (shape) {
    case 'ids as text':
      return isId && typeof value === 'number' ? String(value) : value;
    case 'ids as numbers':
      return isId && typeof value === 'string' ? Number.parseInt(value.slice(-8), 16) || 1 : value;
    case 'numbers as text':
      return typeof value === 'number' ? String(value) : value;
    case 'flags as numbers':
      return typeof value === 'boolean' ? Number(value) : value;
    case 'null':
      return identity.test(key) || key === 'name' ? value : null;
    case 'blank':
      return identity.test(key) || key === 'name' ? value : '';
    case 'absent':
      return identity.test(key) || key === 'name' ? value : undefined;
    case 'unknown values':
      return enums.has(key) && typeof value === 'string' ? 'something-new' : value;
    case 'dates with +0800':
      return isDate ? zoned(value) : value;
    case 'dates in words':
      return isDate ? inWords(value) : value;
    case 'hostile':
      return typeof value === 'string' && !identity.test(key) && !isDate && !enums.has(key) ? hostileText : value;
    default:
      return value;
  }
}

const zoned = (date: string): string =>
  new Date(Date.parse(date) + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+0800');

/** As `8/24/24 8:47 AM`. */
function inWords(date: string): string {
  const day = new Date(date);
  const hour = day.getUTCHours();
  const minute = String(day.getUTCMinutes()).padStart(2, '0');
  const half = hour < 12 ? 'AM' : 'PM';
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear() % 100} ${hour % 12 || 12}:${minute} ${half}`;
}
