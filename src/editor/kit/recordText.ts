import { stringify } from 'yaml';

/** A record as YAML without undefined fields. */
export function recordText(record: unknown): string {
  return stringify(record, { keepUndefined: false, lineWidth: 0, aliasDuplicateObjects: false });
}
