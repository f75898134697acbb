// Look-ups in a set-associative cache of four ways whose tags are in the order of use (lru-levels.ts).

/**
 * Tags and lines are float64 without a fraction, and equal where their bits are. A look-up takes no branch by its hit:
 * which way hits is as good as random. A line that was looked up just before is the exception.
 *
 * @param lines `count` of them, 0 to 2^53 - 1
 * @param tags four for each set, the latest first
 * @param sets a power of two
 * @param missed room for `count` + 1 indices; receives those of the misses
 * @returns the number of misses
 */
export function lookUpFourWays(lines: usize, count: i32, tags: usize, sets: i32, missed: usize): i32 {
  const mask = <i64>(sets - 1);
  let misses = 0;
  // No line has the bits of -1.
  let before: i64 = -1;
  for (let n = 0; n < count; n++) {
    const at = lines + ((<usize>n) << 3);
    const line = load<i64>(at);
    if (line == before) continue;
    before = line;
    const set = tags + ((<usize>((<i64>load<f64>(at)) & mask)) << 5);
    const tag0 = load<i64>(set);
    const tag1 = load<i64>(set, 8);
    const tag2 = load<i64>(set, 16);
    const tag3 = load<i64>(set, 24);
    const hit0 = i32(tag0 == line);
    const hit1 = hit0 | i32(tag1 == line);
    const hit2 = hit1 | i32(tag2 == line);
    const hit3 = hit2 | i32(tag3 == line);
    store<i64>(set, line);
    store<i64>(set, select<i64>(tag1, tag0, hit0), 8);
    store<i64>(set, select<i64>(tag2, tag1, hit1), 16);
    store<i64>(set, select<i64>(tag3, tag2, hit2), 24);
    store<i32>(missed + ((<usize>misses) << 2), n);
    misses += 1 - hit3;
  }
  return misses;
}
