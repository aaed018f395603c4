// Finds every regular expression of src whose time can grow faster than the length of its text, and writes the others
// into patterns/judged.json: npm run patterns [-- --all]. With --check it only reads, and reports what was not judged.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './kit/paths.ts';
import { patternsOfSource, type Pattern } from './patterns/source.ts';

/** Safe expressions that the checker cannot judge, by file and text, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/editor/documents/language/mentions.ts: /(?<![\\p{L}\\p{N}_&/#@.-])([#@])([\\p{L}\\p{N}_.-]{0,60})$/u':
    'it reads the 100 characters before the cursor',
  'src/domain/documents/assist/references.ts: /(?<![\\p{L}\\p{N}_&/#@.-])(?:(?:#(\\d{1,12})|(?<![!$])!([1-9]\\d{0,8}))(?![\\p{L}\\p{N}_])|@([\\p{L}\\p{N}](?:[\\p{L}\\p{N}_.-]{0,98}[\\p{L}\\p{N}_])?))/gu':
    'each sign reads at most 100 characters',
  "src/git/refPush.ts: new RegExp(`^([0-9a-f]{40,64})\\\\trefs/${folder}/([1-9]\\\\d{0,15})/head$`, 'gm')":
    'each part of a line ends at another character, and the folder is one of two names',
  "src/domain/runs/terminalText.ts: new RegExp(String.raw`${control}|${command}|\\u001b[@-Z\\\\^_]?|(?![\\r\\t])\\p{Cc}`, 'gu')":
    'each alternative begins with another character, and reads only what it drops',
  "src/core/hidden.ts: new RegExp(`${loneSelector}|${unseen}`, 'gu')":
    'it reads one character, and looks at most at two before it',
  "src/core/hidden.ts: new RegExp(`${loneSelector}|${loneJoiner}|(?!\\u200c|\\u200d)${unseen}`, 'gu')":
    'it reads one character, and looks at most at two before it',
  "src/core/text.ts: new RegExp(`(?:${hiddenInText.source}|[\\\\t\\\\n\\\\r])+`, 'gu')":
    'a run of single characters, of which no two alternatives match the same one',
  "src/domain/session/report.ts: new RegExp(`(?<![\\\\w-])${literal}(?![\\\\w-])`, 'gi')":
    'the login in it is escaped, so that it is literal text',
  'src/domain/search/lineMatches.ts: new RegExp(source, flags)':
    'the user wrote it; `TimeLimit` ends a search that takes too long',
  "src/editor/kit/commands/refusal.ts: new RegExp(`\\\\b${name.replaceAll('_', '[ _]')}\\\\b`, 'i')":
    'the name of a field of this extension, so that it is literal text',
  "src/domain/search/replacement.ts: new RegExp(expression.source, `${expression.flags.replaceAll(/[gy]/g, '')}y`)":
    'it matches once, at a place that a search with a time limit found',
};

/**
 * Those that the checker called safe, as `/source/flags`. It takes up to some seconds for one, so that only new ones are
 * judged; with `--all` every one.
 */
const judgedFile = join(root, 'scripts', 'patterns', 'judged.json');
const judged = JSON.parse(await readFile(judgedFile, 'utf8')) as readonly string[];
const isCheck = process.argv.includes('--check');
const known = new Set(process.argv.includes('--all') ? [] : judged);
const { literals, built } = patternsOfSource();
const problems: string[] = [];
const safe = new Set<string>();

for (const pattern of literals) {
  const text = `/${pattern.source}/${pattern.flags}`;
  if (pattern.name in exceptions || safe.has(text)) continue;
  const problem = known.has(text) ? undefined : await problemOf(pattern);
  if (problem === undefined) safe.add(text);
  else problems.push(`${pattern.name}: ${problem}`);
}
for (const name of built)
  if (!(name in exceptions)) problems.push(`${name}: cannot be judged, since it is built when the code runs`);
const names = new Set([...literals.map(({ name }) => name), ...built]);
for (const name of Object.keys(exceptions))
  if (!names.has(name)) problems.push(`${name}: is an exception of scripts/patterns.ts, and is not in the source`);

if (!isCheck) await writeFile(judgedFile, `${JSON.stringify([...safe].sort(), undefined, 2)}\n`);
else
  for (const text of judged)
    if (!safe.has(text))
      problems.push(`${text}: is no longer in the source; npm run patterns removes it from judged.json`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Why an expression is unsafe; undefined if it is safe. */
async function problemOf({ source, flags }: Pattern): Promise<string | undefined> {
  if (isCheck) return 'is new; npm run patterns judges it, and writes it into judged.json';
  // The checker also has Java and native editions; only the JavaScript edition runs everywhere.
  process.env.RECHECK_BACKEND = 'pure';
  const { check } = await import('recheck');
  const found = await check(source, flags, { timeout: 120_000 });
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `cannot be judged: ${found.error.kind}`;
  return `${found.complexity.summary}, as for ${found.attack.pattern}`;
}
