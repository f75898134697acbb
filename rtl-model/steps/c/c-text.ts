import type { NumberKind } from '../step.ts';
import type { PlacedTable } from '../lane-graph.ts';

/** A name in C. */
export function cName(name: string): string {
  return name.replaceAll(/\W/g, '_');
}

/** A number in C. */
export function cNumber(value: number, kind: NumberKind): string {
  if (kind === 'mask' || kind === 'integer') return value < 0 ? `(${value})` : String(value);
  const text = Number.isFinite(value) ? String(value) : value > 0 ? 'INFINITY' : '-INFINITY';
  const digits = Object.is(value, -0) ? '-0.0' : /^-?\d+$/.test(text) ? `${text}.0` : text;
  const typed = kind === 'float32' && Number.isFinite(value) ? `${digits}f` : digits;
  return typed.startsWith('-') ? `(${typed})` : typed;
}

/** A table of constants. */
export function cTable(name: string, entries: PlacedTable): string {
  const float = entries instanceof Float32Array;
  const kind = float ? 'float32' : entries instanceof Float64Array ? 'float64' : 'integer';
  const type = { float32: 'float', float64: 'double', integer: 'int32_t' }[kind];
  const numbers = Array.from(entries, (value) => cNumber(value, kind));
  const lines = Array.from(
    { length: Math.ceil(numbers.length / 8) },
    (_, n) => `  ${numbers.slice(8 * n, 8 * n + 8).join(', ')},`,
  );
  return [`static const ${type} ${cName(name)}[${numbers.length}] = {`, ...lines, '};', ''].join('\n');
}
