import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Pipeline, Run } from '../../../../src/api/record/run.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { PullRequestRuns, type CiReport } from '../../../../src/domain/runs/pullRequestRuns.ts';
import type { RunPlace } from '../../../../src/domain/runs/runs.ts';

const minute = 60_000;
const start = Date.parse('2026-11-01T10:00:00Z');
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

const place = { connection: { host: { id: 'local' } }, name: { host: 'local', owner: 'a', repo: 'b' } } as RunPlace;
const pull = { number: '7', head: { sha: 'a'.repeat(40) }, updated_at: at(0) };
const runOf = (id: string, workflow: string, status: string, start_time?: string): Run =>
  v.parse(Run, {
    workflow_run_id: id,
    workflow_id: workflow,
    status,
    start_time: start_time && Date.parse(start_time),
  });
const pipelineOf = (id: number, name: string, sha: string, status = 'success'): Pipeline =>
  v.parse(Pipeline, { id, name, sha, status });

const said = (reports: readonly CiReport[]): string[] =>
  reports.map(({ run, pipeline, about }) => `${run?.workflow_run_id ?? pipeline?.id} ${about}`);

describe('the CI of a pull request', () => {
  let now: number;
  let asked: string[];
  let runs: readonly Run[] | Failure;
  let pipelines: readonly Pipeline[] | Failure;
  let ci: PullRequestRuns;

  beforeEach(() => {
    [now, asked, runs, pipelines] = [start + 5 * minute, [], [], []];
    const list = {
      async *pages() {
        asked.push('runs');
        if (runs instanceof Failure) throw runs;
        yield await Promise.resolve({ runs, more: true });
        asked.push('a second page');
      },
    };
    const older = {
      pipelines: () => {
        asked.push('pipelines');
        return pipelines instanceof Failure ? Promise.reject(pipelines) : Promise.resolve(pipelines);
      },
    };
    ci = new PullRequestRuns(list, older, () => now);
  });
  const read = async (of = pull): Promise<string[]> => said(await ci.of(place, of, {}));

  it('is the newest run of each workflow, surely about the head only if it is newer than the last change', async () => {
    runs = [
      runOf('4', 'lint', 'INIT'),
      runOf('3', 'test', 'FAILED', at(1)),
      runOf('2', 'docs', 'COMPLETED', at(-1)),
      runOf('1', 'test', 'COMPLETED', at(-2)),
    ];
    assert.deepEqual(await read(), ['4 unknown', '3 head', '2 unknown']);
    assert.deepEqual(asked, ['runs']);
  });

  it('is the newest older pipeline of each name where no run is listed, about the head if it has its commit', async () => {
    runs = new Failure('unsupported', 'no runs', { status: 405 });
    pipelines = [
      pipelineOf(3, 'all', pull.head.sha.toUpperCase()),
      pipelineOf(2, 'docs', 'b'.repeat(40)),
      pipelineOf(1, 'all', ''),
    ];
    assert.deepEqual(await read(), ['3 head', '2 earlier']);
    assert.deepEqual(asked, ['runs', 'pipelines']);
  });

  it('is kept for a minute while something runs or can still begin, else for ten, and for one head', async () => {
    runs = [runOf('1', 'test', 'RUNNING', at(1))];
    await read();
    now += minute - 1;
    await read();
    assert.equal(asked.length, 1);
    runs = [runOf('1', 'test', 'COMPLETED', at(1))];
    now += 1;
    await read();
    now += 10 * minute - 1;
    await read();
    assert.equal(asked.length, 2);
    now += 1;
    await read({ ...pull, updated_at: new Date(now).toISOString() });
    now += minute;
    await read();
    assert.equal(asked.length, 4);
    await read({ ...pull, head: { sha: 'c'.repeat(40) } });
    assert.equal(asked.length, 5);
  });

  it('is nothing where it may not be read, and another failure is one, asked again', async () => {
    [runs, pipelines] = [
      new Failure('forbidden', 'no', { status: 403 }),
      new Failure('missing', 'none', { status: 404 }),
    ];
    assert.deepEqual(await read(), []);
    now += 10 * minute;
    runs = new Failure('unreachable', 'away', { reason: 'offline' });
    await assert.rejects(read(), { kind: 'unreachable' });
    runs = [runOf('1', 'test', 'COMPLETED', at(1))];
    assert.deepEqual(await read(), ['1 head']);
  });

  it('is read once for callers at the same time', async () => {
    runs = [runOf('1', 'test', 'COMPLETED', at(1))];
    await Promise.all([read(), read()]);
    assert.deepEqual(asked, ['runs']);
  });
});
