import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, Uri, window, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

interface Started {
  readonly branch: string;
  readonly steps: readonly { readonly step: string; readonly error?: string }[];
}

const repository = 'alice/website';
const done = ['branch', 'assign', 'open', 'message', 'relate'].map((step) => ({ step }));

describe('starting work on an issue', () => {
  const service = suiteWindow();
  const person = new Person();
  const start = async (args: object): Promise<Started> =>
    await commands.executeCommand('sourcehost.issue.startWork', { host: 'local', repository, ...args });
  const created = async (title: string, more: object = {}): Promise<number> =>
    Number((await service.call('issues.create', { title, ...more })).number);
  const assignee = async (number: number): Promise<unknown> =>
    (await service.call<{ assignee?: { login?: string } }>('issues.get', { number })).assignee?.login;
  const commitOf = (ref: string): Promise<string> => service.git(repository, 'rev-parse', '--verify', ref);
  const exists = async (branch: string): Promise<boolean> =>
    await commitOf(`refs/heads/${branch}`).then(
      () => true,
      () => false,
    );

  before(() => commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository }));
  beforeEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    person.sit();
    await service.clear();
  });
  afterEach(async () => {
    person.leave();
    await service.heal();
  });

  it('creates a branch from the default one, assigns the issue, and opens the branch', async () => {
    const number = await created('Fix the Menu');
    await service.clear();
    const branch = `${number}-fix-the-menu`;
    assert.deepEqual(await start({ number }), { branch, steps: done });
    assert.equal(await commitOf(branch), await commitOf('main'));
    assert.equal(await assignee(number), 'alice');
    assert.deepEqual(await service.call('issueBranches.list', { number }), [branch]);
    await person.opens(new RegExp(`^vscode\\.openFolder sourcehost://local/alice/website@${branch}/?$`));
    assert.equal(person.asked, 0);
    const [{ params } = {}] = await service.requests('issues.edit');
    assert.deepEqual(Object.keys(params ?? {}).sort(), ['assignee', 'number', 'owner', 'repo', 'title']);
  });

  it('changes nothing if it runs again, and takes few requests', async () => {
    const number = await created('Fix it twice');
    await service.clear();
    await start({ number });
    const counted = async (): Promise<string[]> =>
      (await service.requests())
        .map(({ operation }) => operation)
        .filter((operation) => /^(issues|branches|repositories)\./.test(operation));
    // Opening the branch reads it once.
    within(budget.requests.startWork + 1, await counted());
    await service.act({ do: 'push', repository, branch: `${number}-fix-it-twice`, files: { 'begun.txt': 'begun\n' } });
    const head = await commitOf(`${number}-fix-it-twice`);
    await service.clear();
    assert.deepEqual(await start({ number }), { branch: `${number}-fix-it-twice`, steps: done });
    assert.equal(await commitOf(`${number}-fix-it-twice`), head);
    within(budget.requests.startWorkAgain + 1, await counted());
    assert.deepEqual(await service.requests('issues.edit'), []);
  });

  it('names the branch by the setting, or as the caller says', async () => {
    const number = await created('Größe');
    const settings = workspace.getConfiguration('sourcehost');
    await settings.update('issues.branchName', 'work/{title}/{number}', ConfigurationTarget.Global);
    try {
      assert.equal((await start({ number })).branch, `work/größe/${number}`);
    } finally {
      await settings.update('issues.branchName', undefined, ConfigurationTarget.Global);
    }
    assert.equal((await start({ number, branch_name: 'my/own' })).branch, 'my/own');
    assert.ok((await exists(`work/größe/${number}`)) && (await exists('my/own')));
    await assert.rejects(start({ number, branch_name: 'no name' }), { kind: 'invalid', field: 'branch_name' });
    await assert.rejects(start({ number: 99_999 }), { kind: 'missing' });
  });

  it('names each step that failed, and does the others', async () => {
    const number = await created('Not mine');
    await service.fail({ operation: 'issues.edit', fault: { kind: 'error', status: 403, words: 'no' } });
    const { branch, steps } = await start({ number });
    assert.deepEqual(
      steps.map(({ step, error }) => [step, error === undefined]),
      [
        ['branch', true],
        ['assign', false],
        ['open', true],
        ['message', true],
        ['relate', true],
      ],
    );
    assert.match(steps[1]?.error ?? '', /alice has no permission/);
    assert.ok(await exists(branch));
    await service.heal();
    assert.deepEqual((await start({ number })).steps, done);
    assert.equal(await assignee(number), 'alice');
  });

  it('shows a user what failed, and tries again', async () => {
    const number = await created('Try again');
    await service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403, words: 'no' } });
    const ran = Promise.resolve(commands.executeCommand('sourcehost.issue.startWork'));
    await person.picks(new RegExp(`^#${number} `));
    const box = await person.enters(`${number}-try-again`);
    assert.equal(box.prompt, 'Name of the new branch');
    await person.waitsFor(ran);
    const warned = await person.tells(/^Not everything was done to start work on #/);
    assert.match(warned.text, new RegExp(`Create the branch “${number}-try-again”: .*permission`));
    assert.ok(!warned.text.includes('Open the branch'), warned.text);
    await service.heal();
    await person.answers(/^Not everything was done/, 'Try Again');
    await person.opens(new RegExp(`@${number}-try-again/?$`));
    assert.ok(await exists(`${number}-try-again`));
  });

  it('offers another name for a branch that the host refuses', async () => {
    const number = await created('Refused name');
    await service.fail({
      operation: 'branches.create',
      fault: { kind: 'error', status: 400, words: 'Branch name is invalid' },
      times: 1,
    });
    const ran = Promise.resolve(commands.executeCommand('sourcehost.issue.startWork'));
    await person.picks(new RegExp(`^#${number} `));
    await person.enters(`${number}-refused-name`);
    await person.waitsFor(ran);
    const { actions } = await person.tells(/^Not everything was done .*Branch name is invalid/);
    assert.deepEqual(actions, ['Try Again', 'Change Branch Name…']);
    await person.answers(/^Not everything was done/, 'Change Branch Name…');
    const box = await person.enters(`${number}-other`);
    assert.deepEqual([box.title, box.value === ''], [`Start Work on Issue #${number}`, false]);
    await person.opens(new RegExp(`@${number}-other/?$`));
    assert.deepEqual([await exists(`${number}-other`), await exists(`${number}-refused-name`)], [true, false]);
  });

  it('asks before it starts work on a closed issue, which stays closed', async () => {
    const number = await created('Closed');
    await service.call('issues.edit', { number, title: 'Closed', state: 'close' });
    const uri = Uri.parse(`sourcehost-record://local/${repository}/issues/${number}.md`);
    await window.showTextDocument(await workspace.openTextDocument(uri));
    const answer = async (action?: string): Promise<void> => {
      const ran = Promise.resolve(commands.executeCommand('sourcehost.issue.startWork'));
      await person.enters(`${number}-closed`);
      await person.answers(new RegExp(`^#${number} is closed\\. Start work on it\\?$`), action);
      await person.waitsFor(ran);
    };
    await answer();
    assert.equal(await exists(`${number}-closed`), false);
    await answer('Start Work');
    assert.equal(await exists(`${number}-closed`), true);
    assert.equal((await service.call('issues.get', { number })).state, 'closed');
  });

  it('names the missing first commit of an empty repository', async () => {
    const { number } = await service.call('issues.create', { repo: 'empty', title: 'First' });
    const { steps } = await start({ repository: 'alice/empty', number });
    assert.deepEqual(
      steps.map(({ step, error }) => [step, error]),
      [
        ['branch', 'The repository has no commits yet. Commit a file first.'],
        ['assign', undefined],
        ['open', 'The branch was not created.'],
        ['message', 'The branch was not created.'],
      ],
    );
    assert.deepEqual(person.opened, []);
  });

  it('asks before it takes an issue from another person, and sends nothing if the user declines', async () => {
    const number = await created('Of bob', { assignee: 'bob' });
    await service.clear();
    const answer = async (action?: string): Promise<void> => {
      const ran = Promise.resolve(commands.executeCommand('sourcehost.issue.startWork'));
      await person.picks(new RegExp(`^#${number} `));
      await person.enters(`${number}-of-bob`);
      await person.answers(new RegExp(`^#${number} is assigned to bob\\. Assign it to you\\?$`), action);
      await person.waitsFor(ran);
    };
    await answer();
    assert.deepEqual(await service.changes(), []);
    await answer('Assign to Me');
    assert.equal(await assignee(number), 'alice');
  });

  it('takes the issue of the active editor', async () => {
    const number = await created('Shown');
    const uri = Uri.parse(`sourcehost-record://local/${repository}/issues/${number}.md`);
    await window.showTextDocument(await workspace.openTextDocument(uri));
    const ran = Promise.resolve(commands.executeCommand('sourcehost.issue.startWork'));
    assert.equal((await person.box()).value, `${number}-shown`);
    await person.dismisses();
    await person.waitsFor(ran);
    assert.ok(!(await exists(`${number}-shown`)));
  });
});
