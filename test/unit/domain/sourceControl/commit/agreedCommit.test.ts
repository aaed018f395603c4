import assert from 'node:assert/strict';
import { AgreedCommit } from '../../../../../src/domain/sourceControl/commit/agreedCommit.ts';
import { selectChanges } from '../../../../../src/domain/sourceControl/commit/commitSelection.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { progress, request, setUp } from '../../../../kit/commitWindow.ts';
import { rejection } from '../../../../kit/rejection.ts';

type Agreeing = Awaited<ReturnType<typeof setUp>> & { readonly agreed: AgreedCommit };

const agreedBy = ({ remote, window }: Pick<Agreeing, 'remote' | 'window'>): AgreedCommit =>
  new AgreedCommit(selectChanges(window.drafts), { commit: remote.connect().head() });

for (const method of [undefined, 'git'] as const) {
  const agreeing = async (): Promise<Agreeing> => {
    const one = await setUp({ 'a.txt': '1\n', 'b.txt': '1\n', 'c.txt': '1\n' }, method);
    await one.window.save('a.txt', 'agreed\n');
    await one.window.save('b.txt', 'agreed\n');
    return { ...one, agreed: agreedBy(one) };
  };

  describe(`A commit that somebody agreed to, sent by ${method ?? 'the API'}`, () => {
    it('is sent exactly as agreed, or not at all', async () => {
      const { remote, window, agreed } = await agreeing();
      const refused = async (): Promise<void> => {
        const failure = await rejection(commitNow(window.committer, { ...request, agreed }, progress), 'invalid');
        assert.equal(failure.field, 'agreed');
        assert.equal(remote.log.length, 0);
        assert.equal(await window.committer.interrupted(), undefined);
      };
      await window.save('a.txt', 'evil\n');
      await refused();
      await window.save('a.txt', 'agreed\n');
      await window.save('unseen.txt', 'evil\n');
      await refused();
      await window.drafts.discard(['unseen.txt', 'b.txt']);
      await refused();
      await window.drafts.write('b.txt', bytes('agreed\n'), {
        sha: remote.files.get('b.txt') ?? '',
        mode: '100755',
        size: 0,
      });
      await refused();
      await window.drafts.discard(['b.txt']);
      await window.save('b.txt', 'agreed\n');
      await commitNow(window.committer, { ...request, agreed }, progress);
      assert.deepEqual([remote.text('a.txt'), remote.text('b.txt')], ['agreed\n', 'agreed\n']);
    });

    it('is not sent if the branch moved', async () => {
      const { remote, window, agreed } = await agreeing();
      await remote.change('c.txt', 'theirs\n');
      await rejection(commitNow(window.committer, { ...request, agreed }, progress), 'invalid');
      assert.deepEqual(
        remote.log.map(({ path }) => path),
        ['c.txt'],
      );
    });

    it('has no draft that changes at the last moment', async () => {
      const { remote, window, agreed } = await agreeing();
      let late: Promise<void> | undefined;
      // The first request after the rebase sends the first file, or makes the commit.
      remote.step = () => {
        if (remote.requests === 1) late = window.save('b.txt', 'evil\n');
      };
      await commitNow(window.committer, { ...request, agreed }, progress).catch(() => undefined);
      await late;
      assert.ok(late !== undefined);
      assert.ok(['1\n', 'agreed\n'].includes(remote.text('b.txt') ?? ''), remote.text('b.txt'));
    });

    it('is not merged with a commit that comes first', async () => {
      const { remote, window } = await agreeing();
      await window.drafts.discard(['a.txt']);
      await remote.change('a.txt', '1\n2\n3\n4\n5\n');
      await window.save('a.txt', '1\n2\n3\n4\nmine\n');
      const agreed = agreedBy({ remote, window });
      // It comes after the look at the branch.
      remote.step = () => {
        remote.step = () => undefined;
        void remote.change('a.txt', 'theirs\n2\n3\n4\n5\n');
      };
      await rejection(commitNow(window.committer, { ...request, agreed }, progress), 'invalid');
      assert.equal(remote.text('a.txt'), 'theirs\n2\n3\n4\n5\n');
    });
  });

  describe(`A commit of the drafts that the user saw, sent by ${method ?? 'the API'}`, () => {
    const seeing = async (): Promise<Agreeing> => {
      const one = await agreeing();
      return { ...one, agreed: new AgreedCommit(selectChanges(one.window.drafts)) };
    };

    it('sends nothing if a draft was changed, added or discarded since, and keeps the drafts', async () => {
      const { remote, window, agreed } = await seeing();
      const refused = async (paths: readonly string[]): Promise<void> => {
        const drafts = selectChanges(window.drafts);
        const failure = await rejection(commitNow(window.committer, { ...request, agreed }, progress), 'invalid');
        assert.deepEqual([failure.reason, failure.about], ['draftsChanged', paths]);
        assert.deepEqual([remote.log.length, selectChanges(window.drafts)], [0, drafts]);
      };
      await window.save('a.txt', 'evil\n');
      await refused(['a.txt']);
      await window.save('a.txt', 'agreed\n');
      await window.save('unseen.txt', 'evil\n');
      await refused(['unseen.txt']);
      await window.drafts.discard(['unseen.txt', 'b.txt']);
      await refused(['b.txt']);
    });

    it('merges the changes of other people into them, also if they come at the last moment', async () => {
      const { remote, window } = await seeing();
      await window.drafts.discard(['a.txt', 'b.txt']);
      await remote.change('a.txt', '1\n2\n3\n4\n5\n');
      await window.save('a.txt', '1\n2\n3\n4\nmine\n');
      const agreed = new AgreedCommit(selectChanges(window.drafts));
      await remote.change('a.txt', 'theirs\n2\n3\n4\n5\n');
      remote.step = () => {
        remote.step = () => undefined;
        void remote.change('a.txt', 'theirs\n2\ntheirs\n4\n5\n');
      };
      await commitNow(window.committer, { ...request, agreed }, progress);
      assert.equal(remote.text('a.txt'), 'theirs\n2\ntheirs\n4\nmine\n');
    });

    it('does not send what is written while they are merged', async () => {
      const { remote, window, agreed } = await seeing();
      await remote.change('b.txt', '1\ntheirs\n');
      remote.beforeBlob = async () => {
        remote.beforeBlob = () => Promise.resolve();
        await window.save('b.txt', '1\nevil\n');
      };
      await commitNow(window.committer, { ...request, agreed }, progress).catch(() => undefined);
      assert.equal(remote.text('b.txt'), '1\ntheirs\n');
    });

    it('leaves out a draft that the branch has meanwhile', async () => {
      const { remote, window, agreed } = await seeing();
      await remote.change('b.txt', 'agreed\n');
      await commitNow(window.committer, { ...request, agreed }, progress);
      assert.deepEqual([remote.text('a.txt'), selectChanges(window.drafts)], ['agreed\n', []]);
    });

    it('resumes with the drafts that the user saw then', async () => {
      const { remote, window, agreed } = await seeing();
      remote.faults = method === 'git' ? ['signed out'] : ['none', 'signed out'];
      await commitNow(window.committer, { ...request, agreed }, progress).catch(() => undefined);
      remote.faults = [];
      assert.ok((await window.committer.interrupted()) !== undefined);
      const seen = new AgreedCommit(selectChanges(window.drafts));
      await window.save('b.txt', 'evil\n');
      await rejection(window.committer.resume(progress, seen), 'invalid');
      assert.notEqual(remote.text('b.txt'), 'evil\n');
    });
  });
}
