import { parseArgs } from 'node:util';
import { nothing, type Count } from '../test/kit/reporter.ts';
import { editor } from './test/editor.ts';
import { judgeFlaky, readKnownFlaky } from './test/flaky.ts';
import { HeldOutput } from './test/heldOutput.ts';
import { watchOutput } from './test/leaks.ts';
import { lint } from './test/lint.ts';
import { inNode } from './test/mocha.ts';
import { soak } from './test/soak.ts';
import { sum, wordsOf, type Stage } from './test/stage.ts';
import { temporaryFiles } from './test/temporaryFiles.ts';

const stages = new Map<string, Stage>([
  ['lint', lint],
  ['unit', inNode('unit', { jobs: 2, long: ['release/'] })],
  ['contract', inNode('contract', { jobs: 2, long: ['reliability', 'release/'] })],
  ['editor', editor],
  [
    'journeys',
    inNode('journeys', {
      options: [...['--require', './test/journeys/kit/hooks.ts'], ...['--timeout', '180000', '--exit']],
      jobs: 2,
      long: ['release/'],
    }),
  ],
  ['soak', soak],
]);

const help = `npm test [-- [stage …] [part of a file name …] [--grep TEXT]]

Stages: ${[...stages.keys()].join(', ')}. Without any, all of them but soak run, some side by side.
  npm test -- unit                    only the unit tests
  npm test -- editor drafts           of the tests in the extension host, the files named like "drafts"
  npm test -- unit --grep "is empty"  tests whose title contains this`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) {
  console.log(help);
  process.exit();
}

const folder = temporaryFiles(process.env);
if (folder !== undefined) process.env.TMPDIR = folder;

const named = positionals.filter((name) => stages.has(name));
const files = positionals.filter((name) => !stages.has(name));
let total = nothing;
const known = await readKnownFlaky();
const leaks = watchOutput();

/** Which stages end before a stage begins: with more processes at once, each one responds later, and nothing ends earlier. */
const begins: Readonly<Record<string, readonly string[]>> = {
  unit: [],
  contract: ['unit'],
  editor: [],
  journeys: ['unit', 'contract', 'editor'],
  soak: ['journeys'],
  lint: ['unit', 'editor'],
};
const usual = named.length > 0 ? named : Object.keys(begins).filter((name) => name !== 'soak');
const runs = new Map<string, Promise<void>>();
let shown = Promise.resolve();
for (const [name, earlier] of Object.entries(begins)) {
  if (!usual.includes(name)) continue;
  const output = new HeldOutput();
  const ended = Promise.all(earlier.flatMap((stage) => runs.get(stage) ?? [])).then(() => runStage(name, output));
  runs.set(name, ended);
  shown = shown.then(() => {
    output.release();
    return ended;
  });
}
await shown;
if (leaks.length > 0) {
  const places = [...leaks].map((leak) => leak.replace(/local-.*$/s, ''));
  total = sum(total, { ...nothing, failed: 1, failures: [`A secret was shown above, after\n${places.join('\n')}`] });
}
if ((process.env.CI ?? '') !== '') total = judgeFlaky(total, known);
for (const one of total.flaky) console.error(`\nPassed only when it ran again: ${one}`);
for (const one of total.failures) console.error(`\nFailed: ${one}`);
if (total.passed + total.failed + total.skipped === 0)
  console.error(`\nNo test of the stages ${usual.join(', ')} has such a path or title.`);
console.log(`\n${total.flaky.length} passed only when they ran again\n${words(total)}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function runStage(name: string, { show }: HeldOutput): Promise<void> {
  const stage = stages.get(name);
  if (stage === undefined) return;
  show(`\n── ${name} ──\n`);
  const start = Date.now();
  const count = await stage({ files, grep: values.grep, show }).catch((error: unknown) => {
    return { ...nothing, failed: 1, failures: [`${name}\n${wordsOf(error)}`] };
  });
  show(`── ${name}: ${words(count)} in ${((Date.now() - start) / 1000).toFixed(1)} s ──\n`);
  total = sum(total, count);
}

function words({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
