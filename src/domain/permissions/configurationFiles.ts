const names = ['settings.json', 'tasks.json', 'launch.json', 'extensions.json', 'mcp.json'];
const folder = '.vscode';
const workspaceFile = '.code-workspace';

/** Configuration files of an opened folder, relative to it; `.code-workspace` files are configuration too. */
export const configurationPaths: readonly string[] = names.map((name) => `${folder}/${name}`);

/** Whether the editor can use the file at `path` as configuration. Any folder of a repository can be opened. */
export function isConfiguration(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  return name.endsWith(workspaceFile) || (segments.at(-2) === folder && names.includes(name));
}
