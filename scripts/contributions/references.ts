import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';
import { commandIds, settingNames, viewIds, type Contributes, type Manifest } from './manifest.ts';

const builtInContainers = ['explorer', 'scm', 'debug', 'test', 'remote'];

/** References of package.json to missing things. `sources`: the text of every file of src. */
export function referenceProblems({ contributes, text, english }: Manifest, sources: string): string[] {
  const commands = new Set(commandIds(contributes));
  const views = new Set(viewIds(contributes));
  // The editor generates these commands for each view.
  const ofViews = new Set([...views].flatMap((id) => [`${id}.focus`, `${id}.open`]));
  const settings = new Set(settingNames(contributes));
  const submenus = new Set((contributes.submenus ?? []).map(({ id }) => id));
  const containers = new Set([
    ...builtInContainers,
    ...Object.values(contributes.viewsContainers ?? {}).flatMap((group) => group.map(({ id }) => id)),
  ]);
  const menus = Object.entries(contributes.menus ?? {});
  const items = menus.flatMap(([, group]) => group);

  const texts = `${Object.values(english).join('\n')}\n${sources}`;
  const linked = [...`${texts}\n${text}`.matchAll(/(?:command|onCommand):(sourcehost\.[\w.]+)/g)].map(
    ([, id = '']) => id,
  );
  const code = sources.replaceAll(/^ *\*.*/gm, '');
  const named = [
    ...items.flatMap(({ command }) => command ?? []),
    ...(contributes.keybindings ?? []).map(({ command }) => command),
    ...linked,
    ...[...code.matchAll(/'(sourcehost\.\w+\.\w+)'/g)].map(([, id = '']) => id),
  ];
  const media = [...text.matchAll(/"(?:\.\/)?(media\/[^"]+)"/g)].map(([, path = '']) => path);

  return [
    ...duplicates(
      'command',
      (contributes.commands ?? []).map(({ command }) => command),
    ),
    ...duplicates(
      'commandPalette entry',
      (contributes.menus?.commandPalette ?? []).map(({ command = '' }) => command),
    ),
    ...absent(
      'command',
      named.filter((id) => id.startsWith('sourcehost.') && !ofViews.has(id) && !settings.has(id)),
      commands,
    ),
    ...absent(
      'view',
      (contributes.viewsWelcome ?? []).map(({ view }) => view),
      views,
    ),
    ...absent('view container', Object.keys(contributes.views ?? {}), containers),
    ...absent(
      'submenu',
      [
        ...items.flatMap(({ submenu }) => submenu ?? []),
        ...menus.map(([id]) => id).filter((id) => id.startsWith('sourcehost')),
      ],
      submenus,
    ),
    ...media.filter((path) => !existsSync(join(root, path))).map((path) => `There is no ${path}.`),
    ...(contributes.commands ?? []).flatMap(({ command, category }) => [
      ...(/^sourcehost\.[a-zA-Z]+\.[a-zA-Z]+$/.test(command)
        ? []
        : [`The command ${command} is not named sourcehost.<noun>.<verb>.`]),
      ...(category === 'Sourcehost' ? [] : [`The command ${command} lacks the category Sourcehost.`]),
    ]),
    ...conditions(contributes).flatMap((condition) => conditionProblems(condition, views, contributes, sources)),
  ];
}

function conditions(contributes: Contributes): string[] {
  const { commands = [], views = {}, viewsWelcome = [], menus = {}, keybindings = [], walkthroughs = [] } = contributes;
  const all = [
    ...commands.map(({ enablement }) => enablement),
    ...[...Object.values(views).flat(), ...Object.values(menus).flat(), ...keybindings].map(({ when }) => when),
    ...viewsWelcome.flatMap(({ when, enablement }) => [when, enablement]),
    ...walkthroughs
      .flatMap(({ steps }) => steps.flatMap(({ completionEvents = [] }) => completionEvents))
      .flatMap((event) => /^onContext:(.+)$/.exec(event)?.[1] ?? []),
  ];
  return all.filter((condition) => condition !== undefined);
}

/** Names in a when clause: views, settings, and context keys, which must be set by a source. */
function conditionProblems(
  condition: string,
  views: ReadonlySet<string>,
  contributes: Contributes,
  sources: string,
): string[] {
  const compared = [
    ...condition.matchAll(/\b(?:view|focusedView|activeViewlet)\s*[!=]=\s*'?(sourcehost\.[\w.]+)/g),
  ].map(([, id = '']) => id);
  const configured = [...condition.matchAll(/\bconfig\.(sourcehost\.[\w.]+)/g)].map(([, id = '']) => id);
  const keys = [...condition.matchAll(/(?<![\w.'/:])sourcehost\.[\w.]+/g)]
    .map(([key]) => key)
    .filter((key) => !compared.includes(key));
  return [
    ...absent('view', compared, views),
    ...absent('setting', configured, new Set(settingNames(contributes))),
    ...keys
      .filter((key) => !sources.includes(`'${key}'`))
      .map((key) => `No source sets the context key ${key}: ${condition}`),
  ];
}

function absent(what: string, names: readonly string[], known: ReadonlySet<string>): string[] {
  return [...new Set(names)].filter((name) => !known.has(name)).map((name) => `There is no ${what} ${name}.`);
}

function duplicates(what: string, names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `Twice the ${what} ${name}.`,
  );
}
