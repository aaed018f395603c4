import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import type { Failure } from '../../../src/core/errors.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = async <T>(verb: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.pullRequest.${verb}`, { ...at, ...args });

const failure = async (ran: Promise<unknown>): Promise<Failure> =>
  await ran.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown as Failure,
  );

describe('the commands of pull requests', () => {
  const service = new RemoteService();
  const headRef = (number: number): string => `refs/merge-requests/${number}/head`;
  const git = async (...args: readonly string[]): Promise<string> => await service.git(at.repository, ...args);

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await service.clear();
  });
  afterEach(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  describe('compare', () => {
    const compared = async (args: object): Promise<string[]> =>
      (await run<readonly { readonly path: string }[]>('compare', args)).map(({ path }) => path);

    for (const number of [42, '42'])
      it(`shows what a fork changed since the common commit (${typeof number})`, async () => {
        await service.act({ do: 'push', repository: at.repository, branch: 'main', files: { 'later.txt': 'later' } });
        const paths = await compared({ number });
        assert.deepEqual(paths, (await git('diff', '--name-only', `main...${headRef(42)}`)).split('\n'));
        await commands.executeCommand('sourcehost.comparison.openAll', { ...at, base: 'main', head: '!42' });
        await until(() => /^main ← !42 \(1 file\)/.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
      });

    it('rejects an unknown number', async () => {
      assert.equal((await failure(run('compare', { number: 99 }))).kind, 'missing');
      assert.equal((await failure(run('compare', { number: '!42' }))).field, 'number');
    });
  });
});
