import { settingNames, viewIds, type Contributes } from './manifest.ts';

/** The source of src/editor/kit/contributions.ts. */
export function generate(contributes: Contributes): string {
  const names = settingNames(contributes).map((key) => key.replace('sourcehost.', ''));
  return `// Written by \`npm run contributions\` from package.json; not edited by hand.

${union('Views that package.json declares.', 'ViewId', viewIds(contributes))}
${union('Settings that package.json declares, without their prefix.', 'SettingName', names)}`;
}

function union(doc: string, name: string, members: readonly string[]): string {
  const lines = members.map((member) => `'${member}'`);
  const onOneLine = lines.length === 0 ? 'never' : lines.join(' | ');
  // Formatted like prettier: on one line, with the members on the next one, or with a line for each.
  const forms = [
    `export type ${name} = ${onOneLine};`,
    `export type ${name} =\n  ${onOneLine};`,
    `export type ${name} =\n${lines.map((line) => `  | ${line}`).join('\n')};`,
  ];
  const form = forms.find((text) => text.split('\n').every(({ length }) => length <= 120)) ?? forms.at(-1);
  return `/** ${doc} */\n${form}\n`;
}
