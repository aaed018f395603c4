import { foldCase } from '../../core/text.ts';
import type { AllowedRepository } from '../kit/allowList.ts';
import { inBackground, openFiles, openRepository, type ToolServices } from '../kit/place.ts';
import type { Tool } from '../kit/tool.ts';
import { readFile } from '../read/files.ts';

export interface TypedVariable {
  readonly name: string;
  readonly value: string;
  readonly known: Readonly<Record<string, string>>;
}

/** Of a branch, a tag or a path. The protocol allows no more. */
export const mostCompletions = 100;

/** Values of allowed repositories, for `tools`, that contain what is typed, those that begin with it first. Asks the user nothing. */
export async function completions(
  services: ToolServices,
  tools: readonly Tool[],
  { name, value, known: allVariables }: TypedVariable,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const typed = foldCase(value);
  // A client sends a variable that its user left out as an empty one.
  const variables = Object.fromEntries(Object.entries(allVariables).filter(([, one]) => one !== ''));
  const matches = [...new Set(await valuesOf(services, tools, name, variables, signal))].filter((one) =>
    foldCase(one).includes(typed),
  );
  const first = matches.filter((one) => foldCase(one).startsWith(typed));
  return [...first, ...matches.filter((one) => !foldCase(one).startsWith(typed))];
}

async function valuesOf(
  services: ToolServices,
  tools: readonly Tool[],
  name: string,
  variables: TypedVariable['known'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  const allowed = await services.allowed();
  const fits = (one: AllowedRepository, keys: readonly ('host' | 'owner' | 'repo')[]): boolean =>
    keys.every((key) => variables[key] === undefined || foldCase(variables[key]) === foldCase(one[key]));
  if (name === 'host') return allowed.map(({ host }) => host);
  if (name === 'owner') return allowed.filter((one) => fits(one, ['host'])).map(({ owner }) => owner);
  if (name === 'repo') return allowed.filter((one) => fits(one, ['host', 'owner'])).map(({ repo }) => repo);
  const [chosen] = allowed.filter((one) => fits(one, ['host', 'owner', 'repo']));
  if (chosen === undefined || variables.owner === undefined || variables.repo === undefined) return [];
  if (!tools.includes(readFile)) return [];
  const input = { repository: `${chosen.owner}/${chosen.repo}`, host: chosen.host, ref: variables.ref };
  if (name === 'ref') return await refNames(services, input, signal);
  if (name !== 'path') return [];
  const { remote } = await openFiles(services, input, signal);
  return await remote.paths(inBackground(signal));
}

async function refNames(
  services: ToolServices,
  input: { readonly repository: string; readonly host: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { api, at } = await openRepository(services, input);
  const options = inBackground(signal);
  const [branches, tags] = await Promise.all([
    api.branches.list({ ...at, sort: 'updated', direction: 'desc', per_page: 100 }, options),
    api.tags.list({ ...at, per_page: 100 }, options),
  ]);
  return [...branches.items, ...tags.items].map(({ name }) => name);
}
