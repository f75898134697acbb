/** Every combination of a number of each list; that of the last list changes fastest. */
export function combinations(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const numbers of lists) {
    const longer: (readonly number[])[] = [];
    for (const begun of all) for (const x of numbers) longer.push([...begun, x]);
    all = longer;
  }
  return all;
}
