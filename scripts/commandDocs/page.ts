import type { CommandDescription } from '../../src/editor/kit/commands/describe.ts';

/** Arguments that nearly every command has, described once. */
const common = ['host', 'account', 'repository'];

/** docs/commands.md: every command with its arguments. */
export function commandPage(commands: readonly CommandDescription[]): string {
  const sorted = [...commands].sort((one, other) => (one.id < other.id ? -1 : 1));
  return `# Commands

\`npm run docs:commands\` writes this page from the declarations of the commands. Do not edit it by hand.

A command takes one argument object, and asks the user for what is missing. The palette passes none; a row passes its
own values. A keybinding, a task or another extension passes a plain object.

\`\`\`jsonc
// keybindings.json
{
  "key": "ctrl+alt+b",
  "command": "sourcehost.branch.create",
  "args": { "repository": "alice/website", "refs": "main", "branch_name": "feature/login" }
}
\`\`\`

- The fields have the names and the values of the API.
- \`host\` is the id of a host. Without it, the command takes the only host with an account. \`account\` is a login.
  Without it, the command takes the only or the preferred account. \`repository\` is \`owner/repo\`. Without it, the
  command takes the active repository.
- \`ref\` is a branch, a tag or a full sha. Without it, the command takes the ref that the window was switched to, else
  the default branch.
- An unknown or wrong field rejects the command with the name of the field, before anything is sent.
- **Required** fields are bold. A plain object with all of them opens no prompt. The user is asked for missing ones; if
  the user dismisses the question, the command rejects with the kind \`cancelled\`. \`host.add\` is the exception: if the
  host exists, the user is asked whether it may be replaced.
- A command rejects with an \`Error\` whose \`name\` is \`Failure\`. Its \`message\` is a sentence for people. Its \`kind\` is
  one of \`signedOut\`, \`forbidden\`, \`missing\`, \`conflict\`, \`invalid\`, \`throttled\`, \`unsupported\`, \`refused\`,
  \`unreachable\`, \`timeout\`, \`unreadable\`, \`broken\`, \`cancelled\`.

${sorted.map(section).join('\n')}`;
}

function section({ id, title, does, result, arguments: all }: CommandDescription): string {
  const own = all.filter(({ name }) => !common.includes(name));
  const names = [...own, ...all.filter(({ name }) => common.includes(name))];
  const shape = names.map(({ name, required }) => (required ? name : `${name}?`)).join(', ');
  const list = own.map(({ name, required, value }) => `- ${required ? `**\`${name}\`**` : `\`${name}\``}: ${value}`);
  const lines = [
    `## ${id}\n`,
    `**${title.replace(/…$/, '')}.** ${does}\n`,
    ...(shape === '' ? [] : [`\`{ ${shape} }\`\n`]),
    ...(list.length === 0 ? [] : [`${list.join('\n')}\n`]),
    `It resolves with ${result}.\n`,
  ];
  return lines.join('\n');
}
