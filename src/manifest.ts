import { extensions, type ExtensionContext } from 'vscode';
import { isObject } from './core/text.ts';

/** The localised titles of all commands, by id. */
export function commandTitles(context: ExtensionContext): ReadonlyMap<string, string> {
  return new Map(contributed(context, 'commands').map(({ command, title }) => [String(command), titleIn(title)]));
}

/** The localised titles of all tools for language models, by name. */
export function toolTitles(context: ExtensionContext): ReadonlyMap<string, string> {
  const tools = contributed(context, 'languageModelTools');
  return new Map(tools.map(({ name, displayName }) => [String(name), titleIn(displayName)]));
}

/** A list of package.json. The manifest of a running extension contains its texts without placeholders. */
function contributed(context: ExtensionContext, list: string): readonly Readonly<Record<string, unknown>>[] {
  const manifest: unknown = extensions.getExtension(context.extension.id)?.packageJSON;
  const contributes = isObject(manifest) && isObject(manifest.contributes) ? manifest.contributes : {};
  const values = contributes[list];
  return Array.isArray(values) ? values.filter(isObject) : [];
}

/** In other languages than English the editor provides both titles: `{ value, original }`. */
const titleIn = (title: unknown): string => String(isObject(title) ? title.value : title);
