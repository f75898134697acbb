/**
 * The vectors of a unit by field name, as unsigned integers, read independently from the files for `$readmemh` and a
 * test bench.
 */
export function readGolden(header: string, unit: string, memory: string): ReadonlyMap<string, bigint>[] {
  const name = unit.toUpperCase();
  const constant = (what: string) => Number(new RegExp(`\\b${what} = (\\d+)`).exec(header)?.[1]);
  const fields = [...header.matchAll(new RegExp(`localparam ${name}_(\\w+)_LSB = (\\d+), \\w+_WIDTH = (\\d+);`, 'g'))];
  const lines = memory.split('\n').slice(0, -1);
  const width = constant(`${name}_WIDTH`);
  if (lines.length !== constant(`${name}_VECTORS`)) throw new Error(`${unit}: ${lines.length} vectors`);
  return lines.map((line) => {
    if (line.length !== Math.ceil(width / 4) || BigInt(`0x${line}`) >> BigInt(width) !== 0n) {
      throw new Error(`${unit}: ${line} is no word of ${width} bits`);
    }
    const word = BigInt(`0x${line}`);
    return new Map(
      fields.map(([, field, lsb, bits]) => [field.toLowerCase(), (word >> BigInt(lsb)) & ((1n << BigInt(bits)) - 1n)]),
    );
  });
}

/** The value of a field in two's complement. */
export function signed(value: bigint, width: number): number {
  return Number(BigInt.asIntN(width, value));
}
