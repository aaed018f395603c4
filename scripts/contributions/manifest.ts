import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

/** The checked parts of the contributions in package.json. */
export interface Contributes {
  readonly commands?: readonly {
    readonly command: string;
    readonly title: string;
    readonly category?: string;
    readonly enablement?: string;
    readonly icon?: unknown;
  }[];
  readonly viewsContainers?: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
  readonly views?: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
  readonly walkthroughs?: readonly { readonly steps: readonly { readonly completionEvents?: readonly string[] }[] }[];
  readonly viewsWelcome?: readonly {
    readonly view: string;
    readonly contents: string;
    readonly when?: string;
    readonly enablement?: string;
  }[];
  readonly menus?: Readonly<Record<string, readonly MenuItem[]>>;
  readonly submenus?: readonly { readonly id: string }[];
  readonly keybindings?: readonly { readonly command: string; readonly when?: string }[];
  readonly configuration?: Configuration | readonly Configuration[];
  readonly configurationDefaults?: Readonly<Record<string, unknown>>;
  readonly languageModelTools?: readonly unknown[];
}

interface Configuration {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Texts of the manifest by their keys. */
export type Texts = Readonly<Record<string, string>>;

export interface Manifest {
  readonly contributes: Contributes;
  /** The parsed package.json. */
  readonly text: string;
  readonly english: Texts;
  readonly chinese: Texts;
}

export async function readManifest(): Promise<Manifest> {
  const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
  const text = await read('package.json');
  const { contributes } = JSON.parse(text) as { contributes: Contributes };
  const english = JSON.parse(await read('package.nls.json')) as Texts;
  const chinese = JSON.parse(await read('package.nls.zh-cn.json')) as Texts;
  return { contributes, text, english, chinese };
}

export function commandIds({ commands = [] }: Contributes): string[] {
  return commands.map(({ command }) => command).sort();
}

export function viewIds({ views = {} }: Contributes): string[] {
  return Object.values(views)
    .flatMap((group) => group.map(({ id }) => id))
    .sort();
}

/** Full names. */
export function settingNames({ configuration = [] }: Contributes): string[] {
  const groups = [configuration].flat() as readonly Configuration[];
  return groups.flatMap(({ properties = {} }) => Object.keys(properties)).sort();
}
