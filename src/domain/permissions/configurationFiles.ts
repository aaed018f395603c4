import { comparedName } from '../../core/gitFolderName.ts';

/** Names of files and folders of the editor and of agents; also followed by `-…` or `.…`. */
const tools = [
  ...['vscode', 'devcontainer', 'mcp', 'npmrc'],
  ...['agent', 'agents', 'aider', 'amazonq', 'augment', 'claude', 'cline', 'codex', 'continue', 'copilot', 'cursor'],
  ...['gemini', 'goose', 'junie', 'kiro', 'opencode', 'plugin', 'qwen', 'roo', 'trae', 'windsurf'],
];
const ofTools = new RegExp(`^\\.(${tools.join('|')})(rules|hints)?($|[-.])`);

/** What the editor and agents read in the folder `.github`, which has other files too. */
const inGithub = /^(agents|chatmodes|copilot|hooks|instructions|plugin|prompts|skills)($|[-.])/;

const instructionNames = ['agent', 'agents', 'claude', 'copilot-instructions', 'gemini', 'qwen'];
const instructions = new RegExp(`^(${instructionNames.join('|')})(\\.local|\\.override)?\\.md$`);
const endings = ['.code-workspace', '.agent.md', '.chatmode.md', '.instructions.md', '.prompt.md'];

/**
 * The configuration that the editor looks for at fixed paths below an opened folder, except files that instruct agents.
 */
export const configurationPaths: readonly string[] = [
  ...['settings.json', 'tasks.json', 'launch.json', 'extensions.json', 'mcp.json'].map((name) => `.vscode/${name}`),
  ...['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'],
  ...['.github/copilot/settings.json', '.github/copilot/settings.local.json'],
];

/**
 * Whether the editor, its built-in extensions or agents can take settings, commands, servers, hooks or instructions from
 * the file or folder at `path`. Any folder of a repository can be opened, so this holds in every folder. Windows and
 * macOS ignore the case.
 */
export function isConfiguration(path: string): boolean {
  const names = path.split('/').map(comparedName);
  const isWithin = names.some(
    (name, index) => ofTools.test(name) || (names[index - 1] === '.github' && inGithub.test(name)),
  );
  const last = names.at(-1) ?? '';
  return isWithin || instructions.test(last) || endings.some((ending) => last.endsWith(ending));
}

/** Whether configuration can be below the folder at `path`. */
export function mayHoldConfiguration(path: string): boolean {
  return path === '' || path.split('/').map(comparedName).at(-1) === '.github' || isConfiguration(path);
}
