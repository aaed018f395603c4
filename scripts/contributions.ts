// Writes src/editor/kit/contributions.ts, and the tools for language models into package.json. With --check it writes
// nothing, and prints where package.json, its translations and the code differ. A text without Chinese is a warning; with
// --translated it is an error.
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generate } from './contributions/generate.ts';
import { readManifest } from './contributions/manifest.ts';
import { referenceProblems } from './contributions/references.ts';
import { toolProblems, withTools } from './contributions/tools.ts';
import { manifestTexts, sourceTexts } from './contributions/translations.ts';
import { root } from './kit/paths.ts';

const generated = 'src/editor/kit/contributions.ts';
const manifest = await readManifest();
const wanted = generate(manifest.contributes);
const file = join(root, generated);

if (process.argv.includes('--check')) {
  const present = await readFile(file, 'utf8').catch(() => '');
  const paths = globSync('src/**/*.ts', { cwd: root }).filter((path) => path !== generated);
  const sources = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  const texts = [manifestTexts(manifest), await sourceTexts(sources)];
  const untranslated = texts.flatMap((found) => found.untranslated);
  const isError = process.argv.includes('--translated');
  const problems = [
    ...(present === wanted ? [] : [`${generated} is not current: run npm run contributions.`]),
    ...referenceProblems(manifest, sources.join('\n')),
    ...toolProblems(manifest),
    ...texts.flatMap((found) => found.problems),
    ...(isError ? untranslated : []),
  ];
  if (!isError) for (const text of untranslated) console.warn(`Warning: ${text}`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, wanted);
  await writeFile(join(root, 'package.json'), withTools(manifest.text));
}
