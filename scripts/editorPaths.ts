// Finds every path from which the newest VS Code can take configuration and which remote folders do not withhold, and
// every place that asks whether the workspace is trusted: each remote folder is, so what the place protects must be
// withheld from repositories that the user does not trust.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEditor } from './editor/install.ts';
import { isJudged, limitedIn, pathsIn, trustPlacesIn } from './editorPaths/found.ts';
import { judgedPlaces } from './editorPaths/trustPlaces.ts';

/** What the code of the editor certainly has. If one is not found, this check cannot read the code any more. */
const certain = ['.github/hooks', '.mcp.json', '.claude/settings.json', '.vscode/tasks.json', 'AGENTS.md'];
const certainPlaces = ['notebook-renderers ? 3', 'workbench _tryRunTasks', 'workbench computeHooks'];

const { home, version } = await installEditor('newest', console.log);
const vscode = join(home, 'lib', 'vscode');
const found = new Map<string, string>();
const places = new Set<string>();
for (const folder of ['out', 'extensions']) {
  for (const name of await readdir(join(vscode, folder), { recursive: true })) {
    const isManifest = folder === 'extensions' && /^[^\\/]+[\\/]package\.json$/.test(name);
    if ((!isManifest && !/\.[cm]?js$/.test(name)) || name.includes('node_modules')) continue;
    const code = await readFile(join(vscode, folder, name), 'utf8');
    // A built-in extension by its name, the rest of the editor by that of its file.
    const part = folder === 'extensions' ? name.split(/[\\/]/, 1)[0] : name.replace(/^.*[\\/]|\.js$/g, '');
    for (const place of isManifest ? limitedIn(code) : trustPlacesIn(code)) places.add(`${part ?? ''} ${place}`);
    if (isManifest) continue;
    for (const path of pathsIn(code)) found.set(path, join(folder, name));
  }
}
const unjudged = [...found].filter(([path]) => !isJudged(path)).sort();
const unjudgedPlaces = [...places].filter((place) => !judgedPlaces.has(place)).sort();
const missing = [...certain.filter((path) => !found.has(path)), ...certainPlaces.filter((place) => !places.has(place))];
for (const [path, file] of unjudged)
  console.log(`${path} (${file}): withhold it in configurationFiles.ts, or name the reason in editorPaths/found.ts`);
for (const place of unjudgedPlaces)
  console.log(`${place} asks for trust: judge what it protects, in editorPaths/trustPlaces.ts`);
for (const one of missing) console.log(`${one} is not found in the code of the editor`);
console.log(
  `VS Code ${version}: ${found.size} paths and ${places.size} questions for trust, ${unjudged.length + unjudgedPlaces.length} not judged`,
);
process.exitCode = unjudged.length + unjudgedPlaces.length + missing.length > 0 ? 1 : 0;
