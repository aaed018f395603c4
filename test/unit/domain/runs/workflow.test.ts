import assert from 'node:assert/strict';
import { workflowInputs } from '../../../../src/domain/runs/workflowFile.ts';
import { workflowWarnings } from '../../../../src/domain/runs/workflowCheck.ts';
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
  ] as const)
    it(`tell ${doubt} at its place`, () => {
      const text = good.replace(from, () => to);
      const [warning, ...more] = workflowWarnings(text);
      assert.deepEqual([warning?.doubt, more], [doubt, []]);
      assert.ok(text.slice(warning!.from, warning!.to).startsWith(at), text.slice(warning!.from, warning!.to));
    });

  it('are none while the text is no YAML', () => assert.deepEqual(workflowWarnings('on: [\n'), []));
});

describe('workflowInputs', () => {
  it('are those of a manual start', () => {
    const about = { description: 'How much', required: true, value: 'low', options: undefined };
    assert.deepEqual(workflowInputs(good), [{ name: 'level', ...about }]);
    assert.deepEqual(workflowInputs('on: [push]'), []);
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
  });
});
