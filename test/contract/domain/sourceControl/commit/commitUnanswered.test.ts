import assert from 'node:assert/strict';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { rejection } from '../../../../kit/rejection.ts';
import type { Fault } from '../../../../service/faults.ts';
import type { Service } from '../../../../service/handle.ts';
import { startService } from '../../../../service/service.ts';
import { editingWindow, progress, request, written } from '../../../kit/editing.ts';

const repository = 'alice/website';
const names = Array.from({ length: 12 }, (_, index) => `new-${index + 10}.txt`);
const faults: readonly Fault[] = [
  { kind: 'error', status: 500, done: true },
  { kind: 'reset', at: 'headers', done: true },
  // The service cannot read the answer of a service behind it.
  {
    kind: 'answer',
    status: 200,
    json: { error_code: 200, error_code_name: 'OK', error_message: 'Error for type [class com.gitcode.Dto' },
    done: true,
  },
];

describe('commit whose answers fail although the service executes it', () => {
  let service: Service;
  beforeEach(async () => void (service = await startService()));
  afterEach(async () => await service.close());

  /** The committed files, once per commit. */
  async function committed(): Promise<string[]> {
    const git = await service.repository(repository);
    const log = await git.git(['log', '--format=', '--name-only', 'main', '--', 'new-*']);
    return log.split('\n').filter((line) => line !== '');
  }

  for (const fault of faults) {
    it(`stops after a few files and requests, and reports how many are committed: ${fault.kind}`, async () => {
      const { checkouts, at } = editingWindow(service);
      const edited = await at();
      for (const name of names) await edited.workingTree.write(name, bytes(name), written);
      service.clear();
      service.fail({ operation: 'files.create', fault });
      const failure = await rejection(commitNow(edited.committer, request, progress), 'broken');
      assert.deepEqual([failure.reason, failure.about], ['answersFail', ['5', '12']]);
      assert.equal((await committed()).length, 5);
      // The file of rules is read too.
      assert.ok(service.requests.length <= 17, `${service.requests.length} requests`);
      assert.equal(edited.drafts.changes('working').length, 7);
      service.heal();
      await commitNow(edited.committer, request, progress);
      assert.deepEqual((await committed()).sort(), names);
      checkouts.dispose();
    });

    it(`reports the file that may be committed if reading fails too, and commits none twice: ${fault.kind}`, async () => {
      const { checkouts, at } = editingWindow(service);
      const edited = await at();
      for (const name of names) await edited.workingTree.write(name, bytes(name), written);
      await edited.workingTree.list('');
      // The file of rules is read before the first file is created.
      service.fail({ operation: 'files.*', fault, skip: 2 });
      const failure = await rejection(commitNow(edited.committer, request, progress));
      assert.deepEqual([failure.reason, failure.about], ['maybeCommitted', ['new-11.txt', '1', '12']]);
      assert.equal((await committed()).length, 2);
      service.heal();
      await commitNow(edited.committer, request, progress);
      assert.deepEqual((await committed()).sort(), names);
      checkouts.dispose();
    });
  }
});
