import { l10n } from 'vscode';
import { stringify } from 'yaml';

/** Names in the language of the user, and values. A value that is undefined or empty is omitted. */
export type Details = readonly (readonly [name: string, value: unknown])[];

/** Details as YAML with the names as keys; flags as “Yes” and “No”. */
export function detailsText(details: Details | readonly Details[]): string {
  const all = isOne(details) ? valuesOf(details) : details.map(valuesOf);
  return stringify(all, { keepUndefined: false, lineWidth: 0, aliasDuplicateObjects: false });
}

const isOne = (details: Details | readonly Details[]): details is Details => typeof details[0]?.[0] === 'string';

function valuesOf(details: Details): Map<string, unknown> {
  return new Map(
    details
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, typeof value === 'boolean' ? (value ? l10n.t('Yes') : l10n.t('No')) : value]),
  );
}
