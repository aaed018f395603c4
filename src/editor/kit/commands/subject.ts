import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Arguments } from '../command.ts';
import { namedIn } from '../messages/explain.ts';

/** The arguments that name what a command acts on, the most precise one first. */
const names = [
  'tag',
  'tag_name',
  'branch',
  'branch_name',
  'wildcard',
  'file_name',
  'username',
  'query',
  'path',
  'ref',
  'name',
  'title',
  'org',
  'enterprise',
] as const;

/** What the command `id` acts on: `“#12” of alice/demo`. Undefined if nothing of it is known. `at`: what it found. */
export function subjectOf(id: string, args: Arguments, at: RepositoryName | undefined): string | undefined {
  const argument = typeof args.repository === 'string' ? args.repository : undefined;
  return namedIn(nameIn(id, args), at === undefined ? argument : fullName(at));
}

function nameIn(id: string, args: Arguments): string | undefined {
  if (typeof args.number === 'number' || typeof args.number === 'string')
    return id.startsWith('sourcehost.issue.') ? `#${args.number}` : undefined;
  return names.map((field) => args[field]).find((value): value is string => typeof value === 'string' && value !== '');
}
