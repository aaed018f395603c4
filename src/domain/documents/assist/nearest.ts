import { itemAt } from '../../../core/list.ts';

/** At most three names whose spelling is close to `written`, the closest first. */
export function nearest(written: string, names: readonly string[]): string[] {
  const wanted = written.toLowerCase().slice(0, 100);
  const farthest = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .slice(0, 1_000)
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase().slice(0, 100)) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The number of letters to add, remove, change or swap. Small for a name that begins with `written`. */
function distanceOf(one: string, other: string): number {
  if (one !== '' && other.startsWith(one)) return 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const same = other.charAt(at - 1) === one.charAt(index) ? 0 : 1;
      const swapped = one.charAt(index) === other.charAt(at - 2) && one.charAt(index - 1) === other.charAt(at - 1);
      const costs = [itemAt(next, at - 1) + 1, itemAt(row, at) + 1, itemAt(row, at - 1) + same];
      next.push(Math.min(...costs, ...(swapped ? [itemAt(before, at - 2) + 1] : [])));
    }
    [before, row] = [row, next];
  }
  return itemAt(row, other.length);
}
