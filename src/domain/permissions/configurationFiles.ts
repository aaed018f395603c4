const names = ['settings.json', 'tasks.json', 'launch.json', 'extensions.json', 'mcp.json'];
const folder = '.vscode';
const workspaceFile = '.code-workspace';

/** What the editor takes for configuration in a folder that is opened, relative to it; files of workspaces come besides. */
export const configurationPaths: readonly string[] = names.map((name) => `${folder}/${name}`);

/** Whether the editor takes the file at `path` for configuration. Any folder of a repository can be opened. */
export function isConfiguration(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  return name.endsWith(workspaceFile) || (segments.at(-2) === folder && names.includes(name));
}
