import type { RoundingMode } from '../../fixed-point/rounding.ts';
import { cName } from '../c/c-text.ts';
import type { PlacedTable } from '../lane-graph.ts';
import type { StepGraph } from '../step-graph.ts';
import type { StepNode, StepRegion } from '../step.ts';
import type { LerpRule } from '../steps.ts';
import { nameOf, StepText } from '../step-text.ts';
import { shaderType, type ShaderType, stepRange } from './step-types.ts';
import { tablePlace } from '../table-place.ts';

/** A step without a form in a shader. */
export class NoShaderForm extends Error {
  constructor({ step, kind }: StepNode) {
    super(`the step ${step} of ${kind} has no form in a shader`);
    this.name = 'NoShaderForm';
  }
}

/**
 * Steps of a graph as a function of a shader, in the text that `dialects.ts` makes GLSL or WGSL of. Registers are parameters of
 * the function, by their names: those of float32 hold bits. The result is integers, or the float32 bits of a colour.
 *
 * @param head result, name and parameters
 * @throws NoShaderForm for a step that has no shader
 */
export function shaderFunction(head: string, steps: StepGraph, ...results: readonly StepNode[]): string {
  const { lines, values } = shaderSteps(steps, ...results);
  const colors = results[0].color ? [0, 1, 2, 3].map((c) => `bits_of(${values[0].replace('[c]', `[${c}]`)})`) : values;
  const returned = colors.length === 1 ? colors[0] : `${head.split(' ')[0]}(${colors.join(', ')})`;
  return [`${head} {`, ...lines, `  return ${returned};`, '}'].join('\n');
}

/** The lines of steps within a function, and the values that they give: of a colour that of component c. */
export function shaderSteps(
  steps: StepGraph,
  ...results: readonly StepNode[]
): { readonly lines: readonly string[]; readonly values: readonly string[] } {
  const writer = new Writer();
  results.forEach((result) => writer.need(result));
  writer.registers(steps.outermost);
  writer.region(steps.outermost);
  return { lines: writer.lines, values: results.map(of) };
}

/** A table of constants: `const int table_NAME[N] = int[N](...)`. */
export function shaderTable(name: string, entries: PlacedTable): string {
  const numbers = Array.from(entries);
  const lines = Array.from(
    { length: Math.ceil(numbers.length / 16) },
    (_, n) => `  ${numbers.slice(16 * n, 16 * n + 16).join(', ')}`,
  );
  return `const int table_${cName(name)}[${numbers.length}] = int[${numbers.length}](\n${lines.join(',\n')}\n);`;
}

class Writer extends StepText {
  constructor() {
    super(UNNAMED);
  }

  /** A division of integers has these, not the quotient of floats. */
  protected override operandsOf(step: StepNode): readonly StepNode[] {
    return quotientOf(step) ?? super.operandsOf(step);
  }

  /** The floats among the registers. */
  registers(region: StepRegion): void {
    for (const step of this.neededOf(region)) {
      if (step.step === 'register' && step.kind !== 'integer') {
        this.line(`uvec2 ${nameOf(step)} = f64_of_bits(${step.detail as string});`);
      }
    }
  }

  override eachComponent(text: string): void {
    this.block('for (int c = 0; c < 4; c++) {', () => this.line(text));
  }

  protected override define(step: StepNode): void {
    const { operands } = step;
    const type = shaderType(step);
    const name = nameOf(step);
    if (step.step === 'square') {
      operands
        .slice(0, 4)
        .forEach((address, n) => this.line(`ivec4 ${name}_${n} = texel_codes(image, border, ${of(address)});`));
      return;
    }
    if (step.step === 'when') {
      this.line(`${TYPES[type]} ${name}${step.color ? '[4]' : ''};`);
      this.when(step, of(operands[0]), as(type, operands[1]), as(type, operands[2]));
      return;
    }
    if (!step.color) {
      this.line(`${TYPES[type]} ${name} = ${expression(step)};`);
      return;
    }
    this.line(`${TYPES[type]} ${name}[4];`);
    this.assign(step, expression(step));
  }
}

const TYPES: Readonly<Record<ShaderType, string>> = { int: 'int', wide: 'uvec2', float: 'uvec2', bool: 'bool' };

/** Steps without a variable: constants, registers, and steps that are another value. */
const UNNAMED: ReadonlySet<StepNode['step']> = new Set(['constant', 'register', 'address', 'tap', 'known']);

/** The integers of the floor of a quotient, as one step: a quotient of float64 that would lie as close to a whole one is exact. */
export function quotientOf({ step, operands }: StepNode): readonly StepNode[] | null {
  if (step !== 'toInteger' || operands[0].step !== 'floor') return null;
  const [quotient] = operands[0].operands;
  if (quotient.step !== 'divide' || quotient.operands.some((operand) => operand.step !== 'double')) return null;
  const integers = quotient.operands.map((operand) => operand.operands[0]);
  return integers.every((one) => shaderType(one) === 'int') ? integers : null;
}

/** A step's value; of a colour its component c. */
function of(step: StepNode): string {
  const { operands, detail, kind } = step;
  switch (step.step) {
    case 'constant':
      return constant(step);
    case 'register':
      return kind === 'integer' ? (detail as string) : nameOf(step);
    case 'tap':
      return `${nameOf(operands[0])}_${detail as number}[c]`;
    case 'known':
      return of(operands[0]);
    default:
      return step.color ? `${nameOf(step)}[c]` : nameOf(step);
  }
}

function constant(step: StepNode): string {
  const { low } = step;
  switch (shaderType(step)) {
    case 'bool':
      return String(low !== 0);
    case 'int':
      return low < 0 ? `(${low})` : String(low);
    case 'wide':
      return words(BigInt(low));
    case 'float':
      return float64(low);
  }
}

function float64(value: number): string {
  return words(new BigUint64Array(Float64Array.of(value).buffer)[0]);
}

function words(bits: bigint): string {
  const word = (n: bigint) => `0x${Number(BigInt.asUintN(32, n)).toString(16)}u`;
  return `uvec2(${word(bits)}, ${word(bits >> 32n)})`;
}

/** The value of a step as a type. */
function as(type: ShaderType, step: StepNode): string {
  return converted(type, shaderType(step), of(step));
}

function converted(to: ShaderType, from: ShaderType, value: string): string {
  if (to === from) return value;
  if (to === 'wide' && from === 'int') return `i64_of(${value})`;
  if (to === 'int' && from === 'wide') return `int((${value}).x)`;
  throw new RangeError(`${from} is not ${to}`);
}

/** Functions of shader-arithmetic.ts for floats. */
const FLOATS: Readonly<Record<string, string>> = {
  add: 'f64_add',
  subtract: 'f64_subtract',
  multiply: 'f64_multiply',
  divide: 'f64_divide',
  less: 'f64_less',
  equal: 'f64_equal',
  squareRoot: 'f64_square_root',
  absolute: 'f64_absolute',
  negate: 'f64_negate',
  floor: 'f64_floor',
  truncate: 'f64_truncate',
  ceil: 'f64_ceil',
  nearestInteger: 'f64_rounded_nearest_even',
  flushed: 'f64_flushed',
  larger: 'f64_larger',
  smaller: 'f64_smaller',
  leadingBit: 'f64_leading_bit',
  cutBelow: 'f64_cut_below',
};
/** Those whose results need more bits than their operands. */
const ROUNDED = new Set(['add', 'subtract', 'multiply', 'divide', 'squareRoot']);

const OPERATORS: Readonly<Record<string, string>> = { add: '+', subtract: '-', multiply: '*', less: '<', equal: '==' };
const WIDE: Readonly<Record<string, string>> = {
  add: 'i64_add',
  subtract: 'i64_subtract',
  multiply: 'i64_multiply',
  less: 'i64_less',
  equal: 'u64_equal',
};

function expression(step: StepNode): string {
  const { operands, detail, kind } = step;
  const type = shaderType(step);
  const [first] = operands;
  if (first !== undefined && shaderType(first) === 'float' && FLOATS[step.step] !== undefined) {
    const value = cheaper(step) ?? `${FLOATS[step.step]}(${operands.map(of).join(', ')})`;
    return kind === 'float32' && ROUNDED.has(step.step) ? `f64_single(${value})` : value;
  }
  if (OPERATORS[step.step] !== undefined) return integerOperation(step);
  switch (step.step) {
    case 'and':
      if (type === 'bool') return `${of(first)} && ${of(operands[1])}`;
      return `${as('int', first)} & ${of(operands[1])}`;
    case 'or':
      return `${of(first)} || ${of(operands[1])}`;
    case 'not':
      return `!${of(first)}`;
    case 'least':
      return select(less(operands[1], first), operands[1], first, type);
    case 'greatest':
      return select(less(first, operands[1]), operands[1], first, type);
    case 'select':
      return select(of(first), operands[1], operands[2], type);
    case 'shiftRight': {
      const wide = shaderType(first) === 'wide';
      const bits = `${detail as number}u`;
      return wide ? converted(type, 'wide', `i64_right(${of(first)}, ${bits})`) : `${of(first)} >> ${bits}`;
    }
    case 'toInteger': {
      const quotient = quotientOf(step);
      if (quotient !== null) return converted(type, 'int', `floor_quotient(${quotient.map(of).join(', ')})`);
      return `${type === 'wide' ? 'f64_to_wide' : 'f64_to_int'}(${of(first)})`;
    }
    case 'roundedSum':
      return `f64_rounded_sum_${cName(detail as string)}(${of(first)}, ${of(operands[1])})`;
    case 'double':
      if (shaderType(first) === 'float') return of(first);
      return shaderType(first) === 'int' ? `f64_of_int(${of(first)})` : `f64_of(${of(first)})`;
    case 'single':
      return `f64_single(${of(first)})`;
    case 'bits':
      return `int(bits_of(${of(first)}))`;
    case 'ofLevel':
      return `${detail as string}_of_level(image, ${of(first)})`;
    case 'lookUp':
    case 'entry': {
      const { table, index, bytes } = tablePlace(step);
      const next = step.step === 'entry' ? (detail as number) : 0;
      const from = index.length === 0 ? '' : bytes === 4 ? `${of(index[0])} + ` : `${of(index[0])} / 4 + `;
      return `table_${cName(table)}[${from}${next}]`;
    }
    case 'lerp':
      return lerp(step);
    case 'dot':
      return dot(step);
    case 'round': {
      const { bits, mode } = detail as { bits: number; mode: RoundingMode };
      if (kind === 'integer') return narrowed(type, shaderType(first), of(first), bits, mode);
      const scaled = bits === 0 ? of(first) : `f64_scaled(${of(first)}, ${-bits})`;
      return `f64_rounded_${cName(mode)}(${scaled})`;
    }
    case 'lifted': {
      const bits = detail as number;
      return type === 'int' ? `${of(first)} << ${bits}u` : `u64_left(${as('wide', first)}, ${bits}u)`;
    }
    case 'quotient': {
      const { ones } = detail as { ones: readonly number[] };
      const values = ones.map((one) => (one === ones[0] ? null : one));
      const others = values.reduce<string>(
        (value, one, c) => (one === null ? value : `SELECT(${value}, ${float64(one)}, c == ${c})`),
        float64(ones[0]),
      );
      return `f64_single(f64_divide(f64_of(${as('wide', first)}), ${others}))`;
    }
    default:
      throw new NoShaderForm(step);
  }
}

/** A product with a power of two, or a sum with 0; null for others. */
function cheaper({ step, operands }: StepNode): string | null {
  const constant = operands.find((operand) => operand.step === 'constant');
  const other = operands.find((operand) => operand !== constant);
  if (constant === undefined || other === undefined) return null;
  if (step === 'add' && Object.is(constant.low, 0)) return `f64_plus_zero(${of(other)})`;
  const bits = Math.log2(constant.low);
  return step === 'multiply' && Number.isInteger(bits) ? `f64_scaled(${of(other)}, ${bits})` : null;
}

/** An operation of integers or masks: of 64 bits where an operand or the result has them. */
function integerOperation(step: StepNode): string {
  const { operands } = step;
  const type = shaderType(step);
  const wide = type === 'wide' || operands.some((operand) => shaderType(operand) === 'wide');
  if (!wide) return `${of(operands[0])} ${OPERATORS[step.step]} ${of(operands[1])}`;
  const value = `${WIDE[step.step]}(${operands.map((operand) => as('wide', operand)).join(', ')})`;
  return type === 'bool' ? value : converted(type, 'wide', value);
}

function less(a: StepNode, b: StepNode): string {
  const types = [shaderType(a), shaderType(b)];
  if (types.includes('float')) return `f64_less(${of(a)}, ${of(b)})`;
  return types.includes('wide') ? `i64_less(${as('wide', a)}, ${as('wide', b)})` : `${of(a)} < ${of(b)}`;
}

function select(mask: string, yes: StepNode, no: StepNode, type: ShaderType): string {
  return `SELECT(${as(type, no)}, ${as(type, yes)}, ${mask})`;
}

/** The lerp of codes, narrowed once. */
function lerp(step: StepNode): string {
  const { operands, detail, kind } = step;
  const { bits, dropped, mode, scale } = detail as LerpRule;
  if (kind !== 'integer' || scale === 'all-ones') throw new NoShaderForm(step);
  const [a, b, w] = operands;
  const one = 2 ** bits - (scale === 'power-of-two' ? 0 : 1);
  const weight = scale === 'power-of-two' ? as('int', w) : `min(${as('int', w)}, ${one})`;
  const [low, high] = [a, b].map(stepRange).reduce(([l, h], [low, high]) => [Math.min(l, low), Math.max(h, high)]);
  const type = Math.max(-low, high) * one < 2 ** 31 ? 'int' : 'wide';
  const sum =
    type === 'int'
      ? `${of(a)} * (${one} - ${weight}) + ${of(b)} * ${weight}`
      : `i64_add(i64_multiply(${as('wide', a)}, i64_of(${one} - ${weight})), i64_multiply(${as('wide', b)}, i64_of(${weight})))`;
  return narrowed(shaderType(step), type, sum, dropped, mode);
}

/** The sum of the products of colours and weights. */
function dot(step: StepNode): string {
  const half = step.operands.length / 2;
  const type = shaderType(step);
  const products = step.operands.slice(0, half).map((color, n) => {
    const weight = step.operands[half + n];
    return type === 'int'
      ? `${of(color)} * ${as('int', weight)}`
      : `i64_multiply(${as('wide', color)}, ${as('wide', weight)})`;
  });
  return products.reduce((sum, product) => (type === 'int' ? `${sum} + ${product}` : `i64_add(${sum}, ${product})`));
}

/** A value over 2^bits, rounded. */
function narrowed(to: ShaderType, from: ShaderType, value: string, bits: number, mode: RoundingMode): string {
  if (bits === 0) return converted(to, from, value);
  const name = `${from === 'wide' ? 'i64_' : ''}narrowed_${cName(mode)}`;
  return converted(to, from, `${name}(${value}, ${bits}u)`);
}
