import { comparedName } from '../../core/path.ts';

/** The names with a dot before them whose files start no program and instruct no agent. Every other one can be configuration. */
const harmless = new Set([
  // Of git and of code hosts. `.github` has files of both kinds.
  ...['gitignore', 'gitattributes', 'gitmodules', 'gitkeep', 'git-blame-ignore-revs', 'mailmap', 'keep'],
  ...['github', 'gitcode', 'gitee', 'gitlab-ci.yml', 'circleci', 'travis.yml', 'appveyor.yml', 'cirrus.yml'],
  ...['codecov.yml', 'codeclimate.yml', 'mergify.yml', 'readthedocs.yml', 'readthedocs.yaml', 'all-contributorsrc'],
  // What a tool leaves out.
  ...['dockerignore', 'npmignore', 'eslintignore', 'prettierignore', 'stylelintignore', 'vscodeignore', 'helmignore'],
  // How code looks.
  ...['editorconfig', 'prettierrc', 'prettierrc.json', 'prettierrc.yaml', 'prettierrc.yml', 'prettierrc.toml'],
  ...['clang-format', 'rustfmt.toml', 'scalafmt.conf', 'markdownlint.json', 'markdownlint.yaml', 'markdownlint.yml'],
  // Versions of languages, and others.
  ...['nvmrc', 'node-version', 'python-version', 'ruby-version', 'java-version', 'go-version', 'changeset'],
  ...['nojekyll', 'htaccess', 'well-known', 'ds_store', 'env.example', 'browserslistrc'],
]);
/** What the editor and agents read in the folder `.github`, which has other files too. */
const inGithub = new Set([
  'agents',
  'chatmodes',
  'copilot',
  'hooks',
  'instructions',
  'lsp',
  'plugin',
  'prompts',
  'skills',
]);
const instructions =
  /^(opencode\.jsonc?|crush\.json|(agents?|claude|codebuddy|copilot-instructions|crush|gemini|grok|iflow|qwen|skill|warp)(\.local|\.override)?\.md)$/;
const endings = [
  '.code-workspace',
  ...['.agent.md', '.automation.md', '.chatmode.md', '.instructions.md', '.prompt.md'],
  ...['.toolset.jsonc', '.toolsets.jsonc'],
];

/** What the editor looks for at fixed paths below an opened folder, except files that instruct agents. */
export const configurationPaths: readonly string[] = [
  ...['settings.json', 'tasks.json', 'launch.json', 'extensions.json', 'mcp.json'].map((name) => `.vscode/${name}`),
  ...['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'],
  ...['.github/copilot/settings.json', '.github/copilot/settings.local.json'],
];

/**
 * Whether the editor, extensions or agents can take settings, commands, servers, hooks or instructions from `path`.
 * In every folder, because any can be opened; Windows and macOS ignore the case.
 */
export function isConfiguration(path: string): boolean {
  const names = namesOf(path);
  const isWithin = names.some(
    (name, index) =>
      shortName.test(name) ||
      (name.startsWith('.') && !harmless.has(name.slice(1))) ||
      (names[index - 1] === '.github' && inGithub.has(stem(name))),
  );
  const last = names.at(-1) ?? '';
  return isWithin || instructions.test(last) || endings.some((ending) => last.endsWith(ending));
}

/** Windows also separates by `\\`, and has streams of files after `:`. */
const namesOf = (path: string): readonly string[] =>
  path.split(/[\\/]/).map((segment) => comparedName(segment.split(':', 1)[0] ?? ''));

/** A short name of Windows, such as `VSCODE~1` and `MCP~1.JSO`: it can stand for any longer one. */
const shortName = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{1,3})?$/;

const stem = (name: string): string => name.split(/[-.]/, 1)[0] ?? '';

export function mayHoldConfiguration(path: string): boolean {
  return path === '' || namesOf(path).at(-1) === '.github' || isConfiguration(path);
}
