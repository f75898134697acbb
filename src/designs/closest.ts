/** The one of `words` that is most like `word`: at most a third of its letters differ. Null when there is none. */
export function closest(word: string, words: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    // Letters that one has more than the other are inserted.
    if (Math.abs(word.length - candidate.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** All of `words`, those first that are most like `word`: by its letters, or those of it that a beginning has. */
export function nearest(word: string, words: readonly string[]): readonly string[] {
  const distance = (other: string) => editDistance(word.toLowerCase(), other.toLowerCase().slice(0, word.length));
  return words
    .filter((other) => word.length - other.length <= word.length / 2)
    .map((other) => ({ other, far: distance(other) }))
    .filter(({ far }) => far <= word.length / 2)
    .toSorted((a, b) => a.far - b.far)
    .map(({ other }) => other);
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j] + 1, row[j - 1] + 1));
    }
    above = row;
  }
  return above[b.length];
}
