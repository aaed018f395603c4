/** A cache of `size` values by key, which drops the least recently used one. */
export class LastUsed<K, V> {
  readonly #size: number;
  readonly #items = new Map<K, V>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: K, make: () => V): V {
    const known = this.#items.get(key);
    const value = known ?? make();
    this.#items.delete(key);
    this.#items.set(key, value);
    for (const oldest of this.#items.keys()) {
      if (this.#items.size <= this.#size) break;
      this.#items.delete(oldest);
    }
    return value;
  }
}
