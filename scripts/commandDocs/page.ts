import type { CommandDescription } from '../../src/editor/kit/commands/describe.ts';
import { operationOf } from '../../src/api/http/request.ts';
import { optionalPlaces, places } from '../apiCoverage/places.ts';
import { allRows } from '../apiCoverage/table.ts';
import { words } from './words.ts';

const prefix = 'sourcehost.';
/** Arguments that nearly every command has, described once. */
const common = ['host', 'account', 'repository'];

/** docs/commands.md: every command with its arguments. */
export function commandPage(commands: readonly CommandDescription[]): string {
  const sorted = [...commands].sort((one, other) => (one.id < other.id ? -1 : 1));
  return `# Commands

Written from the running extension by \`npm run docs:commands\`; not edited by hand.

Every command takes one argument object and asks only for what it does not find there: from the palette with nothing,
from a row with what the row stands for, from a keybinding, a task or another extension with a plain object.

\`\`\`jsonc
// keybindings.json
{
  "key": "ctrl+alt+b",
  "command": "sourcehost.branch.create",
  "args": { "repository": "alice/website", "refs": "main", "branch_name": "feature/login" }
}
\`\`\`

- Fields are called as in the API, and take its values.
- \`host\`: the id of a host; left out: the only one signed in to. \`account\`: a login; left out: the only or preferred
  one. \`repository\`: \`owner/repo\`; left out: the active one.
- \`ref\`: a branch, a tag or a full sha; left out: the one that the window was switched to, else the default branch.
- A field that is unknown or wrong rejects the command with the name of the field, before anything is sent.
- A plain object with every **required** field opens no prompt. What is required and missing is asked for; dismissed,
  the command rejects with the kind \`cancelled\`. The one exception is \`host.add\` for a host that is there: the person
  is asked whether it may be replaced.
- It rejects with an \`Error\` whose \`name\` is \`Failure\`, whose \`message\` a person can read, and whose \`kind\` is one of
  \`signedOut\`, \`forbidden\`, \`missing\`, \`conflict\`, \`invalid\`, \`throttled\`, \`unsupported\`, \`refused\`, \`unreachable\`, \`timeout\`,
  \`unreadable\`, \`broken\`, \`cancelled\`.

${sorted.map(section).join('\n')}`;
}

function section({ id, title, arguments: all }: CommandDescription): string {
  const short = id.slice(prefix.length);
  const said = words[short];
  if (said === undefined) throw new Error(`scripts/commandDocs/words.ts does not say what ${short} does`);
  const own = all.filter(({ name }) => !common.includes(name));
  const names = [...own, ...all.filter(({ name }) => common.includes(name))];
  const shape = names.map(({ name, required }) => (required ? name : `${name}?`)).join(', ');
  const list = own.map(({ name, required, value }) => `- ${required ? `**\`${name}\`**` : `\`${name}\``}: ${value}`);
  const operations = operationsOf(short);
  const lines = [
    `## ${id}\n`,
    `${title.replace(/…$/, '')}.${said.does === undefined ? '' : ` ${said.does}`}\n`,
    ...(shape === '' ? [] : [`\`{ ${shape} }\`\n`]),
    ...(list.length === 0 ? [] : [`${list.join('\n')}\n`]),
    `Resolves with ${said.result}.${operations.length === 0 ? '' : ` ${operations.join(', ')}`}\n`,
  ];
  return lines.join('\n');
}

/** Operations of the API that this command calls. */
function operationsOf(short: string): string[] {
  const described = Object.entries(places).map(([name, [, place]]) => [name, place] as const);
  const where = new Map<string, string>([...described, ...Object.entries(optionalPlaces)]);
  return allRows().flatMap(({ name, endpoint }) =>
    where.get(name)?.includes(`\`${short}\``) === true ? [`\`${operationOf(endpoint)}\``] : [],
  );
}
