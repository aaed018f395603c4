import assert from 'node:assert/strict';
import { commands, Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const repository = 'alice/samples';
const samples = { host: 'local', repository };
const folder = Uri.parse('sourcehost://local/alice/samples');

describe('work on an issue of the open folder', () => {
  const service = new RemoteService();
  const person = new Person();

  before(() => signIn(service, 'alice'));
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await commands.executeCommand('sourcehost.ref.switch', { ...samples, ref: 'main' });
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('switches the folder in its place, and mentions the issue in the commit message', async () => {
    const wanted = { repo: 'samples', title: 'Sort the samples' };
    const issue = await service.call<{ number: string }>('issues.create', wanted);
    const branch = `${issue.number}-sort-the-samples`;
    for (let turn = 1; turn <= 2; turn += 1) {
      const given = { ...samples, number: issue.number };
      const started = await commands.executeCommand<{ branch: string; steps: { error?: string }[] }>(
        'sourcehost.issue.startWork',
        given,
      );
      assert.deepEqual([started.branch, started.steps.filter(({ error }) => error !== undefined)], [branch, []]);
    }
    assert.deepEqual(person.opened, [], 'no folder is opened');
    await workspace.fs.writeFile(Uri.joinPath(folder, 'sorted.txt'), Buffer.from('sorted\n'));
    // A user commits with the message of Source Control, which opens a little after the switch.
    const commit = async (): Promise<boolean> => {
      const asked = person.asked;
      const run = { ended: false };
      const ran = Promise.resolve(commands.executeCommand('sourcehost.commit.create')).then(() => (run.ended = true));
      await until(() => run.ended || person.asked > asked);
      if (!run.ended) await person.dismisses();
      await ran;
      return person.asked === asked;
    };
    await until(commit);
    const log = await service.git(repository, 'log', '-1', '--format=%s', branch);
    assert.equal(log, `Sort the samples (#${issue.number})`);
  });
});
