import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { commands, DiagnosticSeverity, languages, Uri, window, workspace, type DocumentLink } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { TestClones, type TestClone } from '../clones/open/clone.ts';
import { Person } from '../kit/person.ts';
import { settled, signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const path = '.gitcode/workflows/clone.yml';
const workflow = `name: Clone
on: { push: {}, workflow_dispatch: {} }
jobs:
  unit:
    name: Unit
    runs-on: [ubuntu-latest]
    steps:
      - name: Test
        run: |
          echo README.md:2: wrong
          echo absent.ts:3: wrong
          exit 1
`;

describe('runs and workflows of a clone', function () {
  this.timeout(60_000);
  const service = new RemoteService();
  const person = new Person();
  const clones = new TestClones();
  const repository = 'tools/lib';
  const at = { host: 'local', repository };
  let clone: TestClone;

  before(async () => {
    await service.reset();
    await signIn(service, 'xiaoming');
    await service.act({ do: 'push', repository, branch: 'main', files: { [path]: workflow }, as: 'xiaoming' });
    clone = await clones.open('lib', `${service.url}/${repository}.git`, 'README.md');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await settled(service);
    assert.deepEqual(await service.violations(), []);
  });
  after(async () => {
    await tidy();
    await clones.dispose();
    await service.reset();
  });

  it('lead from a log to the file of the clone, or to the commit for a file that it does not have', async () => {
    await service.act({ do: 'passTime', seconds: 60 });
    const [{ workflow_run_id }] = await commands.executeCommand<[{ workflow_run_id: string }]>(
      'sourcehost.run.list',
      at,
    );
    const uri = await commands.executeCommand<Uri>('sourcehost.run.showFailedStep', { ...at, workflow_run_id });
    const links = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', uri, 10);
    const targets = links.map(({ target }) => target?.toString(true) ?? '');
    assert.ok(targets.includes(clone.file('README.md').with({ fragment: 'L2' }).toString(true)), targets.join('\n'));
    assert.ok(targets.some((one) => /^sourcehost:\/\/local\/tools\/lib@[0-9a-f]{40}\/absent\.ts#L3$/.test(one)));
  });

  it('are checked by the host of the clone when they are saved', async () => {
    const file = clone.file(path);
    const document = await workspace.openTextDocument(file);
    const editor = await window.showTextDocument(document);
    await service.clear();
    await editor.edit((edit) => edit.replace(document.lineAt(5).range, '    runs-on: ubuntu-latest'));
    await document.save();
    const errors = () => languages.getDiagnostics(file).filter(({ severity }) => severity === DiagnosticSeverity.Error);
    await until(() => errors().length === 1);
    assert.deepEqual([errors()[0]?.message, errors()[0]?.range.start.line], ['jobs[unit].runs-on: must be a list', 5]);
    const [request] = await service.requests('workflows.validate');
    assert.deepEqual([request?.params.owner, request?.params.repo], ['tools', 'lib']);
    await editor.edit((edit) => edit.replace(document.lineAt(5).range, '    runs-on: [ubuntu-latest]'));
    await document.save();
    await until(async () => (await service.requests('workflows.validate')).length === 2);
    await until(() => errors().length === 0);
  });

  it('are not sent to a host from a folder that is no clone', async () => {
    const folder = `${clone.root}-other/.gitcode/workflows`;
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/a.yml`, workflow);
    await service.clear();
    const uri = Uri.file(`${folder}/a.yml`);
    await assert.rejects(Promise.resolve(commands.executeCommand('sourcehost.workflow.validate', { uri })));
    assert.deepEqual(await service.requests('workflows.validate'), []);
  });

  it('run on the branch of the file, after a question', async () => {
    await service.clear();
    const running = commands.executeCommand('sourcehost.workflow.runOnFile', clone.file(path));
    await person.answers(/^Run Clone on main\?/, 'Run');
    await running;
    const [request] = await service.requests('workflows.run');
    assert.deepEqual([request?.params.repo, request?.params.ref], ['lib', 'main']);
  });
});
