import { comparedName } from '../../core/path.ts';

/** Files and folders of the editor and of agents, without the dot that they begin with and without `-…` or `.…`. */
const tools = new Set([
  ...['vscode', 'devcontainer', 'mcp', 'npmrc', 'plugin'],
  ...['agent', 'agents', 'aider', 'amazonq', 'augment', 'claude', 'cline', 'codex', 'continue', 'copilot', 'cursor'],
  ...['gemini', 'goose', 'junie', 'kiro', 'opencode', 'qwen', 'roo', 'trae', 'windsurf', 'zed'],
  ...['amp', 'codebuddy', 'codeium', 'comate', 'crush', 'factory', 'grok', 'iflow', 'kilocode', 'lingma', 'openhands'],
  ...['qoder', 'tabnine', 'warp'],
  ...['clinerules', 'cursorrules', 'goosehints', 'kilocodemodes', 'kilocoderules', 'roomodes', 'roorules'],
  ...['windsurfrules'],
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
  /^(agents?|claude|codebuddy|copilot-instructions|crush|gemini|grok|iflow|qwen|skill|warp)(\.local|\.override)?\.md$/;
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
 * Whether the editor or agents can take settings, commands, servers, hooks or instructions from `path`.
 * In every folder, because any can be opened; Windows and macOS ignore the case.
 */
export function isConfiguration(path: string): boolean {
  const names = namesOf(path);
  const isWithin = names.some(
    (name, index) =>
      shortName.test(name) ||
      (name.startsWith('.') && tools.has(stem(name.slice(1)))) ||
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
