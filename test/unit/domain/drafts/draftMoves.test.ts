import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { DraftWindows, stories, type Story } from '../../../kit/draftWindows.ts';
import { runs } from '../../../kit/runs.ts';

describe('drafts that are moved to another branch while two windows save', () => {
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  // Hashing is synchronous, so that only disk accesses take turns and every run of a story is equal.
  before(() => {
    subtle.digest = (_name, data) => {
      const hash = createHash('sha1')
        .update(data as Uint8Array)
        .digest();
      return Promise.resolve(new Uint8Array(hash).buffer);
    };
  });
  after(() => (subtle.digest = digest));

  it('are never lost, in any order of steps and whenever a window is killed', async function () {
    this.timeout(600_000);
    const play = async (story: Story): Promise<void> => await new DraftWindows(story).play();
    await fc.assert(fc.asyncProperty(stories, play), runs(10_000));
  });
});
