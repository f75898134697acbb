/**
 * The vectors of a unit by field name, as unsigned integers, read independently from the files for `$readmemh` and a
 * test bench.
 */
export function readGolden(text: string, unit: string, memory: string): ReadonlyMap<string, bigint>[] {
  const fields = fieldsOf(text, unit);
  const lines = memory.split('\n').slice(0, -1);
  const width = fields.reduce((sum, { width: bits }) => sum + bits, 0);
  const vectors = constantOf(text, `${unit.toUpperCase()}_VECTORS`);
  if (lines.length !== vectors) throw new Error(`${unit}: ${lines.length} vectors`);
  return lines.map((line) => {
    if (line.length !== Math.ceil(width / 4) || BigInt(`0x${line}`) >> BigInt(width) !== 0n) {
      throw new Error(`${unit}: ${line} is no word of ${width} bits`);
    }
    let word = BigInt(`0x${line}`);
    const values: [string, bigint][] = [];
    for (const { name, width: bits } of fields.toReversed()) {
      values.unshift([name, word & ((1n << BigInt(bits)) - 1n)]);
      word >>= BigInt(bits);
    }
    return new Map(values);
  });
}

interface Field {
  readonly name: string;
  readonly width: number;
}

/** The members of each struct of each package. */
const READ = new Map<string, Map<string, readonly Field[]>>();

/** The members of the packed struct of a unit's vectors, the most significant one first. */
export function fieldsOf(text: string, unit: string): readonly Field[] {
  const units = READ.get(text) ?? new Map<string, readonly Field[]>();
  const members = units.get(unit) ?? membersOf(text, unit);
  READ.set(text, units.set(unit, members));
  return members;
}

function membersOf(text: string, unit: string): readonly Field[] {
  const [, members] = new RegExp(`typedef struct packed \\{([^}]*)\\} ${unit}_vector_t;`).exec(text)!;
  return Array.from(members.matchAll(/logic(?: signed)?(?: \[(\d+):0\])? (\w+);/g), ([, high, name]) => ({
    name,
    width: Number(high ?? 0) + 1,
  }));
}

/** An integer constant of the package. */
export function constantOf(text: string, name: string): number {
  return Number(new RegExp(`\\b${name} = (-?\\d+)`).exec(text)![1]);
}

/** The value of a field in two's complement. */
export function signed(value: bigint, width: number): number {
  return Number(BigInt.asIntN(width, value));
}
