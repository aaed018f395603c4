/** Milliseconds of a `Date` header, which names the second only. */
const second = 1_000;

/** What the clock of a host shows, by the `Date` headers of its answers: a record’s time is one of that clock. */
export class HostClock {
  #ahead: number | undefined;

  /** `date`: the header of the answer to a request that lasted from `sent` to `received` on this computer. */
  note(date: string | null, sent: number, received: number): void {
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) return;
    const ahead = time - received;
    // The quickest answer is the most exact one, until one of both clocks is set.
    const isSet = this.#ahead !== undefined && time + second - sent < this.#ahead;
    this.#ahead = this.#ahead === undefined || isSet ? ahead : Math.max(this.#ahead, ahead);
  }

  /** The time of the host at `local`, or up to a second before it; undefined before the first answer. */
  at(local: number): number | undefined {
    return this.#ahead === undefined ? undefined : local + this.#ahead;
  }
}
