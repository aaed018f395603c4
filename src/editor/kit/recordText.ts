import { stringify } from 'yaml';

/** A record as YAML; what is unset is left out. */
export function recordText(record: unknown): string {
  return stringify(record, { keepUndefined: false, lineWidth: 0, aliasDuplicateObjects: false });
}
