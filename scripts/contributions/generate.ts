import { commandIds, settingNames, viewIds, type Contributes } from './manifest.ts';

/** The source of src/editor/kit/contributions.ts. */
export function generate(contributes: Contributes): string {
  const names = settingNames(contributes).map((key) => key.replace('sourcehost.', ''));
  return `// Written by \`npm run contributions\` from package.json; not edited by hand.

${union('Commands that package.json declares.', 'CommandId', commandIds(contributes))}
${union('Views that package.json declares.', 'ViewId', viewIds(contributes))}
${union('Settings that package.json declares, without their prefix.', 'SettingName', names)}`;
}

function union(doc: string, name: string, members: readonly string[]): string {
  const lines = members.map((member) => `'${member}'`);
  const one = `export type ${name} = ${lines.length === 0 ? 'never' : lines.join(' | ')};\n`;
  // Formatted like prettier.
  return `/** ${doc} */\n${one.length <= 121 ? one : `export type ${name} =\n${lines.map((line) => `  | ${line}`).join('\n')};\n`}`;
}
