const KIB = 2 ** 10;
const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** The budget of a process that sets none: 4 GiB. */
export const DEFAULT_MEMORY = 4 * GIB;

let processBytes = DEFAULT_MEMORY;

/** Sets the budget of this process, for every reader from now on. @param bytes at least 1 */
export function limitMemory(bytes: number): void {
  processBytes = bytes;
}

/** An input that needs more memory than the budget has. The message is one line: what needs how much. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/**
 * The memory that things read together may take: the pictures of a model, the images of a trace. A reader takes memory before it
 * allocates, with the sizes that headers state, so that no small file grows beyond the budget.
 */
export class MemoryBudget {
  private taken = 0;

  /** @param bytes in all; those of the process if left out */
  constructor(readonly bytes: number = processBytes) {}

  /**
   * Takes memory that is kept.
   *
   * @param what needs it: the file and the sizes that it states
   * @throws MemoryError
   */
  take(bytes: number, what: string): void {
    this.require(bytes, what);
    this.taken += bytes;
  }

  /** How often all that is taken could be taken again. */
  get copies(): number {
    return Math.floor(this.bytes / Math.max(1, this.taken)) - 1;
  }

  /** Checks that there is memory, which is given back soon. @throws MemoryError */
  require(bytes: number, what: string): void {
    if (this.taken + bytes <= this.bytes) return;
    const taken = this.taken === 0 ? '' : ` beside the ${byteText(this.taken)} that are taken`;
    const budget = `the budget of memory is ${byteText(this.bytes)} (--memory)`;
    throw new MemoryError(`${what}: needs ${byteText(bytes)}${taken}; ${budget}`);
  }
}

/** A number of bytes in binary units, rounded up: "2.6 GiB". */
export function byteText(bytes: number): string {
  const [size, unit] = (
    [
      [GIB, 'GiB'],
      [MIB, 'MiB'],
      [KIB, 'KiB'],
    ] as const
  ).find(([size]) => bytes >= size) ?? [1, 'bytes'];
  return `${Math.ceil((10 * bytes) / size) / 10} ${unit}`;
}

/** The bytes of a text such as 4GiB, 512 MiB or 65536; NaN for any other text. */
export function parseByteText(text: string): number {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([KMG]iB)?$/.exec(text) ?? [];
  return Math.floor(Number(number) * { '': 1, KiB: KIB, MiB: MIB, GiB: GIB }[unit]!);
}
