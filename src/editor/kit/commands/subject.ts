import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Arguments, Places } from '../command.ts';
import { namedIn } from '../messages/tasks.ts';

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

interface ObservedPlaces {
  readonly places: Places;
  /** What the command `id` acts on: `“#12” of alice/demo`. Undefined if nothing of it is known. */
  readonly subject: (id: string, args: Arguments) => string | undefined;
}

/** Notes the repository that a command finds in `places`, so that the message of its failure can name it. */
export function observePlaces(places: Places): ObservedPlaces {
  let repository: RepositoryName | undefined;
  return {
    places: {
      ...places,
      repository: async (...args) => {
        const at = await places.repository(...args);
        repository = at.name;
        return at;
      },
    },
    subject: (id, args) => {
      const argument = typeof args.repository === 'string' ? args.repository : undefined;
      return namedIn(nameIn(id, args), repository === undefined ? argument : fullName(repository));
    },
  };
}

function nameIn(id: string, args: Arguments): string | undefined {
  if (typeof args.number === 'number' || typeof args.number === 'string')
    return id.startsWith('sourcehost.issue.') ? `#${args.number}` : undefined;
  return names.map((field) => args[field]).find((value): value is string => typeof value === 'string' && value !== '');
}
