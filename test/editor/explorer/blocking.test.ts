import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';

/** Milliseconds of processor time that this thread has used; of the whole process where Node does not tell them apart. */
function used(): number {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = (threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1000;
}

/** Measures the turns of the event loop until a second after the answer. @returns the longest, in processor time. */
async function longestTurn(begin: () => Promise<unknown>, done: () => Promise<boolean>): Promise<number> {
  let longest = 0;
  let watching = true;
  let before = used();
  const turn = (): void => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  await begin();
  while (!(await done()));
  const answered = performance.now();
  while (performance.now() - answered < 1000) await new Promise(setImmediate);
  watching = false;
  return longest;
}

describe('the extension host', function () {
  this.timeout(60_000);
  const service = new RemoteService();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.pin', { host: 'local', repository: 'alice/website' });
    for (const [view, operation] of lists) {
      await commands.executeCommand(`sourcehost.${view}.focus`);
      while ((await service.requests(operation)).length === 0);
    }
  });
  after(async () => {
    await commands.executeCommand('sourcehost.repository.unpin', { host: 'local', repository: 'alice/website' });
    await commands.executeCommand('sourcehost.repository.follow', {});
    await commands.executeCommand('workbench.view.explorer');
    await service.reset();
  });

  const user = {
    id: '1',
    login: 'alice',
    name: 'Alice',
    avatar_url: '',
    html_url: 'http://x.test/alice',
    type: 'User',
  };
  const lists: readonly (readonly [view: string, operation: string, record: (number: number) => object])[] = [
    [
      'releases',
      'releases.list',
      (number) => ({
        tag_name: `v${number}`,
        name: `Release ${number}`,
        body: 'What is new. '.repeat(40),
        created_at: new Date(1.7e12 + number * 1e7).toISOString(),
        author: user,
        assets: [{ name: 'source.zip', browser_download_url: 'http://x.test/a', type: 'source' }],
      }),
    ],
    [
      'issues',
      'issues.list',
      (number) => ({
        id: String(number),
        number: String(number),
        title: `Issue ${number}`,
        state: 'open',
        body: 'What is wrong. '.repeat(40),
        created_at: new Date(1.7e12 + number * 1e7).toISOString(),
        user,
        labels: [{ id: 1, name: 'bug', color: '#ff0000' }],
      }),
    ],
  ];
  for (const [view, operation, record] of lists) {
    it(`breathes while 1,000 rows of ${view} arrive in one answer`, async () => {
      const json = Array.from({ length: 1000 }, (_, index) => record(index + 1));
      await service.fail({ operation, fault: { kind: 'answer', status: 200, json } });
      const asked = async (): Promise<boolean> => (await service.requests(operation)).length > 0;
      const turns: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        await service.clear();
        const begin = (): Promise<unknown> => Promise.resolve(commands.executeCommand(`sourcehost.${view}.refresh`));
        turns.push(await longestTurn(begin, asked));
        assert.equal((await service.requests(operation)).length, 1);
      }
      await service.heal();
      // The host collects garbage of other tests too: what is the extension's own is there every time.
      const own = Math.min(...turns);
      assert.ok(own <= 30, turns.map((turn) => `${turn.toFixed(0)} ms`).join(', '));
    });
  }
});
