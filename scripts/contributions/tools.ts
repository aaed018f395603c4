import { isDeepStrictEqual } from 'node:util';
import { setsOf, toolSetNames, toolTable } from '../../src/tools/table.ts';
import type { Tool } from '../../src/tools/kit/tool.ts';
import type { Contributes, Manifest } from './manifest.ts';

/** The setting of the editor that says which tools a chat may run without a question. */
const autoApproval = 'chat.tools.eligibleForAutoApproval';

const keyOf = ({ name }: Tool): string => `tool.${name.slice('sourcehost_'.length)}`;

/** Array values of settings are JSON in a condition. */
function conditionOf(tool: Tool): string {
  const sets = setsOf(tool);
  const isOn = 'config.sourcehost.tools.enabled';
  if (sets.length === toolSetNames.length) return isOn;
  return `${isOn} && config.sourcehost.tools.sets =~ /"(${sets.join('|')})"/`;
}

/** The tools of the table as `contributes.languageModelTools` of package.json. */
function declaredTools(): readonly object[] {
  return toolTable.map((tool) => ({
    name: tool.name,
    toolReferenceName: tool.name,
    displayName: `%${keyOf(tool)}%`,
    userDescription: `%${keyOf(tool)}.description%`,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    when: conditionOf(tool),
    inputSchema: tool.inputSchema,
  }));
}

/** A chat always asks before a tool that changes the service. */
function askedTools(): Readonly<Record<string, false>> {
  const remote = toolTable.filter(({ effect }) => effect === 'remote');
  return Object.fromEntries(remote.map(({ name }) => [`sourcehost.sourcehost/${name}`, false]));
}

/** `text` of package.json with the tools of the table. */
export function withTools(text: string): string {
  const manifest = JSON.parse(text) as { contributes: Contributes };
  const { contributes } = manifest;
  manifest.contributes = {
    ...contributes,
    configurationDefaults: { ...contributes.configurationDefaults, [autoApproval]: askedTools() },
    languageModelTools: declaredTools(),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Differences between the tools of package.json and those of the table. */
export function toolProblems({ contributes, english }: Pick<Manifest, 'contributes' | 'english'>): string[] {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  const isCurrent =
    isDeepStrictEqual(contributes.languageModelTools, plain(declaredTools())) &&
    isDeepStrictEqual(contributes.configurationDefaults?.[autoApproval], askedTools());
  return [
    ...(isCurrent ? [] : ['The tools of package.json are not current: run npm run contributions.']),
    ...toolTable
      .filter((tool) => english[keyOf(tool)] !== tool.title)
      .map((tool) => `The title of ${tool.name} in package.nls.json is not “${tool.title}”.`),
  ];
}
