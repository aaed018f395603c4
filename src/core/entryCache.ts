import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `entries` entries, without the one that was used longest ago. The memory grows with the entries:
 * the option `max` of LRUCache would reserve the memory of all at once.
 */
export function entryCache<Value extends object | string | number | boolean>(entries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}
