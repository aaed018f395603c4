import assert from 'node:assert/strict';
import type { Discussion } from '../../../../src/domain/conversation/conversation.ts';
import {
  blankOf,
  isByRobot,
  pipelineNotes,
  reportOf,
  robotCommands,
  runCommands,
  seemsRunning,
  startsRun,
} from '../../../../src/domain/conversation/robots.ts';
import { discussion } from './kit.ts';

const pipeline = (number: number, state: string): string =>
  `<div>流水线 <a href="https://ci.example/${number}">PR-pipeline_engine#${number}</a>  [ commitID：121cc507 ] ${state}</div>\n<table><tr><td>&#9989;</td></tr></table>`;

const said = (login: string, body: string): Discussion => discussion({ login, body });

describe('robots', () => {
  it('are known by their login or by the form of a report', () => {
    const isRobot = (login: string, body = ''): boolean => isByRobot(said(login, body));
    for (const login of ['robot-ci', 'openeuler-ci-bot', 'ascend_robot', 'CI', 'x-bot'])
      assert.ok(isRobot(login), login);
    for (const login of ['alicia', 'abbott', 'marcin', 'bottle', 'erik']) assert.ok(!isRobot(login), login);
    assert.ok(isRobot('erik', pipeline(7, '已完成')));
    assert.ok(!isRobot('erik', `> ${pipeline(7, '已完成')}\n\nWhy?`));
  });

  it('write notes that are listed newest first, by their time or without one by their place', () => {
    const at = (number: number, updated_at?: string): Discussion =>
      discussion({ body: pipeline(number, '已完成'), created_at: undefined, updated_at });
    const listed = (...notes: Discussion[]): string[] => pipelineNotes(notes).map(({ number }) => number);
    assert.deepEqual(listed(at(1), at(2), at(3)), ['3', '2', '1']);
    const [first, second] = ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'];
    assert.deepEqual(listed(at(1, first), at(2, second), at(3, first)), ['2', '3', '1']);
    const unknown = { ...at(3), user: undefined };
    assert.equal(pipelineNotes([unknown])[0]?.login, undefined);
    assert.deepEqual([isByRobot(unknown), isByRobot({ ...unknown, body: 'compile' })], [true, false]);
  });

  it('name their reports by the pipeline or the first heading', () => {
    assert.deepEqual(reportOf(pipeline(7, '运行失败')), {
      name: 'PR-pipeline_engine',
      summary: 'PR-pipeline_engine#7 运行失败',
      state: '运行失败',
    });
    assert.equal(reportOf('Hello\n\n## PR Approval Progress\n\n| a |')?.name, 'PR Approval Progress');
    assert.equal(reportOf('Docs pipeline is running...'), undefined);
  });

  it('list the commands that their notes name, and nobody else does', () => {
    const list =
      '<ul><li><span style="padding: 2px">compile</span> : <span>运行流水线</span>\n</li><li><span>retry &lt;任务名&gt;</span> : <span>重试</span></li></ul>';
    const all = [
      said('robot-ci', 'comment `/approve` or `/lgtm`, not `conf/engine.yaml`'),
      said('robot-ci', `${pipeline(7, '已完成')}${list}`),
      said('erik', 'I wrote `/hold`'),
    ];
    assert.deepEqual(robotCommands(all), ['/approve', '/lgtm', 'compile', 'retry <任务名>']);
    assert.deepEqual([runCommands(all, 'repeat'), runCommands(all, 'stop')], [['compile', 'retry <任务名>'], []]);
    assert.deepEqual(['compile', 'retry <任务名>'].map(blankOf), [undefined, '<任务名>']);
  });

  it('seem to run as long as the newest report does, or a label says so', () => {
    const running = said('robot-ci', 'Docs pipeline is running...');
    assert.ok(seemsRunning([running], []));
    assert.ok(seemsRunning([], ['ci-pipeline-running']));
    assert.ok(seemsRunning([said('robot-ci', pipeline(7, '运行中'))], []));
    assert.ok(!seemsRunning([running, said('robot-ci', pipeline(7, '已完成'))], ['ci-pipeline-passed']));
    assert.ok(!seemsRunning([said('erik', 'it is running')], []));
  });

  it('run at a comment that is only the command', () => {
    for (const text of ['compile', 'thanks\ncompile  ', '/retest']) assert.ok(startsRun(text), text);
    for (const text of ['it does not compile', 'compile it', '/lgtm']) assert.ok(!startsRun(text), text);
  });
});
