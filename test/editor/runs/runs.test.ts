import type { HostPlace } from '../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commands,
  languages,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type CompletionList,
  type DocumentLink,
  type DocumentSymbol,
  type Hover,
  type MarkdownString,
} from 'vscode';
import * as v from 'valibot';
import { Run, type Artifact, type Workflow } from '../../../src/api/record/run.ts';
import type { Failure } from '../../../src/core/errors.ts';
import { tellEnd } from '../../../src/editor/features/runs/runEnds.ts';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { named } from '../../kit/localGit.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = async <T>(id: string, args: object = {}): Promise<T> =>
  await commands.executeCommand(`sourcehost.${id}`, { ...at, ...args });

interface Listed {
  readonly workflow_run_id: string;
  readonly status: string;
  readonly web_url: string;
  readonly start_time?: string;
}

const workflow = `name: Build
on:
  workflow_dispatch:
    inputs:
      level: { type: string, required: true }
jobs:
  build:
    name: Build
    runs-on: [ubuntu-latest]
    steps:
      - name: Keep
        uses: upload-artifact
        with: { name: readme, path: README.md }
`;

describe('runs', () => {
  const service = new RemoteService();

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await service.clear();
  });
  afterEach(async () => {
    assert.deepEqual(await service.violations(), []);
    await tidy();
    await service.reset();
  });

  const failedRun = async (): Promise<string> => {
    const [failed] = await run<readonly Listed[]>('run.list', { number: 41 });
    return failed!.workflow_run_id;
  };

  it('are listed newest first, with their page and ISO times', async () => {
    const runs = await run<readonly Listed[]>('run.list');
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['RUNNING', 'FAILED', 'COMPLETED'],
    );
    assert.match(runs[0]!.start_time ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(runs[0]!.web_url.endsWith(`/alice/website/actions/runs/${runs[0]!.workflow_run_id}`));
    assert.equal((await run<readonly Listed[]>('run.list', { limit: 1, branch: 'main' })).length, 1);
  });

  it('show the end of the failed step with three requests and the redirect', async () => {
    const id = await failedRun();
    await service.set({ latency: 50 });
    await service.clear();
    const uri = await run<Uri>('run.showFailedStep', { workflow_run_id: id });
    await service.set({ latency: 0 });
    assert.match(uri.toString(), new RegExp(`^sourcehost-log://local/alice/website/${id}/[0-9a-f]{32}\\.log$`));
    const ofRuns = [...(await service.requests('runs.get')), ...(await service.requests('runs.log'))];
    assert.deepEqual(
      ofRuns.map(({ operation }) => operation),
      ['runs.get', 'runs.log'],
    );
    assert.deepEqual(await service.asked(), ['storage.get']);
    within(budget.requests.failedLine, [...ofRuns, 'storage.get']);
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), uri.toString());
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /exit code 1/);
    assert.match(editor.document.getText(), /\[INFO\] ✘ src\/login\.ts:3: expected/);
    assert.ok(!editor.document.getText().includes('\u001b') && !editor.document.getText().includes('GMT+08'));
    const symbols = await commands.executeCommand<DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    assert.deepEqual(
      symbols.map(({ name, detail }) => `${name} ${detail}`),
      ['0 初始化步骤 passed', '1 Checkout passed', '2 单元测试 failed', '3 Keep coverage left out'],
    );
    const links = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', uri, 10);
    const target = links.find(({ target: to }) => to?.path.endsWith('src/login.ts'))?.target;
    assert.match(
      target?.toString(true) ?? '',
      /^sourcehost:\/\/local\/alice\/website@[0-9a-f]{40}\/src\/login\.ts#L3$/,
    );
    await assert.rejects(Promise.resolve(workspace.fs.writeFile(uri, new Uint8Array())));
  });

  it('show a step of a job, and read a log again whose document is restored', async () => {
    const id = await failedRun();
    const detail = await run<{ stages: { jobs: { id: string; name: string }[] }[] }>('run.show', {
      workflow_run_id: id,
    });
    const job = detail.stages[1]!.jobs[0]!;
    const uri = await run<Uri>('run.showLog', { workflow_run_id: id, job_id: job.id, step: 1 });
    const editor = window.activeTextEditor!;
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /^▸ 1 Checkout · COMPLETED$/);
    const [, first] = detail.stages;
    assert.equal(first?.jobs.length, 1);
    const bytes = await workspace.fs.readFile(uri);
    assert.match(new TextDecoder().decode(bytes), /▸ 0 初始化步骤 · COMPLETED/);
  });

  it('tell their end, and lead to the failed step', async () => {
    const workflow_run_id = await failedRun();
    const place = { connection: { host: { id: 'local' }, account: { login: 'alice' } }, name: named('alice/website') };
    const ended = { workflow_run_id, workflow_name: 'Checks', run_number: 2, status: 'FAILED' };
    const person = new Person();
    person.sit();
    try {
      const told = tellEnd(place as unknown as HostPlace, v.parse(Run, ended));
      await person.answers(/^Checks #2: failed$/, 'Show Failed Step');
      await person.waitsFor(told);
    } finally {
      person.leave();
    }
    assert.match(window.activeTextEditor?.document.uri.path ?? '', new RegExp(`/${workflow_run_id}/`));
  });

  it('say that there is no log yet', async () => {
    const [running] = await run<readonly Listed[]>('run.list', { status: 'RUNNING' });
    const detail = await run<{ stages: { jobs: { id: string }[] }[] }>('run.show', {
      workflow_run_id: running!.workflow_run_id,
    });
    const job_id = detail.stages[1]!.jobs[0]!.id;
    await run('run.showLog', { workflow_run_id: running!.workflow_run_id, job_id });
    assert.match(window.activeTextEditor?.document.getText() ?? '', /There is no log yet/);
  });

  it('start, and give their artifacts with a checked digest', async () => {
    const files = { '.gitcode/workflows/build.yml': workflow };
    await service.act({ do: 'push', repository: 'tools/lib', branch: 'main', files, as: 'xiaoming' });
    await signIn(service, 'xiaoming');
    const lib = { repository: 'tools/lib' };
    const [{ workflow_id }] = await run<[Workflow]>('workflow.list', lib);
    const refusal = await run('workflow.run', { ...lib, workflow_id, ref: 'main' }).then(
      () => undefined,
      (error: unknown) => error as Failure,
    );
    assert.equal(refusal?.serverMessage, 'inputs.level is required');
    const inputs = { level: '1' };
    const started = await run<{ workflow_run_id: string }>('workflow.run', {
      ...lib,
      workflow_id,
      ref: 'main',
      inputs,
    });
    await service.act({ do: 'passTime', seconds: 60 });
    const [artifact] = await run<readonly Artifact[]>('run.artifacts', { ...lib, ...started });
    const target = Uri.file(join(tmpdir(), `sourcehost-artifact-${process.pid}.zip`));
    try {
      await run('run.downloadArtifact', { ...lib, artifact_id: artifact!.id, target });
      const bytes = await readFile(target.fsPath);
      assert.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, artifact!.digest);
      await rm(target.fsPath);
      const json = { ...artifact, digest: `sha256:${'0'.repeat(64)}` };
      await service.fail({ operation: 'artifacts.get', fault: { kind: 'answer', status: 200, json } });
      await assert.rejects(run('run.downloadArtifact', { ...lib, artifact_id: artifact!.id, target }), /damaged/);
      await assert.rejects(readFile(target.fsPath));
      await run('run.removeArtifact', { ...lib, artifact_id: artifact!.id });
      assert.deepEqual(await run('run.artifacts', { ...lib, ...started }), []);
    } finally {
      await rm(target.fsPath, { force: true });
    }
  });
});

describe('workflow.validate', () => {
  const service = new RemoteService();
  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
  });
  after(async () => {
    await tidy();
    await service.reset();
  });

  for (const firstLine of [0, 1] as const)
    it(`shows what the host finds, whose lines count from ${firstLine}`, async () => {
      await service.set({ habits: { firstLine } });
      const text = workflow.replace('name: Build\n    runs-on', 'runs-on');
      const document = await workspace.openTextDocument({ language: 'yaml', content: text });
      const answer = await run<{ valid: boolean; diagnostics: { message: string; start: { line: number } }[] }>(
        'workflow.validate',
        { uri: document.uri },
      );
      assert.deepEqual(
        [answer.valid, answer.diagnostics[0]?.message],
        [false, 'jobs[build].name: The value cannot be empty'],
      );
      await until(() => languages.getDiagnostics(document.uri).length === 1);
      const [problem] = languages.getDiagnostics(document.uri);
      assert.equal(problem?.source, 'Sourcehost');
    });
});

describe('a workflow file', () => {
  const service = new RemoteService();
  const uri = Uri.parse('sourcehost://local/alice/website/.gitcode/workflows/new.yml');
  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
  });
  after(async () => {
    await tidy();
    await service.reset();
  });

  it('has completion, warnings, and the findings of the host after it is saved', async () => {
    const text = workflow.replace('[ubuntu-latest]', 'ubuntu-latest');
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    const messages = () => languages.getDiagnostics(uri).map(({ message, severity }) => `${severity} ${message}`);
    await until(() => messages().length === 1);
    assert.match(messages()[0] ?? '', /^1 “runs-on” must be a list/);
    const edit = new WorkspaceEdit();
    edit.insert(uri, document.positionAt(text.length), 'post:\n  ');
    await workspace.applyEdit(edit);
    const at = document.positionAt(document.getText().length);
    const { items } = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', uri, at);
    assert.ok(items.some(({ label }) => label === 'jobs'));
    const place = document.positionAt(text.indexOf('runs-on') + 2);
    const [hover] = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, place);
    const shown = (hover!.contents as MarkdownString[]).map(({ value }) => value).join('\n');
    assert.match(shown, /The machine[\s\S]*Known[\s\S]*self/);
    const symbols = await commands.executeCommand<DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    const names = (all: readonly DocumentSymbol[]): unknown[] =>
      all.map(({ name, children }) => [name, names(children)]);
    assert.deepEqual(names(symbols), [
      ['Build', [['Keep', []]]],
      ['post', []],
    ]);
    await service.clear();
    await document.save();
    await until(() => messages().length === 2);
    assert.match(messages().join('\n'), /^0 jobs\[build\]\.runs-on: must be a list$/m);
    assert.equal((await service.requests('workflows.validate')).length, 1);
  });
});
