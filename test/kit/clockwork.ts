import { mock } from 'node:test';

/** Waits for `promise` and ends every pause and time-out as soon as it begins. Timers must be mocked. */
export async function atOnce<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  let ended = false;
  const outcome = Promise.allSettled([promise]).then(([settled]) => {
    ended = true;
    return settled;
  });
  for (let round = 0; !isTrue(ended); round += 1) {
    if (round > 1_000) throw new Error('never ends');
    for (let turn = 0; turn < 30 && !isTrue(ended); turn += 1) await Promise.resolve();
    // Streams settle in turns of the event loop as well.
    if (round % 3 === 2) await new Promise((resolve) => setImmediate(resolve));
    if (round > 2) mock.timers.tick(1_000);
  }
  return await outcome;
}

/** A callback changes the value; the compiler does not see this. */
const isTrue = (value: boolean): boolean => value;

/** Runs the callbacks of settled promises. */
export async function runCallbacks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Advances the mocked time by `step` milliseconds at a time, and runs everything that is due after each step. */
export async function passTime(milliseconds: number, step = 1): Promise<void> {
  await runCallbacks();
  for (let passed = 0; passed < milliseconds; passed += step) {
    mock.timers.tick(Math.min(step, milliseconds - passed));
    await runCallbacks();
  }
}
