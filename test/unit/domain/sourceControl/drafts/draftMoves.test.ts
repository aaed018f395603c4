import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { DraftWindows, stories, type Story } from '../../../../kit/draftWindows.ts';
import { runs } from '../../../../kit/runs.ts';

/** A draft that is moved to a branch while a commit merges another draft of the same file there. */
const movedDuringMerge: Story = {
  actions: [
    { window: 1, lane: 0, branch: 'main', do: 'follow' },
    { window: 0, lane: 0, branch: 'topic', do: 'save', path: 'a.txt' },
    { window: 0, lane: 1, branch: 'topic', do: 'commit' },
    { window: 0, lane: 0, branch: 'main', do: 'save', path: 'a.txt' },
    { window: 1, lane: 1, branch: 'topic', do: 'save', path: 'a.txt' },
    { window: 1, lane: 1, branch: 'main', do: 'commit' },
    { window: 1, lane: 0, branch: 'topic', do: 'move' },
  ],
  order: 26_680_789,
  kills: [],
};

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
    await fc.assert(fc.asyncProperty(stories, play), { ...runs(800), examples: [[movedDuringMerge]] });
  });
});
