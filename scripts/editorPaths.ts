// Finds every path from which the newest VS Code can take configuration and which remote folders do not withhold.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEditor } from './editor/install.ts';
import { isJudged, pathsIn } from './editorPaths/found.ts';

/** Paths that the code of the editor certainly has. If one is not found, this check cannot read the code any more. */
const certain = ['.github/hooks', '.mcp.json', '.claude/settings.json', '.vscode/tasks.json', 'AGENTS.md'];

const { home, version } = await installEditor('newest', console.log);
const vscode = join(home, 'lib', 'vscode');
const found = new Map<string, string>();
for (const folder of ['out', 'extensions']) {
  for (const name of await readdir(join(vscode, folder), { recursive: true })) {
    if (!/\.[cm]?js$/.test(name) || name.includes('node_modules')) continue;
    for (const path of pathsIn(await readFile(join(vscode, folder, name), 'utf8'))) found.set(path, join(folder, name));
  }
}
const unjudged = [...found].filter(([path]) => !isJudged(path)).sort();
const missing = certain.filter((path) => !found.has(path));
for (const [path, file] of unjudged)
  console.log(`${path} (${file}): withhold it in configurationFiles.ts, or name the reason in editorPaths/found.ts`);
for (const path of missing) console.log(`${path} is not found in the code of the editor`);
console.log(`VS Code ${version}: ${found.size} paths, ${unjudged.length} not judged`);
process.exitCode = unjudged.length + missing.length > 0 ? 1 : 0;
