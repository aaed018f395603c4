import assert from 'node:assert/strict';
import { workflowInputs } from '../../../../src/domain/runs/workflowFile.ts';
import { workflowWarnings } from '../../../../src/domain/runs/workflowCheck.ts';
import { workflowOutline } from '../../../../src/domain/runs/workflowOutline.ts';
import { shapeAt, typedPlace } from '../../../../src/domain/runs/workflowSyntax.ts';

const good = `name: CI
on:
  push: {}
  pull_request: { types: [open, merge] }
  workflow_dispatch:
    inputs:
      level: { type: string, required: true, default: low, description: How much }
stages:
  test:
    name: Test
    jobs:
      unit:
        name: Unit
        runs-on: [ubuntu-latest, x64]
        steps:
          - name: 检出 (all)
            uses: checkout
          - name: Test
            if: \${{ always() }}
            run: npm test
`;

describe('workflowWarnings', () => {
  it('are none for a file that the host takes', () => assert.deepEqual(workflowWarnings(good), []));

  for (const [from, to, doubt, at] of [
    [
      '  push: {}\n  pull_request: { types: [open, merge] }\n  workflow_dispatch:\n    inputs:\n      level: { type: string, required: true, default: low, description: How much }',
      '  [push]',
      'onIsNoMap',
      '[push]',
    ],
    ['open, merge', 'opened', 'pullRequestType', 'opened'],
    ['type: string, ', '', 'inputWithoutType', '{ required'],
    ['        name: Unit\n', '', 'noName', 'runs-on'],
    ['- name: Test\n            if', '- if', 'noName', 'if: ${{'],
    ['[ubuntu-latest, x64]', 'ubuntu-latest', 'runsOnIsNoList', 'ubuntu-latest'],
    ['uses: checkout', 'uses: actions/checkout@v4', 'pluginWithOwner', 'actions/checkout'],
    ['${{ always() }}', 'always', 'bareCondition', 'always'],
    ['检出 (all)', '检出 <all>', 'name', '检出 <all>'],
    ['push: {}', 'push: { paths: [a], paths-ignore: [b] }', 'pathsTwice', '[b]'],
    ['type: string', 'type: number', 'inputWithoutType', '{ type: number'],
    ['uses: checkout', 'uses: ./.gitcode/workflows/a.yml', 'workflowInStep', './.gitcode'],
    ['run: npm test', 'run: echo ${{ github.sha }}', 'foreignContext', 'github'],
    ['name: CI', 'name: CI\nrun-name: Check', 'foreignKey', 'Check'],
    ['name: Unit', 'name: Unit\n        environment: live', 'foreignKey', 'live'],
    ['run: npm test', 'run: echo done: yes', 'runWithColon', 'echo done: yes'],
  ] as const)
    it(`tell ${doubt} at its place`, () => {
      const text = good.replace(from, () => to);
      const [warning, ...more] = workflowWarnings(text);
      assert.deepEqual([warning?.doubt, more], [doubt, []]);
      assert.ok(text.slice(warning!.from, warning!.to).startsWith(at), text.slice(warning!.from, warning!.to));
    });

  it('are none for a context of another host in a comment', () =>
    assert.deepEqual(workflowWarnings(`${good}# was: \${{ github.sha }}\n`), []));

  it('are told of a file as long and deep as real ones', () => {
    const jobs = Array.from({ length: 150 }, (_, at) =>
      good.slice(good.indexOf('      unit:')).replace('unit:', `unit${at}:`),
    );
    const long = `${good}${jobs.join('')}`.replaceAll('[ubuntu-latest, x64]', 'ubuntu-latest');
    assert.ok(long.length > 30_000);
    assert.equal(workflowWarnings(long).length, 151);
    const strategy = '        strategy: { matrix: { include: [{ level: low }] } }\n        runs-on: ubuntu';
    assert.equal(workflowWarnings(good.replace(/ {8}runs-on: .*/, strategy))[0]?.doubt, 'runsOnIsNoList');
  });

  it('tell what a file lacks as a whole, at its beginning', () => {
    const told = (text: string): unknown[] =>
      workflowWarnings(text).map(({ doubt, from, to }) => [doubt, text.slice(0, from).length, text.slice(from, to)]);
    assert.deepEqual(told('on: { push: {} }\n'), [['noJobs', 0, '']]);
    assert.deepEqual(told('jobs: {}\n'), [['onIsNoMap', 0, '']]);
    assert.deepEqual(told('on: { push: {} }\nstages: [test]\n'), [['stagesAreNoMap', 25, '[test]']]);
  });

  it('ask a job that uses another file for no steps, and no job for more than 16', () => {
    const job = (rest: string): string => `on: { push: {} }\njobs:\n  a: { name: A, ${rest} }\n`;
    const steps = (count: number): string =>
      job(`runs-on: [x], steps: [${Array.from({ length: count }, () => '{ name: A, run: a }').join(', ')}]`);
    const doubts = (text: string): string[] => workflowWarnings(text).map(({ doubt }) => doubt);
    assert.deepEqual(doubts(job('uses: ./.gitcode/workflows/b.yml')), []);
    assert.deepEqual([doubts(steps(16)), doubts(steps(17))], [[], ['manySteps']]);
  });

  it('are none for a file that is too long to be read', () =>
    assert.deepEqual(workflowWarnings(`jobs: {}\n#${' '.repeat(200_000)}`), []));

  it('are none while the text is no YAML', () => assert.deepEqual(workflowWarnings('on: [\n'), []));
});

describe('workflowOutline', () => {
  const shown = (text: string, parts = workflowOutline(text)): unknown[] =>
    parts.map(({ kind, name, detail, from, parts: inner }) => {
      const { length } = text.slice(0, from).split('\n');
      return [kind, name, detail, length, ...(inner.length === 0 ? [] : [shown(text, inner)])];
    });

  it('has the stages, jobs and steps with their lines', () => {
    const steps = [
      ['step', '检出 (all)', 'checkout', 16],
      ['step', 'Test', '', 18],
    ];
    assert.deepEqual(shown(good), [['stage', 'Test', 'test', 9, [['job', 'Unit', 'unit', 12, steps]]]]);
    const flat = 'jobs:\n  a:\n    steps:\n      - run: x\npost:\n  jobs:\n    b: {}\n';
    assert.deepEqual(shown(flat), [
      ['job', 'a', '', 2, [['step', '1', '', 4]]],
      ['stage', 'post', '', 5, [['job', 'b', '', 7]]],
    ]);
    assert.deepEqual(shown('- a\n'), []);
  });
});

describe('workflowInputs', () => {
  it('are those of a manual start', () => {
    const about = { description: 'How much', required: true, value: 'low', options: undefined, isNumber: false };
    assert.deepEqual(workflowInputs(good), [{ name: 'level', ...about }]);
    assert.deepEqual(workflowInputs('on: [push]'), []);
    assert.deepEqual(
      workflowInputs('on: { workflow_dispatch: { inputs: { a: { type: number }, b: { type: boolean } } } }').map(
        ({ isNumber, options }) => [isNumber, options?.[0]],
      ),
      [
        [true, undefined],
        [false, 'false'],
      ],
    );
  });
});

describe('typedPlace', () => {
  const keysAt = (text: string): readonly string[] => {
    const { path, key } = typedPlace(text.split('\n'));
    const shape = shapeAt(key === undefined ? path : [...path, key]);
    return key === undefined ? Object.keys(shape?.keys ?? {}) : (shape?.values ?? shape?.items?.values ?? []);
  };

  it('tells what can follow', () => {
    assert.ok(keysAt('').includes('stages'));
    assert.ok(keysAt('on:\n  ').includes('pull_request'));
    assert.ok(keysAt('stages:\n  one:\n    ').includes('fail_fast'));
    assert.ok(keysAt('jobs:\n  a:\n    name: A\n    ').includes('runs-on'));
    assert.ok(keysAt('jobs:\n  a:\n    steps:\n      - name: A\n        ').includes('uses'));
    assert.ok(keysAt('jobs:\n  a:\n    steps:\n      - name: A\n      - ').includes('uses'));
    assert.ok(keysAt('jobs:\n  a:\n    steps:\n      - name: A\n        uses: ').includes('checkout'));
    assert.ok(keysAt('on:\n  pull_request:\n    types: ').includes('merge'));
    assert.deepEqual(keysAt('env:\n  A:\n    '), []);
    assert.deepEqual(keysAt('env:\n  A:\n    B:\n      '), [], 'below what is unknown');
    assert.ok(keysAt('jobs:\n  a:\n\n    # a note\n    ').includes('runs-on'), 'an empty line and a note say nothing');
    assert.ok(
      keysAt('jobs:\n  a:\n    steps:\n    - name: A\n      ').includes('uses'),
      'entries as far left as their key',
    );
    assert.ok(keysAt('on:\n  schedule:\n    - ').includes('cron'));
    assert.ok(keysAt('jobs:\n  a:\n    "runs-on":\n      - ').length === 0, 'an entry of values has no keys');
  });
});
