/**
 * Whether `pattern` matches all of `items`. `*` and `**` match any number of items, every other part matches one, as
 * `matches` says. Only the last star is tried again, which is enough: it takes no more than the product of both lengths.
 */
export function matchesAll<T, Item>(
  pattern: readonly ('*' | '**' | T)[],
  items: readonly Item[],
  matches: (part: T, item: Item) => boolean,
): boolean {
  let [part, item] = [0, 0];
  let again: { readonly part: number; item: number } | undefined;
  while (item < items.length) {
    const now = pattern[part];
    const one = items[item];
    if (now === '*' || now === '**') {
      again = { part: part + 1, item };
      part += 1;
    } else if (now !== undefined && one !== undefined && matches(now, one)) {
      part += 1;
      item += 1;
    } else if (again !== undefined) {
      again.item += 1;
      [part, item] = [again.part, again.item];
    } else return false;
  }
  return pattern.slice(part).every((rest) => rest === '*' || rest === '**');
}
