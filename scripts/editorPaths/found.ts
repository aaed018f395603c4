import { isConfiguration } from '../../src/domain/rules/configurationFiles.ts';

/** Strings of bundled code that can be paths of configuration in a folder: below a dot folder, or named like it. */
const literals =
  /["'`](?:\*\*\/|\.?\/)?(\.[A-Za-z][\w-]*(?:\/[\w*{},.-]+)+\/?|\.[A-Za-z][\w-]*\/|\.[A-Za-z][\w-]*\.(?:jsonc?|toml|ya?ml|mdc?)|\.npmrc|[A-Z]{4,}(?:\.[a-z]+)?\.md)["'`]/g;

/** Names that bundled code joins to a path, as in `join(folder,".github","hooks")`. */
const joined = /[,(]["'`](\.[A-Za-z][\w-]*)["'`]((?:,["'`][\w{}.*-]+["'`])+)\)/g;

/** Files that start no program and instruct no agent. */
const otherFiles: Readonly<Record<string, string>> = {
  '.github/PULL_REQUEST_TEMPLATE': 'text of a pull request',
  'CHANGELOG.md': 'text for people',
  'CONTRIBUTING.md': 'text for people',
  'README.md': 'text for people',
};

/** The paths in the text of bundled code, without a slash at the end. */
export function pathsIn(code: string): readonly string[] {
  const whole = [...code.matchAll(literals)].map(([, path = '']) => path.replace(/\/$/, ''));
  const parts = [...code.matchAll(joined)].map(([, first = '', others = '']) =>
    [
      first,
      ...others
        .split(',')
        .slice(1)
        .map((name) => name.slice(1, -1)),
    ].join('/'),
  );
  return [...whole, ...parts];
}

/** Whether remote folders withhold `path`, or somebody judged that the editor takes no configuration from it. */
export const isJudged = (path: string): boolean => isConfiguration(path) || Object.hasOwn(otherFiles, path);

/** Where code asks whether the workspace is trusted. */
const question = /\bisWorkspaceTrusted\b|\bworkspace\.isTrusted\b/g;
const method = /(?<=[{};\s,.#])([A-Za-z_$][\w$]{3,})\((?:[^()]|\([^()]*\)){0,400}\)\{/g;
const keywords = new Set(['function', 'switch', 'while', 'catch', 'constructor']);

/**
 * The places of bundled code that ask whether the workspace is trusted: the name of the method before, and how often if
 * more than once. Names of methods stay in bundled code, and other names differ in each version.
 */
export function trustPlacesIn(code: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const { index } of code.matchAll(question)) {
    const before = code.slice(Math.max(0, index - 6000), index);
    const names = [...before.matchAll(method)].map(([, name = '']) => name);
    const place = names.findLast((name) => !keywords.has(name)) ?? '?';
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return Array.from(counts, ([place, count]) => (count === 1 ? place : `${place} ${count}`));
}

/** How an extension says that it does less, or nothing, in a workspace that is not trusted. Without code it does nothing. */
export function limitedIn(manifest: string): readonly string[] {
  const { main, browser, capabilities } = JSON.parse(manifest) as {
    readonly main?: string;
    readonly browser?: string;
    readonly capabilities?: { readonly untrustedWorkspaces?: { readonly supported?: boolean | 'limited' } };
  };
  const supported = capabilities?.untrustedWorkspaces?.supported ?? false;
  return (main ?? browser) === undefined || supported === true ? [] : [`untrustedWorkspaces ${supported}`];
}
