import assert from 'node:assert/strict';
import { HostClock } from '../../../../src/api/http/hostClock.ts';

describe('HostClock', () => {
  const header = (time: number): string => new Date(time).toUTCString();
  const noon = Date.parse('2026-01-01T12:00:00Z');

  it('tells the time of the host from the quickest answer, and is never ahead of it', () => {
    const clock = new HostClock();
    assert.equal(clock.at(5), undefined);
    clock.note(null, 0, 10);
    assert.equal(clock.at(5), undefined);
    // The host is an hour ahead; the first answer took 20 seconds.
    clock.note(header(noon), noon - 3_600_000, noon - 3_580_000);
    clock.note(header(noon + 60_000), noon - 3_540_000, noon - 3_539_900);
    clock.note(header(noon + 90_000), noon - 3_510_000, noon - 3_480_000);
    assert.equal(clock.at(noon - 3_600_000), noon - 100);
  });

  it('begins anew after the clock of this computer was set', () => {
    const clock = new HostClock();
    clock.note(header(noon), noon, noon + 50);
    clock.note(header(noon + 10_000), noon + 7_210_000, noon + 7_210_050);
    assert.equal(clock.at(noon + 7_200_000), noon - 50);
  });
});
