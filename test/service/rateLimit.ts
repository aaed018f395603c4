const hoursMinutes = 60;

/** Counts the requests of each user in windows of a minute and an hour that begin with the first request. */
export class RateLimit {
  readonly #windows = new Map<string, { start: number; count: number }>();

  /**
   * Seconds to wait if `user` is above the limits; undefined if this request is within the limits. `minute` is
   * how many milliseconds a minute lasts.
   */
  take(user: string, perMinute: number, perHour: number, minute: number): number | undefined {
    const now = Date.now();
    const waits = [
      this.#count(`${user} m`, now, minute, perMinute),
      this.#count(`${user} h`, now, hoursMinutes * minute, perHour),
    ].filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Math.ceil(Math.max(...waits) / 1000);
  }

  #count(key: string, now: number, length: number, limit: number): number | undefined {
    if (limit <= 0) return undefined;
    const known = this.#windows.get(key);
    const window = known !== undefined && now - known.start < length ? known : { start: now, count: 0 };
    window.count += 1;
    this.#windows.set(key, window);
    return window.count > limit ? window.start + length - now : undefined;
  }

  clear(): void {
    this.#windows.clear();
  }
}
