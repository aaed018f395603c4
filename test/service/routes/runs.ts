import type {
  artifacts as artifactTable,
  pipelines as pipelineTable,
  runs as runTable,
  workflows as workflowTable,
} from '../../../src/api/endpoints/optional/runs.ts';
import { isObject } from '../../../src/core/text.ts';
import { invalid, missing, ok, Refusal, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { ciOf, registered, start, timeOf, workflowId, statusAt, type CiArtifact, type CiRun } from '../ci/engine.ts';
import { artifactForm, jobForm, runDetail, runForm, shownAt } from '../ci/forms.ts';
import { logArchive } from '../ci/logs.ts';
import { leadTo } from '../ci/storage.ts';
import { readWorkflow, type Diagnostic } from '../ci/workflow.ts';
import type { Repository } from '../state.ts';
import { made, nothing, type Handlers } from './handler.ts';

/** The runs that the host shows by now, the newest first. */
async function shown(call: Call, repository: Repository): Promise<readonly CiRun[]> {
  const since = timeOf(call.state) - call.habits.runDelay;
  return (await ciOf(repository)).runs.filter(({ created }) => created <= since).toReversed();
}

async function findRun(call: Call, repository = call.repository()): Promise<CiRun> {
  const run = (await shown(call, repository)).find(({ id }) => id === call.text('run_id'));
  if (run === undefined) throw missing('404 Run Not Found');
  return run;
}

/** A page of a list; null without a record. */
function counted(call: Call, name: string, all: readonly unknown[]): Answer {
  const page = call.page(all);
  return ok({ total_count: all.length, [name]: page.length === 0 ? null : page });
}

export const runs: Handlers<typeof runTable> = {
  list: async (call) => {
    const repository = call.repository();
    const { runListing } = call.habits;
    const [status, branch, pull, workflow] = ['status', 'branch', 'pull_request_id', 'workflow_id'].map((name) =>
      call.optionalText(name),
    );
    if (runListing === 'needs status' && status === undefined) throw invalid('codeArtsIds must not be empty');
    const now = timeOf(call.state);
    const all = (await shown(call, repository)).filter((run) => {
      if (status !== undefined && statusAt(run, run, now) !== status) return false;
      if (runListing === 'ignores filters') return true;
      const [isBranch, isPull] = [branch ?? run.branch, pull ?? run.pull];
      return isBranch === run.branch && isPull === run.pull && (workflow ?? run.workflow.id) === run.workflow.id;
    });
    return counted(
      call,
      'workflow_runs',
      all.map((run) => runForm(call, run)),
    );
  },

  get: async (call) => ok(runDetail(call, await findRun(call))),

  jobs: async (call) => {
    const run = await findRun(call);
    const jobs = run.stages.flatMap((stage) => stage.jobs).map((job) => jobForm(shownAt(call, run), job));
    return counted(call, 'jobs', call.habits.jobIds === 'empty' ? jobs.map((job) => ({ ...job, id: '' })) : jobs);
  },

  log: async (call) => {
    const run = await findRun(call);
    const job = run.stages.flatMap(({ jobs }) => jobs).find(({ id }) => id === call.text('job_id'));
    const archive = job === undefined ? undefined : logArchive(run, job, timeOf(call.state));
    return archive === undefined ? { status: 200 } : leadTo(call.host, archive);
  },

  artifacts: async (call) => {
    const repository = call.repository();
    const { id } = await findRun(call, repository);
    const own = (await madeBy(call, repository)).filter(({ run }) => run.id === id);
    return counted(call, 'artifacts', own.map(artifactForm));
  },
};

const madeBy = async (call: Call, repository: Repository): Promise<readonly CiArtifact[]> =>
  [...(await ciOf(repository)).artifacts.values()].filter(({ created }) => created <= timeOf(call.state));

async function findArtifact(call: Call, repository = call.repository()): Promise<CiArtifact> {
  const id = call.text('id');
  if (!/^\d+$/.test(id)) throw new Refusal(400, '参数类型错误');
  const artifact = (await madeBy(call, repository)).find((one) => String(one.id) === id);
  if (artifact === undefined) throw missing('404 Artifact Not Found');
  return artifact;
}

export const artifacts: Handlers<typeof artifactTable> = {
  get: async (call) => ok(artifactForm(await findArtifact(call))),
  download: async (call) => leadTo(call.host, (await findArtifact(call)).content),
  remove: async (call) => {
    const repository = call.writable();
    const { id } = await findArtifact(call, repository);
    (await ciOf(repository)).artifacts.delete(id);
    return nothing(call, '204');
  },
};

export const workflows: Handlers<typeof workflowTable> = {
  list: async (call) => {
    const repository = call.repository();
    const files = [...(await registered(repository))].map(([path, text]) => ({
      workflow_id: workflowId(repository, path),
      file_path: path,
      name: readWorkflow(text).file.name || path,
      state: 'active',
    }));
    return counted(call, 'workflows', files);
  },

  run: async (call) => {
    const repository = call.writable();
    const all = [...(await registered(repository))];
    const [path = '', registeredText = ''] =
      all.find(([file]) => workflowId(repository, file) === call.text('workflow_id')) ?? [];
    if (path === '') throw missing('404 Workflow Not Found');
    const git = await repository.git();
    const sha = await git.resolve(call.text('ref'), ['branch', 'tag']);
    if (sha === undefined) throw missing('404 Ref Not Found');
    const tree = (await git.commit(sha))?.tree ?? '';
    const entry = await git.entry(tree, path);
    const text = entry === undefined ? registeredText : String((await git.object(entry.sha))?.data ?? '');
    const { file, diagnostics } = readWorkflow(text);
    if (diagnostics.length > 0)
      return { status: 400, json: { valid: false, diagnostics: diagnosticForms(call, diagnostics.slice(0, 1)) } };
    const manual = isObject(file.on.workflow_dispatch) ? file.on.workflow_dispatch : {};
    if (!('workflow_dispatch' in file.on)) throw new Refusal(400, 'workflow_dispatch is not declared');
    const given = isObject(call.params.inputs) ? call.params.inputs : {};
    for (const [name, input] of Object.entries(isObject(manual.inputs) ? manual.inputs : {})) {
      if (!isObject(input) || input.type === undefined) throw new Refusal(400, `inputs.${name}.type: cannot be empty`);
      if (input.required === true && given[name] === undefined && input.default === undefined)
        throw new Refusal(400, `inputs.${name} is required`);
    }
    const cause = { event: 'Manual', branch: call.text('ref'), sha, actor: call.user.login, title: file.name } as const;
    const run = await start(call.state, repository, await ciOf(repository), { path, text, cause });
    return made(call, { workflow_id: run.workflow.id, workflow_run_id: run.id });
  },

  validate: (call) => {
    call.repository();
    const content = call.text('base64_content');
    if (content === '') return { status: 400, json: { message: 'base64content is required' } };
    const { diagnostics } = readWorkflow(Buffer.from(content, 'base64').toString());
    return ok({ valid: diagnostics.length === 0, diagnostics: diagnosticForms(call, diagnostics) });
  },
};

function diagnosticForms({ habits }: Call, diagnostics: readonly Diagnostic[]): readonly unknown[] {
  const placed = ({ line, column }: Diagnostic['start']) => ({ line: line + habits.firstLine, column });
  return diagnostics.map(({ start: from, end, message }) => ({
    range: { start: placed(from), end: placed(end) },
    severity: 'error',
    message,
  }));
}

export const pipelines: Handlers<typeof pipelineTable> = {
  list: async (call) => {
    const all = (await ciOf(call.repository())).pipelines.get(call.number('number') ?? 0) ?? [];
    if (all.length === 0) return ok({ total: 0, content: [] });
    return ok({ page_num: 1, page_size: 20, total: all.length, page_count: 1, content: call.page(all) });
  },
};
