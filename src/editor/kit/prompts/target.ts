/** The record of a row of a view, as command arguments: `{ host, account, repository, number }`. */
export const target = Symbol.for('sourcehost.target');

export interface HasTarget {
  readonly [target]: Readonly<Record<string, unknown>>;
}

export function isHasTarget(value: unknown): value is HasTarget {
  return typeof value === 'object' && value !== null && target in value;
}
