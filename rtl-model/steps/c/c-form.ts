import { NEAREST_ROUNDINGS, type NearestRounding, type RoundingMode } from '../../fixed-point/rounding.ts';
import type { ResultFloat, NumberKind, StepNode } from '../step.ts';
import type { StepGraph } from '../step-graph.ts';
import type { CornerRule } from '../texel-codes.ts';
import { nameOf, StepText } from '../step-text.ts';
import type { LerpRule } from '../steps.ts';
import { cName, cNumber } from './c-text.ts';
import { tablePlace } from '../table-place.ts';

/** A step without a form in C. */
export class NoCForm extends Error {
  constructor({ step }: StepNode) {
    super(`the step ${step} has no form in C yet`);
    this.name = 'NoCForm';
  }
}

/** The results of a function: registers that it stores, and a colour. */
export interface CResults {
  readonly stored: readonly (readonly [register: string, step: StepNode])[];
  readonly color?: StepNode;
}

/**
 * Steps of a graph as a function in C99, for one lane of a quad: `static void NAME(const struct state *st, struct lanes *q,
 * int lane, float color[4])`, the colour only where there is one. Numbers of the state are members of `st`, registers those
 * of `q`. The functions of c-arithmetic.ts and of `parts` that it calls come before it.
 *
 * @throws NoCForm for a step that has no C
 */
export function cFunction(
  name: string,
  steps: StepGraph,
  { stored, color }: CResults,
  parts: CParts = new Map(),
): string {
  const writer = new Writer(parts, true);
  [...stored.map(([, step]) => step), ...(color === undefined ? [] : [color])].forEach((step) => writer.need(step));
  writer.region(steps.outermost);
  for (const [register, step] of stored) writer.line(`q->${register}[lane] = ${of(step)};`);
  if (color !== undefined) {
    const value = of(color);
    writer.eachComponent(`color[c] = ${color.kind === 'integer' ? `float_of(${value})` : value};`);
  }
  const parameters = ['const struct state *st', 'struct lanes *q', 'int lane', ...(color ? ['float color[4]'] : [])];
  return [`static void ${name}(${parameters.join(', ')}) {`, '  (void)st;', ...writer.lines, '}', ''].join('\n');
}

/** The same of one value. Its parameters are registers, numbers of the state or of a level, of their names. */
export function cValueFunction(name: string, steps: StepGraph, parameters: readonly string[], value: StepNode): string {
  const writer = new Writer();
  writer.need(value);
  writer.region(steps.outermost);
  const kinds = parameterKinds(steps, parameters);
  const typed = parameters.map((parameter, n) => `${TYPES[kinds[n]]} ${parameter}`);
  const body = [...writer.lines, `  return ${of(value)};`].join('\n').replaceAll(OPERAND, '$1$2$3');
  const unused = parameters.filter((parameter) => !new RegExp(`\\b${parameter}\\b`).test(body));
  const text = [...unused.map((parameter) => `  (void)${parameter};`), body].join('\n');
  return `static ${TYPES[value.kind]} ${name}(${typed.join(', ')}) {\n${text}\n}\n`;
}

/** The names of functions of steps that only some lanes need, by their texts. Functions share those that are the same. */
export type CParts = Map<string, string>;

/** Registers and numbers of the state as C has them. */
const OPERAND = /q->(\w+)(?:\[lane\])?|st->level\[[^\]]*\]\.(\w+)|st->(\w+)(?:\[c\])?/g;

/** The kinds of the numbers with these names. */
export function parameterKinds(steps: StepGraph, names: readonly string[]): readonly NumberKind[] {
  return names.map((name) => steps.outermost.steps.find(({ detail }) => detail === name)?.kind ?? 'integer');
}

class Writer extends StepText {
  /** @param parts null to write all steps in one function  @param shows true to show steps by their names */
  constructor(
    private readonly parts: CParts | null = null,
    private readonly shows = false,
  ) {
    super(UNNAMED);
  }

  /** Steps are shown where their values are at hand: a texel is where its square is. */
  protected override isNeeded(step: StepNode): boolean {
    if (step.step !== 'shown') return super.isNeeded(step);
    const [value] = step.operands;
    return this.shows && super.isNeeded(value.step === 'tap' ? value.operands[0] : value);
  }

  /** Names as in traces: fixed_u. Exact sums have no number to show. */
  private show({ color, kind, detail, operands: [value] }: StepNode): void {
    const name = (detail as string).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (!color) this.line(`SHOW("${name}", -1, ${of(value)});`);
    else if (kind !== 'float64') this.eachComponent(`SHOW("${name}", c, ${of(value)});`);
  }

  /** The call of a function with the steps inside a `when`, whose parameters are the steps outside. */
  private call({ operands: [, value], region, kind }: StepNode, parts: CParts): string {
    const inner = new Writer(parts);
    inner.need(value);
    inner.region(region!);
    const text = [...inner.lines, `  return ${of(value)};`].join('\n');
    const own = new Set(text.match(/(?<= )n\d+(?= = )/g));
    const given = [...new Set(text.match(/\bn\d+/g))].filter((name) => !own.has(name));
    const outside = new Map<string, StepNode>();
    const find = (step: StepNode) => {
      if (given.includes(nameOf(step))) outside.set(nameOf(step), step);
      else step.operands.forEach(find);
    };
    find(value);
    const names = new Map([...given, ...own].map((name, n) => [name, `${own.has(name) ? 'n' : 'p'}${n}`]));
    const body = text.replaceAll(/\bn\d+/g, (name) => names.get(name)!);
    const all = [
      ['const struct state *st', 'st'],
      ['const struct lanes *q', 'q'],
      ['int lane', 'lane'],
    ].filter(([, name]) => new RegExp(`\\b${name}\\b`).test(body));
    all.push(...given.map((name) => [`${TYPES[outside.get(name)!.kind]} ${names.get(name)!}`, name]));
    const head = `(${all.map(([parameter]) => parameter).join(', ')}) {`;
    const part = `${TYPES[kind]} NAME${head}\n${body}\n}\n`;
    if (!parts.has(part)) parts.set(part, `part_${parts.size}`);
    return `${parts.get(part)!}(${all.map(([, name]) => name).join(', ')})`;
  }

  override eachComponent(text: string): void {
    this.line(`for (int c = 0; c < 4; c++) ${text}`);
  }

  protected override define(step: StepNode): void {
    const { operands, region } = step;
    const name = nameOf(step);
    const isExact = step.color && step.kind === 'float64';
    const type = typeOf(step);
    switch (step.step) {
      case 'shown':
        this.show(step);
        return;
      case 'square':
        this.line(`${type} ${name}[4][4];`);
        operands
          .slice(0, 4)
          .forEach((address, n) => this.line(`load_${step.kind}(st, q, lane, ${of(address)}, ${name}[${n}]);`));
        return;
      case 'cornered': {
        const { bits, mode, fused, order } = step.detail as CornerRule;
        const way = step.kind === 'integer' ? cName(mode) : fused ? 'fused' : 'floats';
        const missing = order.map((tap) => of(operands[1 + tap])).join(', ');
        this.line(`${type} ${name}[4][4];`);
        this.line(
          `cornered_${way}(${nameOf(operands[0])}, (const int[4]){${order.join(', ')}}, (const int[4]){${missing}}, ${cNumber(2 ** bits, 'float64')}, ${name});`,
        );
        return;
      }
      case 'aligned': {
        const texels = operands.slice(0, 4).map((tap) => `${nameOf(tap.operands[0])}[${tap.detail as number}]`);
        const weights = operands.slice(4, 8).map(of);
        const [cut, given] = alignment(step);
        const lists = `(const ${type} *const[]){${texels.join(', ')}}, (const int64_t[]){${weights.join(', ')}}`;
        this.line(`${type} ${name}[4][4];`);
        this.line(`${cut}(${lists}, ${given}, ${name});`);
        return;
      }
      case 'when':
        if (!step.color && this.parts !== null) {
          this.line(
            `const ${type} ${name} = ${of(operands[0])} ? ${this.call(step, this.parts)} : ${of(operands[2])};`,
          );
          return;
        }
        this.line(step.color ? `${type} ${name}[4];` : `${type} ${name};`);
        this.when(step, of(operands[0]), of(operands[1]), of(operands[2]));
        return;
      case 'sum':
      case 'extremeOver': {
        const [count, one, index] = operands;
        const i = nameOf(index);
        // A sum of integers begins with 0, others with the first sample.
        const isSum = step.step === 'sum' && step.kind === 'integer';
        this.line(`${type} ${name}[4]${isExact ? '' : ' = {0}'};`);
        const value = of(one);
        const both = `(${name}[c], ${value}`;
        const added =
          step.step === 'sum'
            ? `added${isExact ? '_exact' : ''}${both})`
            : `${codeOf(step)}extreme_of_${step.kind}${both}, st->least)`;
        this.block(`for (int64_t ${i} = 0; ${i} < ${of(count)}; ${i}++) {`, () => {
          this.region(region!);
          this.eachComponent(`${name}[c] ${isSum ? `+= ${value}` : `= ${i} == 0 ? ${value} : ${added}`};`);
        });
        return;
      }
    }
    if (!step.color) {
      this.line(`const ${type} ${name} = ${expression(step)};`);
      return;
    }
    this.line(`${type} ${name}[4];`);
    this.assign(step, expression(step));
  }
}

const TYPES: Readonly<Record<NumberKind, string>> = {
  integer: 'int64_t',
  float32: 'float',
  float64: 'double',
  mask: 'int',
};

/** The type of a variable. The codes of a colour have as many bits as their state needs. */
function typeOf({ step, kind, color }: StepNode): string {
  if (!color && step !== 'square' && step !== 'cornered') return TYPES[kind];
  return { ...TYPES, integer: 'code', float64: 'struct exact' }[kind];
}

/** Steps without a variable: constants, registers, numbers of the state, and steps that are another value. */
const UNNAMED: ReadonlySet<StepNode['step']> = new Set([
  'constant',
  'register',
  'quadRegister',
  'neighbor',
  'ofState',
  'index',
  'address',
  'tap',
  'known',
  'bounded',
]);

/** A step's value; of a colour its component c. */
function of(step: StepNode): string {
  const { operands, detail, kind } = step;
  switch (step.step) {
    case 'constant':
      return cNumber(step.low, kind);
    case 'register':
      return kind === 'integer' ? `(int64_t)q->${detail as string}[lane]` : `q->${detail as string}[lane]`;
    case 'quadRegister':
      return `(int64_t)q->${detail as string}`;
    case 'neighbor':
      if (operands[0].step !== 'register') throw new NoCForm(step);
      return `q->${operands[0].detail as string}[(const int[4]){${(detail as string).replaceAll(' ', ', ')}}[lane]]`;
    case 'ofState':
      return `(${TYPES[kind]})st->${detail as string}${step.color ? '[c]' : ''}`;
    case 'tap':
      return `${nameOf(operands[0])}[${detail as number}][c]`;
    case 'known':
    case 'bounded':
      return of(operands[0]);
    default:
      return step.color ? `${nameOf(step)}[c]` : nameOf(step);
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  less: '<',
  equal: '==',
  and: '&',
  or: '|',
};

/** The functions of c-arithmetic.ts and libm for float64; those for float32 end in f. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  squareRoot: 'sqrt',
  absolute: 'fabs',
  floor: 'floor',
  truncate: 'trunc',
  ceil: 'ceil',
  nearestInteger: 'nearest',
  flushed: 'flushed',
  larger: 'larger',
  smaller: 'smaller',
};

function expression(step: StepNode): string {
  const { operands, detail, kind } = step;
  const [a, b, c] = operands.map(of);
  const operator = OPERATORS[step.step];
  if (operator !== undefined) return `${a} ${operator} ${b}`;
  const plain = FUNCTIONS[step.step];
  if (plain !== undefined) return `${plain}${kind === 'float32' ? 'f' : ''}(${operands.map(of).join(', ')})`;
  switch (step.step) {
    case 'not':
      return `!${a}`;
    case 'negate':
      return `-${a}`;
    case 'least':
      return `${b} < ${a} ? ${b} : ${a}`;
    case 'greatest':
      return `${a} < ${b} ? ${b} : ${a}`;
    case 'select':
      return `${a} ? ${b} : ${c}`;
    case 'shiftRight':
      return `shifted${step.color ? '_code' : ''}(${a}, ${detail as number})`;
    case 'toInteger':
      return `whole((double)${a})`;
    case 'roundedSum':
      return `rounded_sum_${cName(detail as string)}(${a}, ${b})`;
    case 'double':
      return `(double)${a}`;
    case 'single':
      return `(float)${a}`;
    case 'bits':
      return `bits_of(${a})`;
    case 'leadingBit':
      return `leading_bit(${a})`;
    case 'cutBelow':
      return `cut_below(${a}, ${b})`;
    case 'ofLevel':
      return `(${TYPES[kind]})st->level[${a}].${detail as string}`;
    case 'lookUp':
    case 'entry':
      return entry(step);
    case 'gathered':
      return `${nameOf(operands[0])}[(const int[4]){2, 3, 1, 0}[c]][st->component]`;
    case 'extreme':
      return `${codeOf(step)}extreme_${kind}(${bilinear(step)}, st->least)`;
    case 'extremeTexel':
      return `${codeOf(step)}extreme_${kind}(${listed(operands)}, st->least)`;
    case 'amongTexels': {
      const { lift } = detail as { lift: number };
      const ofKind = kind === 'float64' ? 'exact' : kind;
      return `${codeOf(step)}among_${ofKind}(${a}, ${listed(operands.slice(1))}${kind === 'integer' ? `, ${lift}` : ''})`;
    }
    case 'dot':
      return operands
        .slice(operands.length / 2)
        .map((weight, n) => `${of(operands[n])} * ${factor(step, weight)}`)
        .join(' + ');
    case 'extremeOf':
      return `${codeOf(step)}extreme_of_${kind}(${a}, ${b}, st->least)`;
    case 'lerp':
      return lerp(step);
    case 'round': {
      const { bits, mode } = detail as { bits: number; mode: RoundingMode };
      return kind === 'integer'
        ? narrowed(step, a, bits, mode)
        : `rounded_${cName(mode)}(${a} * ${cNumber(2 ** -bits, kind)})`;
    }
    case 'lifted':
      return `${a} * ${2 ** (detail as number)}`;
    case 'weighted':
      return `weighted_exact(${bilinear(step)}, ${2 * (detail as { bits: number }).bits}, -0.0, ${of(operands[3])})`;
    case 'alone':
      return `weighted_exact((const float[]){${nameOf(operands[0])}[0][c]}, (const int64_t[]){1}, 1, 0, -0.0, 0)`;
    case 'weightedTexels': {
      const { bits } = detail as { bits: number };
      if (kind === 'float64') return `weighted_exact(${listed(operands)}, ${bits}, 0.0, 1)`;
      return `weighted_float32(${listed(operands)}, ${cNumber(2 ** -bits, 'float64')})`;
    }
    case 'mixed':
      return `mixed_exact(${a}, ${b}, ${c}, ${(detail as { bits: number }).bits})`;
    case 'rounded': {
      const { ties } = detail as ResultFloat;
      return ties === null
        ? `rounded_exact(${a}, ${b}, 24, 0)`
        : `rounded_exact(${a}, ${b}, bits_of_float(st->format), ${tiesOf(ties)})`;
    }
    case 'roundedCodes': {
      const { bits, ties } = detail as { bits: number; ties: NearestRounding };
      return `rounded_exact(exact_code(${a}, ${bits}), ${b} * (int64_t)st->one[c], 11, ${tiesOf(ties)})`;
    }
    case 'average':
      return average(step);
    case 'quotient':
      // The description has 1 as the code of 1: the state has that of its format.
      return `(float)((double)${a} / ((double)st->one[c] * ${cNumber((detail as { ones: readonly number[] }).ones[0], 'float64')}))`;
    case 'completed':
    case 'withConstant':
    default:
      throw new NoCForm(step);
  }
}

/** The function that cuts texels, and what it takes beside them. */
function alignment({ kind, detail, operands }: StepNode): readonly [name: string, given: string] {
  if (kind === 'float32') return ['aligned', `st->format, ${(detail as { guardBits: number }).guardBits}`];
  const { kept, bits, last } = detail as { kept: number; bits: number; last: number };
  return ['aligned_code', `&table_${cName(operands[8].detail as string)}[${last}], ${kept}, ${bits}`];
}

const tiesOf = (mode: NearestRounding) => 1 + NEAREST_ROUNDINGS.indexOf(mode);

/** Arguments of a function of texels and weights: both arrays, and how many. @param operands texels, then weights */
function listed(operands: readonly StepNode[]): string {
  const count = operands.length / 2;
  const list = (from: number) =>
    `{${operands
      .slice(from, from + count)
      .map(of)
      .join(', ')}}`;
  return `(const ${TYPES[operands[0].kind]}[])${list(0)}, (const int64_t[])${list(count)}, ${count}`;
}

/** The same of the texels of a square, and the weights of i1 and j1. */
function bilinear({ operands: [square, a, b], detail }: StepNode): string {
  const one = 2 ** (detail as { bits: number }).bits;
  const [u, v] = [a, b].map(of).map((weight) => [`(${one} - ${weight})`, weight]);
  const taps = [0, 1, 2, 3].map((tap) => `${nameOf(square)}[${tap}][c]`).join(', ');
  const weights = v.flatMap((y) => u.map((x) => `${x} * ${y}`)).join(', ');
  return `(const ${TYPES[square.kind]}[]){${taps}}, (const int64_t[]){${weights}}, 4`;
}

function entry(step: StepNode): string {
  const { table, index, bytes } = tablePlace(step);
  const scale = bytes === 4 ? '' : ` * ${bytes} / 4`;
  const next = step.step === 'entry' ? (step.detail as number) : 0;
  const from = index.length === 0 ? '' : `${of(index[0])}${scale} + `;
  return `table_${cName(table)}[${from}${next}]`;
}

/** The lerp of codes is narrowed once, that of floats after each step. */
function lerp(step: StepNode): string {
  const { operands, kind, detail } = step;
  const [a, b] = operands.map(of);
  const w = factor(step, operands[2]);
  const { bits, dropped, mode, scale: weights } = detail as LerpRule;
  if (kind === 'float32') return `lerpf(${a}, ${b}, (float)${w} * ${cNumber(2 ** -bits, kind)})`;
  const one = 2 ** bits - (weights === 'power-of-two' ? 0 : 1);
  const held = weights === 'power-of-two' ? w : `(${w} < ${one} ? ${w} : ${one})`;
  const sum = `${a} * (${one} - ${held}) + ${b} * ${held}`;
  if (weights !== 'all-ones') return narrowed(step, sum, dropped, mode);
  const scale = cNumber(2 ** (bits - dropped), 'float64');
  return `${codeOf(step)}whole(rounded_${cName(mode)}((double)(${sum}) * ${scale} / ${cNumber(one, 'float64')}))`;
}

/** A sum over the number of samples; a sample alone is no arithmetic. */
function average(step: StepNode): string {
  const {
    operands: [sum, samples, table],
    kind,
    detail,
  } = step;
  const { bits, mode } = detail as { bits: number; mode: RoundingMode };
  const [a, n] = [of(sum), of(samples)];
  if (kind === 'float32') return `${n} == 1 ? ${a} : flushedf(${a} / (float)${n})`;
  const name = `${codeOf(step)}whole(rounded_${cName(mode)}`;
  if (table === undefined) return `${name}((double)${a} * ${cNumber(2 ** -bits, 'float64')} / (double)${n}))`;
  return `${name}((double)${a} * table_${cName(table.detail as string)}[${n}] * ${cNumber(2 ** -bits, 'float64')}))`;
}

/** A value over 2^bits, narrowed to a step. */
function narrowed({ color }: StepNode, value: string, bits: number, mode: RoundingMode): string {
  return bits === 0 ? value : `narrowed_${color ? 'code_' : ''}${cName(mode)}(${value}, ${bits})`;
}

/** The cast to codes for a step that is a colour of them. */
function codeOf({ color, kind }: StepNode): string {
  return color && kind === 'integer' ? '(code)' : '';
}

/** A number of a lane as a factor in a step. */
function factor(step: StepNode, number: StepNode): string {
  return number.color || number.step === 'constant' ? of(number) : codeOf(step) + of(number);
}
