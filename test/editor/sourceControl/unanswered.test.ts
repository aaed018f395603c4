import assert from 'node:assert/strict';
import { commands, Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import type { Fault } from '../../service/faults.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

/** The operation whose answers fail, how, the reason of the Failure, and the files that are committed by then. */
const faults: readonly (readonly [operation: string, fault: Fault, reason: string, done: number])[] = [
  ['files.create', { kind: 'error', status: 500, done: true }, 'answersFail', 5],
  ['files.*', { kind: 'reset', at: 'headers', done: true }, 'maybeCommitted', 1],
];

describe('a commit by a program whose answers fail after the change is done', () => {
  const service = new RemoteService();
  const person = new Person();
  let repo = '';
  let number = 0;
  const commit = async (): Promise<unknown> =>
    await commands.executeCommand('sourcehost.commit.create', {
      host: 'local',
      repository: `alice/${repo}`,
      ref: 'main',
      message: 'Mine {path}',
    });
  const committed = async (): Promise<number> => {
    const log = await service.git(`alice/${repo}`, 'log', '--format=%s', 'main');
    return log.split('\n').filter((line) => line.startsWith('Mine ')).length;
  };

  before(() => service.reset());
  beforeEach(async () => {
    await signIn(service, 'alice');
    repo = `unanswered-${(number += 1)}`;
    const params = { name: repo, path: repo, auto_init: true };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    for (let file = 1; file <= 20; file += 1) {
      const uri = Uri.parse(`sourcehost://local/alice/${repo}@main/${file}.txt`);
      await workspace.fs.writeFile(uri, new TextEncoder().encode(`${file}`));
    }
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await service.calm();
    await tidy();
  });
  after(() => service.reset());

  for (const [operation, fault, reason, done] of faults) {
    it(`ends, reports the committed files and asks nothing: ${operation}, ${fault.kind}`, async () => {
      await service.fail({ operation, fault });
      await assert.rejects(commit, (error: Error & { reason?: string }) => {
        assert.equal(error.reason, reason);
        assert.match(error.message, /\d+ (of|\/) 20 files are committed/);
        return true;
      });
      assert.deepEqual([person.told, person.works], [[], []]);
      assert.equal(await committed(), done);
      await service.calm();
      await commit();
      assert.equal(await committed(), 20);
    });
  }
});
