import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Pipeline, Run } from '../../../../src/api/record/run.ts';
import { Failure } from '../../../../src/core/errors.ts';
import {
  branchReports,
  CiReports,
  commitReports,
  noteReports,
  type CiReport,
} from '../../../../src/domain/runs/ciReports.ts';
import { stateOf } from '../../../../src/domain/runs/runState.ts';
import { discussion } from '../conversation/kit.ts';

const minute = 60_000;
const start = Date.parse('2026-11-01T10:00:00Z');
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

const place = { connection: { host: { id: 'local' } }, name: { host: 'local', owner: 'a', repo: 'b' } } as HostPlace;
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
  reports.map(({ run, pipeline, note, about }) => `${run?.workflow_run_id ?? pipeline?.id ?? note?.number} ${about}`);

describe('the CI of a pull request', () => {
  let now: number;
  let asked: string[];
  let runs: readonly Run[] | Failure;
  let pipelines: readonly Pipeline[] | Failure;
  let ci: CiReports;

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
    ci = new CiReports(list, older, () => now);
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
    now += 24 * 60 * minute;
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

  it('is asked for once a day where there is none, unless the pull request changes', async () => {
    await read();
    now += 24 * 60 * minute - 1;
    await read();
    assert.deepEqual(asked, ['runs', 'pipelines']);
    await read({ ...pull, updated_at: at(6) });
    assert.equal(asked.length, 4);
  });

  it('is read again after the user asks for it', async () => {
    runs = [runOf('1', 'test', 'COMPLETED', at(1))];
    await read();
    ci.forget();
    await read();
    assert.deepEqual(asked, ['runs', 'runs']);
  });
});

describe('the CI of a branch and of commits', () => {
  const tip = 'a'.repeat(40);
  const onBranch = (id: string, workflow: string, head_sha: string, more: object = {}): Run =>
    v.parse(Run, {
      workflow_run_id: id,
      workflow_id: workflow,
      status: 'COMPLETED',
      head_branch: 'main',
      head_sha,
      ...more,
    });

  it('is the newest run of each workflow, about the tip, an earlier commit, or maybe one', () => {
    const runs = [
      onBranch('6', 'test', 'b'.repeat(40), { head_branch: 'other' }),
      onBranch('5', 'test', tip, { pull_request_id: '7' }),
      onBranch('4', 'test', tip.toUpperCase()),
      onBranch('3', 'docs', 'b'.repeat(40)),
      onBranch('2', 'lint', ''),
      onBranch('1', 'test', 'b'.repeat(40)),
    ];
    assert.deepEqual(said(branchReports(runs, 'main', tip)), ['4 head', '3 earlier', '2 unknown']);
    assert.deepEqual(said(branchReports(runs, 'main', undefined)), ['4 unknown', '3 unknown', '2 unknown']);
    assert.deepEqual(said(commitReports(runs, 'b'.repeat(40))), ['6 head', '3 head']);
    assert.deepEqual(said(commitReports(runs, 'c'.repeat(40))), []);
  });

  it('is read once for all commits of a branch, and again when the branch has moved', async () => {
    let now = start;
    const asked: (string | undefined)[] = [];
    let answer: readonly Run[] = [onBranch('1', 'test', tip)];
    const list = {
      async *pages(_: HostPlace, { branch }: { readonly branch?: string | undefined }) {
        asked.push(branch);
        yield await Promise.resolve({ runs: answer, more: true });
      },
    };
    const ci = new CiReports(list, { pipelines: () => Promise.reject(new Error('is of pull requests')) }, () => now);
    const read = async (sha?: string) => await ci.runs(place, { branch: 'main', sha }, {});
    await read(tip);
    await read();
    assert.deepEqual(asked, ['main']);
    // A run of a new commit can come two minutes late.
    for (const minutes of [1, 1, 1, 8]) {
      now += minutes * minute;
      await read(tip);
    }
    assert.equal(asked.length, 3);
    now += 2 * minute;
    await read(tip);
    assert.equal(asked.length, 4);
    answer = [];
    assert.deepEqual(await read('b'.repeat(40)), []);
    await ci.runs(place, {}, {});
    assert.deepEqual(asked.slice(4), ['main', undefined]);
  });
});

describe('the notes of robots about a pull request', () => {
  const noteOf = (name: string, number: number, state: string, updated_at: string) =>
    discussion({
      login: 'robot-ci',
      body: `<div>流水线 <a href="https://ci.example/${number}">${name}#${number}</a> [ commitID：aaaaaaaa ] ${state}</div>`,
      updated_at,
    });

  it('are the newest of each name, also one that was rewritten, with source and time', () => {
    const discussions = [
      noteOf('engine', 2, '运行失败', at(5)),
      noteOf('engine', 1, '已完成', at(1)),
      noteOf('docs', 9, '运行中', at(2)),
      discussion({ login: 'erik', body: 'Why?' }),
    ];
    const reports = noteReports(discussions, 'a'.repeat(40));
    assert.deepEqual(said(reports), ['2 head', '9 head']);
    assert.deepEqual(said(noteReports(discussions, 'b'.repeat(40))), ['2 earlier', '9 earlier']);
    assert.deepEqual([reports[0]?.note?.login, reports[0]?.note?.time], ['robot-ci', at(5)]);
    assert.deepEqual(
      reports.map(({ note }) => stateOf(note?.state)),
      ['failed', 'running'],
    );
  });
});
