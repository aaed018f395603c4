import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of `entries` entries whose memory grows with its content: the option `max` of LRUCache would reserve the
 * memory of all at once.
 */
export function entryCache<Value extends object | string | number | boolean>(entries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}
