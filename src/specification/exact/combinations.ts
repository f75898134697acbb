/** Every combination of a number of each list; that of the last list changes fastest. */
export function combinations(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return lists.reduce<readonly (readonly number[])[]>(
    (begun, numbers) => begun.flatMap((some) => numbers.map((x) => [...some, x])),
    [[]],
  );
}
