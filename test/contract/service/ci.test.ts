import assert from 'node:assert/strict';
import { Clients } from '../kit/clients.ts';

const workflow = `name: Checks
on: { push: {}, pull_request: {} }
concurrency: { enable: true, preemption: { enable: true } }
stages:
  first:
    jobs:
      called: { name: Called, uses: ./.gitcode/workflows/unit.yml }
  second:
    jobs:
      late: { name: Late, runs-on: [ubuntu-latest], steps: [{ name: Say, run: echo late }] }
`;
const unit = `name: Unit
on: { workflow_call: {} }
jobs:
  unit: { name: Unit tests, runs-on: [ubuntu-latest], steps: [{ name: Test, run: exit 2 }, { name: After, run: 'true' }] }
`;
const folder = '.gitcode/workflows';

describe('CI of the local service', () => {
  let clients: Clients;
  before(async () => (clients = await Clients.start()));
  after(() => clients.close());

  it('runs comments on a pull request that a workflow names', async () => {
    const { service } = clients;
    const api = clients.as('alice');
    const at = await clients.fresh();
    const note = `name: Note
on: { pull_request_comment: { comments: ['/retest', 'run *'] } }
jobs:
  one: { name: One, runs-on: [ubuntu-latest], steps: [{ name: Say, run: echo said }] }
`;
    const push = async (branch: string, files: Record<string, string>) =>
      await service.act({ do: 'push', repository: `${at.owner}/${at.repo}`, branch, files, as: 'alice' });
    await push('main', { [`${folder}/note.yml`]: note });
    await push('change', { 'a.txt': 'a\n' });
    const pull = await api.pullRequests.create({ ...at, title: 'Change', head: 'change', base: 'main' });
    const number = pull!.number;
    for (const body of ['please /retest', '/retest', 'run all'])
      await api.pullRequestComments.create({ ...at, number, body });
    const runs = (await api.runs.list({ ...at, pull_request_id: number })).items;
    assert.deepEqual(
      runs.map(({ event, actor, head_branch }) => [event, actor?.login, head_branch]),
      [
        ['Note', 'alice', 'change'],
        ['Note', 'alice', 'change'],
      ],
    );
  });

  it('runs a tag that a workflow names, and no other one', async () => {
    const api = clients.as('alice');
    const at = await clients.fresh();
    const files = { [`${folder}/release.yml`]: unit.replace('workflow_call: {}', "push: { tags: ['v*'] }") };
    await clients.service.act({ do: 'push', repository: `${at.owner}/${at.repo}`, branch: 'main', files, as: 'alice' });
    for (const name of ['draft', 'v1']) await api.tags.create({ ...at, tag_name: name, refs: 'main' });
    const runs = (await api.runs.list(at)).items;
    assert.deepEqual(
      runs.map(({ event, head_branch }) => [event, head_branch]),
      [['CreateTag', 'v1']],
    );
  });

  it('runs pushes and pull requests, cancels the older run, and lists a called workflow beside its job', async () => {
    const { service } = clients;
    const api = clients.as('alice');
    const at = await clients.fresh();
    const repository = `${at.owner}/${at.repo}`;
    const push = async (branch: string, files: Record<string, string>) =>
      await service.act({ do: 'push', repository, branch, files, as: 'alice' });
    const events = async () => (await api.runs.list(at)).items.map(({ event, status }) => `${event} ${status}`);
    await push('main', { [`${folder}/checks.yml`]: workflow, [`${folder}/unit.yml`]: unit });
    assert.deepEqual(await events(), ['Push INIT']);
    await service.act({ do: 'passTime', seconds: 60 });
    const made = (await api.runs.list(at)).items[0]!;
    const run = await api.runs.get({ ...at, run_id: made.workflow_run_id });
    assert.deepEqual(
      run.stages.map(({ status, jobs }) => [status, ...jobs.map(({ name, steps }) => [name, steps.length])]),
      [['FAILED', ['Called', 0], ['Unit tests', 3]], ['INIT']],
    );
    await push('topic', { 'one.txt': '1' });
    const pull = await api.pullRequests.create({ ...at, title: 'Topic', head: 'topic', base: 'main' });
    assert.deepEqual((await events()).slice(0, 2), ['MR INIT', 'Push INIT']);
    await push('topic', { 'two.txt': '2' });
    assert.deepEqual((await events()).slice(0, 4), ['Push INIT', 'MR INIT', 'MR CANCELED', 'Push CANCELED']);
    const [own] = (await api.runs.list({ ...at, pull_request_id: pull!.number })).items;
    assert.notEqual(own?.head_sha, (await api.pullRequests.get({ ...at, number: pull!.number })).head.sha);
  });

  it('fails a run at once whose file is not valid', async () => {
    const { service } = clients;
    const at = await clients.fresh();
    const files = { [`${folder}/checks.yml`]: workflow.replace('name: Late, ', '') };
    await service.act({ do: 'push', repository: `${at.owner}/${at.repo}`, branch: 'main', files });
    await service.act({ do: 'passTime', seconds: 2 });
    const [made] = (await clients.as('alice').runs.list(at)).items;
    const run = await clients.as('alice').runs.get({ ...at, run_id: made!.workflow_run_id });
    assert.deepEqual([run.status, run.stages], ['FAILED', []]);
  });
});
