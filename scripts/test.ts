import { parseArgs } from 'node:util';
import { editor } from './test/editor.ts';
import { watchOutput } from './test/leaks.ts';
import { lint } from './test/lint.ts';
import { inNode } from './test/mocha.ts';
import type { Stage } from './test/stage.ts';

const stages = new Map<string, Stage>([
  ['lint', lint],
  ['unit', inNode('unit')],
  ['contract', inNode('contract')],
  ['editor', editor],
  ['journeys', inNode('journeys', ['--require', './test/journeys/kit/hooks.ts', '--timeout', '120000', '--exit'])],
]);

const help = `npm test [-- [stage …] [part of a file name …] [--grep TEXT]]

Stages: ${[...stages.keys()].join(', ')}. Without any, all of them run, in this order.
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

const named = positionals.filter((name) => stages.has(name));
const filter = { files: positionals.filter((name) => !stages.has(name)), grep: values.grep };
const total = { passed: 0, failed: 0, skipped: 0 };
const leaks = watchOutput();

for (const [name, stage] of stages) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n── ${name} ──`);
  const start = Date.now();
  const count = await stage(filter).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(`── ${name}: ${words(count)} in ${((Date.now() - start) / 1000).toFixed(1)} s ──`);
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
}
if (leaks.length > 0) {
  total.failed += 1;
  console.error(
    `\nA secret was shown above, after\n  ${[...leaks].map((leak) => leak.replace(/local-.*$/s, '')).join('\n  ')}`,
  );
}
console.log(`\n${words(total)}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function words({ passed, failed, skipped }: typeof total): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
