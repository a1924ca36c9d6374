/** Splits items into portions, in order, each limited in items and in characters of JSON. */
export function inPortions<Item>(items: readonly Item[], most: number, characters: number): Item[][] {
  const portions: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = portions.at(-1);
    if (last && last.length < most && size + length <= characters) {
      last.push(item);
      size += length;
    } else {
      portions.push([item]);
      size = length;
    }
  }
  return portions;
}
