/** True in the long run, `npm run test:deep`, which has the files of `draws` as well. */
const DEEP = process.env['DEEP'] === '1';

/** The number of random cases: all of them in the long run, one of each `every` otherwise. */
export function draws(most: number, every = 4): number {
  return DEEP ? most : Math.ceil(most / every);
}

/** All items in the long run; otherwise those that take turns with `turn`, one of each `every`. */
export function inTurn<Item>(items: readonly Item[], turn: number, every = items.length): readonly Item[] {
  return DEEP ? items : items.filter((_, n) => n % every === turn % every);
}
