import assert from 'node:assert/strict';
import * as v from 'valibot';
import { RunDetail, Validation } from '../../../../src/api/record/run.ts';
import { findingsOf } from '../../../../src/domain/runs/findings.ts';
import { firstFailed, isUnreadable, ranJobs } from '../../../../src/domain/runs/jobs.ts';
import { hasEnded, stateOf } from '../../../../src/domain/runs/runState.ts';
import { forms } from '../../../forms/forms.ts';

const detail = (more: object = {}): RunDetail =>
  v.parse(RunDetail, { ...(forms['ci-run']![0]!.body as object), ...more });

describe('parts of a run', () => {
  it('leads to the step that failed, not to the job that is only shown', () => {
    const { stage, job, step } = firstFailed(detail()) ?? {};
    assert.deepEqual([stage?.name, job?.name, step?.name, step?.sequence], ['Test', 'test', 'test', 2]);
    assert.deepEqual(
      ranJobs(detail()).map((place) => place.job.name),
      ['image', 'test'],
    );
  });

  it('leads to a job that no runner took, and to nothing in a run whose file is not valid', () => {
    const jobs = [{ id: 'a', name: 'arm', status: 'FAILED', steps: [] }];
    assert.equal(firstFailed(detail({ stages: [{ name: 'one', jobs }] }))?.job.name, 'arm');
    assert.deepEqual(
      [firstFailed(detail({ stages: null })), isUnreadable(detail({ stages: null }))],
      [undefined, true],
    );
  });
});

describe('state of a run', () => {
  it('is one of few, in any case, and unknown for another word', () => {
    const words = ['COMPLETED', 'failed', 'RUNNING', 'QUEUED', 'INIT', 'SUSPEND', 'CANCELED', 'IGNORED', 'TIMEOUT', ''];
    assert.deepEqual(words.map(stateOf), [
      ...['passed', 'failed', 'running', 'running', 'waiting', 'waiting', 'stopped', 'skipped', 'unknown', 'unknown'],
    ]);
  });

  it('ends with a known word, or with a time', () => {
    const end_time = '2026-01-01T00:00:00Z';
    assert.deepEqual(
      [
        hasEnded({ status: 'FAILED', end_time: undefined }),
        hasEnded({ status: 'PAUSED', end_time: undefined }),
        hasEnded({ status: 'timeout', end_time: undefined }),
        hasEnded({ status: 'COMPILE_ERROR', end_time: undefined }),
        hasEnded({ status: 'NEW', end_time }),
        hasEnded({ status: 'NEW', end_time: undefined }),
      ],
      [true, false, true, true, true, false],
    );
  });
});

describe('findings in a workflow', () => {
  const text = 'name: CI\non:\n  push: {}\njobs:\n  build:\n    steps:\n      - uses: actions/x@v4\n';
  const found = (line: number, message: string, column = 4) =>
    findingsOf(
      v.parse(Validation, {
        valid: false,
        diagnostics: [{ range: { start: { line, column }, end: { line, column } }, message }],
      }),
      text,
    ).map(({ start, end }) => [start.line, start.column, end.line, end.column]);

  it('stand at lines that count from 0 or from 1', () => {
    assert.deepEqual(found(4, 'jobs[build].name: empty'), [[4, 4, 4, 8]]);
    assert.deepEqual(found(5, 'jobs.build: empty'), [[4, 4, 4, 8]]);
    assert.deepEqual(found(0, 'on: 格式错误', 0), [[0, 0, 0, 8]]);
    assert.deepEqual(found(8, 'unexpected end', 0), [[7, 0, 7, 0]]);
  });

  it('stand at their range, at the line where it does not end behind its begin, and at the first line without one', () => {
    const at = (range: unknown, severity?: string) => {
      const diagnostics = [{ range, severity, message: 'wrong' }];
      const [finding] = findingsOf(v.parse(Validation, { valid: false, diagnostics }), text);
      return [finding?.start, finding?.end, finding?.severity];
    };
    const [start, end] = [
      { line: 2, column: 2 },
      { line: 4, column: 6 },
    ];
    assert.deepEqual(at({ start, end }), [start, end, 'error']);
    assert.deepEqual(at({ start, end: { line: 2, column: 6 } }, 'WARNING'), [start, { line: 2, column: 6 }, 'warning']);
    assert.deepEqual(at({ start: end, end: start }, 'hint'), [end, { line: 4, column: 8 }, 'info']);
    assert.deepEqual(at({ start }, 'Information'), [start, { line: 2, column: 10 }, 'info']);
    assert.deepEqual(at(undefined, 'warn'), [{ line: 0, column: 0 }, { line: 0, column: 8 }, 'warning']);
    assert.deepEqual(at({ start: { line: -3, column: -1 } }), [
      { line: 0, column: 0 },
      { line: 0, column: 8 },
      'error',
    ]);
  });
});
