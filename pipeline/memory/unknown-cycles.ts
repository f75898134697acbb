/** The first number that represents an unknown cycle. Every known cycle is below it. */
const FIRST = 2 ** 52;

/**
 * Cycles that are not known yet. A number above all known cycles represents each: so it is later than the present, and the
 * maximum of it and a known cycle is unknown as well.
 */
export class UnknownCycles {
  private readonly waiting = new Map<number, ((cycle: number) => void)[]>();
  private next = FIRST;

  static has(cycle: number): boolean {
    return cycle >= FIRST;
  }

  /** A cycle that `resolve` gives later. */
  add(): number {
    this.waiting.set(this.next, []);
    return this.next++;
  }

  resolve(unknown: number, cycle: number): void {
    const waiting = this.waiting.get(unknown)!;
    this.waiting.delete(unknown);
    for (const report of waiting) report(cycle);
  }

  /** Reports a cycle: at once if it is known, else when it becomes known, in the order of the calls. */
  whenKnown(cycle: number, report: (cycle: number) => void): void {
    if (UnknownCycles.has(cycle)) this.waiting.get(cycle)!.push(report);
    else report(cycle);
  }

  /** An unknown cycle that follows from others, of which at least one is unknown. */
  from(cycles: readonly number[], follows: (...cycles: number[]) => number): number {
    const result = this.add();
    const known = [...cycles];
    let left = cycles.length;
    cycles.forEach((cycle, n) =>
      this.whenKnown(cycle, (value) => {
        known[n] = value;
        if (--left === 0) this.resolve(result, follows(...known));
      }),
    );
    return result;
  }

  /** A cycle that comes so many cycles after another. */
  plus(cycle: number, cycles: number): number {
    return UnknownCycles.has(cycle) ? this.from([cycle], (known) => known + cycles) : cycle + cycles;
  }

  /** Stores a cycle. An unknown one gives its place to the known one, unless another has been stored there by then. */
  store(array: Float64Array, at: number, cycle: number): void {
    array[at] = cycle;
    if (UnknownCycles.has(cycle)) this.replace(array, at, cycle);
  }

  private replace(array: Float64Array, at: number, unknown: number): void {
    this.whenKnown(unknown, (cycle) => {
      if (array[at] === unknown) array[at] = cycle;
    });
  }
}
