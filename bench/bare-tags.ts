/**
 * The bare loop: a 4-way LRU cache of 64-byte lines. It walks an array of addresses, compares the tags of a set in the
 * order of use, and moves them. There are no reads across lines, passes, banks or memory.
 *
 * @param tags 4 for each set, -1 for an empty way
 * @returns the number of hits
 */
export function bareTags(addresses: Float64Array, count: number, tags: Float64Array): number {
  const sets = tags.length / 4;
  const perSet = 1 / sets;
  let hits = 0;
  for (let n = 0; n < count; n++) {
    const line = Math.floor(addresses[n] / 64);
    const first = 4 * (line - Math.floor(line * perSet) * sets);
    const tag0 = tags[first];
    if (tag0 === line) {
      hits++;
      continue;
    }
    const tag1 = tags[first + 1];
    if (tag1 === line) hits++;
    else {
      const tag2 = tags[first + 2];
      if (tag2 === line) hits++;
      else {
        if (tags[first + 3] === line) hits++;
        tags[first + 3] = tag2;
      }
      tags[first + 2] = tag1;
    }
    tags[first + 1] = tag0;
    tags[first] = line;
  }
  return hits;
}
