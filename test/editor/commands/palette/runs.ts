import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, Uri } from 'vscode';
import { until } from '../../../kit/until.ts';
import { opens, selects, shows, type Row, type Walk } from './walk.ts';

const file = 'sourcehost://local/alice/website/build.mjs';

const requested =
  (operation: string): Walk['then'] =>
  async ({ service }) =>
    assert.equal((await service.requests(operation)).length, 1);

/** Runs of CI, their artifacts, and workflows. */
export const runs: readonly Walk[] = [
  { id: 'run.list', then: requested('runs.list') },
  { id: 'run.show', asks: ({ person }) => person.picks('Checks #2'), then: () => selects('Checks #2') },
  { id: 'run.showLog', asks: ({ person }) => person.picks('Checks #1'), then: () => shows(/^sourcehost-log:/) },
  {
    id: 'run.showFailedStep',
    asks: ({ person }) => person.picks('Checks #2'),
    then: async () => assert.match(await shows(/^sourcehost-log:/), /exit code 1/),
  },
  { id: 'run.artifacts', asks: ({ person }) => person.picks('Checks #1'), then: requested('runs.artifacts') },
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
  { id: 'workflow.list', then: requested('workflows.list') },
  {
    id: 'workflow.run',
    asks: async ({ person }) => {
      await person.picks('Checks');
      await person.picks('main');
      await person.answers(/^Run Checks on main\?/, 'Run');
    },
    then: async ({ call }) => {
      const { workflow_runs: all } = await call<{ workflow_runs: Row[] }>('runs.list');
      assert.equal(all[0]?.event, 'Manual');
    },
  },
  {
    id: 'workflow.validate',
    before: () => opens(file),
    then: () => until(() => languages.getDiagnostics(Uri.parse(file)).some(({ source }) => source === 'Sourcehost')),
  },
];
