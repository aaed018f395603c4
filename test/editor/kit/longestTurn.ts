import { processorTime } from '../../kit/processorTime.ts';

/** The longest turn of the event loop until a second after `work`, in milliseconds of processor time. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let watching = true;
  let before = processorTime();
  const turn = (): void => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  const answered = performance.now();
  while (performance.now() - answered < 1000) await new Promise(setImmediate);
  watching = false;
  return longest;
}
