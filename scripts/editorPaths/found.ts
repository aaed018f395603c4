import { isConfiguration } from '../../src/domain/files/configurationFiles.ts';

/** Strings of bundled code that can be paths of configuration in a folder: below a dot folder, or named like it. */
const literals =
  /["'`](?:\*\*\/|\.?\/)?(\.[A-Za-z][\w-]*(?:\/[\w*{},.-]+)+\/?|\.[A-Za-z][\w-]*\/|\.[A-Za-z][\w-]*\.(?:jsonc?|toml|ya?ml|mdc?)|\.npmrc|[A-Z]{4,}(?:\.[a-z]+)?\.md)["'`]/g;

/** Names that bundled code joins to a path, as in `join(folder,".github","hooks")`. */
const joined = /[,(]["'`](\.[A-Za-z][\w-]*)["'`]((?:,["'`][\w{}.*-]+["'`])+)\)/g;

/** Folders that the editor does not take configuration from when it opens a remote folder. */
const otherFolders: Readonly<Record<string, string>> = {
  '.git': 'no file of a commit can be below it',
  '.hg': 'another version control system',
  '.worktrees': 'folders that the editor itself creates for its agents',
  '.bin': 'of installed packages',
  '.build': 'of the sources of the editor',
  '.app': 'programs of macOS',
  '.ssh': 'of the user',
  '.local': 'of the user',
  '.config': 'of the user',
  '.cargo': 'of the user',
  '.codeium': 'of the user',
  '.dotnet': 'of the user',
};

/** Files that start no program and instruct no agent. */
const otherFiles: Readonly<Record<string, string>> = {
  '.ai.json': 'an ending, for the language of a file',
  '.babelrc.json': 'only a language and an icon',
  '.eslintrc.json': 'only a language and a context for completion',
  '.metadata.json': 'an ending, of caches',
  '.modules.yaml': 'of installed packages',
  '.nls.json': 'translations of an extension',
  '.sort/.json': 'names of methods and endings, not a path',
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
export function isJudged(path: string): boolean {
  const [folder = ''] = path.split('/');
  return isConfiguration(path) || Object.hasOwn(otherFiles, path) || Object.hasOwn(otherFolders, folder);
}
