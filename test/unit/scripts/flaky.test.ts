import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { judgeFlaky, readKnownFlaky } from '../../../scripts/test/flaky.ts';
import { nothing, type Count } from '../../kit/reporter.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const count: Count = { ...nothing, passed: 3, flaky: ['files are read\nError: 5 requests', 'files\nError: late'] };

describe('tests that pass only on their second run', () => {
  it('fail in CI unless they are listed', () => {
    const judged = judgeFlaky(count, [{ title: 'files', reason: 'a slow disk', date: '2026-11-25' }]);
    assert.equal(judged.passed, 2);
    assert.equal(judged.failed, 1);
    assert.deepEqual(judged.flaky, ['files\nError: late']);
    assert.deepEqual(judged.failures, ['passed only when it ran again: files are read\nError: 5 requests']);
  });

  it('need a reason and a date in the list', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'flaky.json');
    const entry = { title: 'files', reason: 'a slow disk', date: '2026-11-25' };
    await writeFile(file, JSON.stringify([entry]));
    assert.deepEqual(await readKnownFlaky(file), [entry]);
    for (const missing of [{ reason: '' }, { date: 'soon' }, { title: undefined }]) {
      await writeFile(file, JSON.stringify([{ ...entry, ...missing }]));
      await assert.rejects(readKnownFlaky(file), /needs a title, a reason and a date/);
    }
  });

  it('are counted, but a promise of requests is not tried twice, also in parallel runs', async () => {
    await using folder = await temporaryFolder();
    const files = ['one', 'two'].map((name) => join(folder.path, `${name}.test.ts`));
    const text = `
      import { within, withinTime } from ${JSON.stringify(join(root, 'test', 'budgets.ts'))};
      let [requests, milliseconds] = [2, 2];
      it('keeps its requests', () => within(1, requests--));
      it('keeps its time', () => withinTime(1, milliseconds--));`;
    for (const file of files) await writeFile(file, text);
    const results = join(folder.path, 'results.json');
    const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js');
    for (const jobs of [[], ['--parallel', '--jobs', '2']]) {
      const args = [mocha, '--reporter', './test/kit/reporter.ts', '--retries', '1', ...jobs, ...files];
      spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, SOURCEHOST_RESULTS: results } });
      const { passed, failed, failures, flaky } = JSON.parse(await readFile(results, 'utf8')) as Count;
      assert.deepEqual({ passed, failed }, { passed: 2, failed: 2 });
      assert.ok(
        failures.every((one) => one.startsWith('keeps its requests\nAssertionError')),
        failures.join('\n'),
      );
      assert.ok(
        flaky.every((one) => one.startsWith('keeps its time\nAssertionError')),
        flaky.join('\n'),
      );
      assert.equal(flaky.length, 2);
    }
  });
});
