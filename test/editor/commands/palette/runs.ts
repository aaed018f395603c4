import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, languages, Uri } from 'vscode';
import { until } from '../../../kit/until.ts';
import { opens, selects, shows, type Row, type Walk } from './walk.ts';

const file = 'sourcehost://local/alice/website/build.mjs';

/** A report of a pipeline with the commands of its robot. */
const note =
  '<div>流水线 <a href="https://ci.invalid/1">all#1</a> [ commitID：12345678 ] 运行失败</div><ul><li>retry &lt;任务名&gt;: 重新执行</li></ul>';

const requested =
  (operation: string): Walk['then'] =>
  async ({ service }) =>
    assert.ok((await service.requests(operation)).length > 0);

/** Runs of CI, their artifacts, and workflows. */
export const runs: readonly Walk[] = [
  { id: 'run.list', then: requested('runs.list') },
  {
    id: 'run.show',
    // A run is shown that the filter hides.
    before: () => commands.executeCommand('sourcehost.run.filter', { status: 'COMPLETED' }),
    asks: ({ person }) => person.picks('Checks #2'),
    then: () => selects('Checks #2'),
  },
  { id: 'run.showLog', asks: ({ person }) => person.picks('Checks #1'), then: () => shows(/^sourcehost-log:/) },
  {
    id: 'run.showFailedStep',
    asks: ({ person }) => person.picks('Checks #2'),
    then: async () => assert.match(await shows(/^sourcehost-log:/), /exit code 1/),
  },
  {
    id: 'run.artifacts',
    asks: async ({ person, folder }) => {
      await person.picks('Checks #1');
      await person.picks('coverage');
      await person.chooses(Uri.file(join(folder, 'listed.zip')));
    },
    then: async ({ folder }) => assert.ok((await readFile(join(folder, 'listed.zip'))).length > 0),
  },
  {
    id: 'run.downloadArtifact',
    asks: async ({ person, folder }) => {
      await person.picks('Checks #1');
      await person.picks('coverage');
      const { options } = await person.chooses(Uri.file(join(folder, 'coverage.zip')));
      assert.match(options.defaultUri?.path ?? '', /coverage\.zip$/);
    },
    then: async ({ folder }) => {
      const bytes = await readFile(join(folder, 'coverage.zip'));
      assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    },
  },
  {
    id: 'run.removeArtifact',
    asks: async ({ person }) => {
      await person.picks('Checks #1');
      await person.picks('coverage');
      await person.answers(/^Delete coverage\?/, 'Delete');
    },
    then: requested('artifacts.remove'),
  },
  {
    id: 'run.repeat',
    before: async ({ call }) => await call('pullRequestComments.create', { number: 41, body: note }),
    asks: async ({ person }) => {
      await person.picks('Checks #2');
      await person.picks('Unit tests');
      await person.answers(/^Comment “retry Unit tests” on !41\?/, 'Comment');
    },
    then: async ({ call }) => {
      const all = await call('pullRequestComments.list', { number: 41, per_page: 100 });
      assert.ok(all.some(({ body }) => body === 'retry Unit tests'));
    },
  },
  {
    id: 'run.stop',
    asks: ({ person }) => person.picks('Checks #3'),
    then: async ({ person }) => await until(() => person.opened.some((page) => /\/actions\/runs\/\w{32}$/.test(page))),
  },
  ...['workflow.list', 'workflow.run'].map((id): Walk => ({
    id,
    asks: async ({ person }) => {
      await person.picks('Checks');
      await person.picks('main');
      await person.answers(/^Run Checks on main\?/, 'Run');
    },
    then: async ({ call }) => {
      const { workflow_runs: all } = await call<{ workflow_runs: Row[] }>('runs.list');
      assert.equal(all[0]?.event, 'Manual');
    },
  })),
  {
    id: 'workflow.validate',
    before: () => opens(file),
    then: () => until(() => languages.getDiagnostics(Uri.parse(file)).some(({ source }) => source === 'Sourcehost')),
  },
];
