import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits, half a minute at most, until `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    assert.ok(tries < 6000, 'did not happen in 30 s');
    await pause(5);
  }
}
