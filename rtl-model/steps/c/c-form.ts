import type { StepNode } from '../step.ts';
import type { StepGraph, TexelCodes } from '../step-graph.ts';
import type { RoundingMode } from '../../fixed-point/rounding.ts';
import { stateRecord } from '../simd/state-record.ts';

/**
 * A step without a form in C: what a state needs that is made to order only where it is compiled.
 */
export class NoCForm extends Error {
  constructor({ step }: StepNode) {
    super(`the step ${step} has no form in C yet`);
    this.name = 'NoCForm';
  }
}

/**
 * The steps of a graph as a function in C99, one lane a call: `int NAME(const uint8_t *memory, uint32_t state, ...registers,
 * float result[4])`. It returns 1 for a lane that the description leaves to the units.
 *
 * The state is a run-time value: its record and its tables lie in `memory`, where `state` is the record's byte address, and
 * the texels, too. The registers are the lane's, in the order of `registers`.
 *
 * @throws NoCForm for graphs with `when`, `sum`, floats as texels, or comparisons
 */
export function cFunction(
  name: string,
  steps: StepGraph,
  color: StepNode,
  leaves: readonly StepNode[],
  registers: readonly string[],
): string {
  const needed = new Set<StepNode>();
  const mark = (step: StepNode): void => {
    if (needed.has(step)) return;
    needed.add(step);
    step.operands.forEach(mark);
  };
  [color, ...leaves].forEach(mark);
  const record = stateRecord(steps);
  const lines: string[] = ['  int left = 0;'];
  for (const step of steps.outermost.steps) {
    if (!needed.has(step)) continue;
    if (step.step === 'leave') lines.push(`  left |= ${of(step.operands[0])};`);
    else lines.push(...definition(step, record));
  }
  lines.push(`  for (int c = 0; c < 4; c++) result[c] = ${of(color, 'c')};`, '  return left;');
  const kindOf = (register: string) =>
    steps.outermost.steps.find((step) => isNamed(step) && step.detail === register)?.kind;
  const parameters = registers.map((register) => `${kindOf(register) === 'integer' ? 'int64_t' : 'float'} ${register}`);
  const all = ['const uint8_t *memory', 'uint32_t state', ...parameters, 'float result[4]'];
  return [PROLOGUE, `int ${name}(${all.join(', ')}) {`, ...lines, '}', ''].join('\n');
}

/** The head of a C file: functions that all samples call. */
const PROLOGUE = `#include <math.h>
#include <stdint.h>
#include <string.h>

static inline int32_t word(const uint8_t *at) { int32_t x; memcpy(&x, at, 4); return x; }
static inline float single(const uint8_t *at) { float x; memcpy(&x, at, 4); return x; }
static inline double wide(const uint8_t *at) { double x; memcpy(&x, at, 8); return x; }
/* The nearest integer, ties to even, its low 32 bits; 0 for what is no number of 62 bits. */
static inline int64_t nearest(double x) {
  return fabs(x) < 4611686018427387904.0 ? (int32_t)(uint32_t)(uint64_t)(int64_t)nearbyint(x) : 0;
}
static inline int64_t shifted(int64_t x, int bits) { return x >= 0 ? x >> bits : ~(~x >> bits); }
`;

type StateRecord = ReturnType<typeof stateRecord>;

/** The declaration of a step's value: a number, or an array of the components. */
function definition(step: StepNode, record: StateRecord): readonly string[] {
  if (step.step === 'tap' || isNamed(step)) return [];
  if (step.step === 'square') return [squareOf(step)];
  const type =
    step.kind === 'float32' ? 'float' : step.kind === 'float64' ? 'double' : step.kind === 'mask' ? 'int' : 'int64_t';
  const range = step.kind === 'integer' ? ` /* ${step.low} to ${step.high} */` : '';
  if (!step.color) return [`  const ${type} ${nameOf(step)} = ${expression(step, record)};${range}`];
  return [
    `  ${type} ${nameOf(step)}[4];${range}`,
    `  for (int c = 0; c < 4; c++) ${nameOf(step)}[c] = ${expression(step, record)};`,
  ];
}

/** The codes of four texels, tap after tap. */
function squareOf(step: StepNode): string {
  const { form, places, signed } = step.detail as TexelCodes;
  if (form !== 'bytes' || signed || step.operands.length > 4) throw new NoCForm(step);
  const taps = step.operands.map((at, n) =>
    places
      .map((place, c) => `${nameOf(step)}[${n}][${c}] = ${place < 0 ? '0' : `memory[${of(at)} + ${place}]`};`)
      .join(' '),
  );
  return `  int64_t ${nameOf(step)}[4][4]; /* ${step.low} to ${step.high} */\n  ${taps.join('\n  ')}`;
}

/** True for what is no variable: a constant, and a register, which is a parameter. */
function isNamed({ step }: StepNode): boolean {
  return step === 'constant' || step === 'register' || step === 'quadRegister';
}

function nameOf({ id }: StepNode): string {
  return `n${id}`;
}

/** A step's value; of a colour its component. */
function of(step: StepNode, component = 'c'): string {
  if (step.step === 'constant') return constant(step);
  if (isNamed(step)) return step.detail as string;
  if (step.step === 'tap') return `${nameOf(step.operands[0])}[${step.detail as number}][${component}]`;
  return step.color ? `${nameOf(step)}[${component}]` : nameOf(step);
}

function constant({ kind, low }: StepNode): string {
  if (kind === 'mask' || kind === 'integer') return low < 0 ? `(${low})` : String(low);
  const text = Number.isInteger(low) ? `${low}.0` : String(low);
  return kind === 'float32' ? `${text}f` : text;
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

function expression(step: StepNode, record: StateRecord): string {
  const { operands, detail, kind } = step;
  const [a, b, c] = operands.map((operand) => of(operand));
  switch (step.step) {
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
    case 'less':
    case 'equal':
    case 'and':
    case 'or':
      return `${a} ${OPERATORS[step.step]} ${b}`;
    case 'not':
      return `!${a}`;
    case 'least':
      return `${b} < ${a} ? ${b} : ${a}`;
    case 'greatest':
      return `${a} < ${b} ? ${b} : ${a}`;
    case 'select':
      return `${a} ? ${b} : ${c}`;
    case 'shiftRight':
      return `shifted(${a}, ${detail as number})`;
    case 'floor':
      return `floorf(${a})`;
    case 'truncate':
      return `truncf(${a})`;
    case 'nearestInteger':
      return `nearbyintf(${a})`;
    case 'toInteger':
      if (detail === 'saturated') break;
      return `nearest(${a})`;
    case 'scaled':
      return `nearest((double)${a} * ${b})`;
    case 'ofLevel': {
      const at = `memory + state + ${record.offset(detail as string)} + ${record.bytes} * ${a}`;
      return kind === 'float64' ? `wide(${at})` : kind === 'float32' ? `single(${at})` : `word(${at})`;
    }
    case 'address':
      return `word(memory + state + ${record.address(detail as string)})`;
    case 'entry':
      return `word(memory + ${a} + ${4 * (detail as number)})`;
    case 'lookUp':
      return kind === 'float32' ? `single(memory + ${a})` : `word(memory + ${a})`;
    case 'lerp': {
      const { bits, dropped, mode } = detail as { bits: number; dropped: number; mode: RoundingMode };
      return narrowed(`${a} * (${2 ** bits} - ${c}) + ${b} * ${c}`, dropped, mode);
    }
    case 'round': {
      const { bits, mode } = detail as { bits: number; mode: RoundingMode };
      if (kind !== 'integer') break;
      return narrowed(a, bits, mode);
    }
    case 'lifted':
      return `${a} * ${2 ** (detail as number)}`;
    case 'quotient': {
      const { ones, constants } = detail as { ones: readonly number[]; constants: readonly number[] };
      const one = `(const double[]){${ones.join(', ')}}[c]`;
      const missing = constants.every((value) => value === 0) ? '' : ` + (const float[]){${constants.join(', ')}}[c]`;
      return `(float)((double)${a} / ${one})${missing}`;
    }
  }
  throw new NoCForm(step);
}

/** A value over 2^bits, narrowed. */
function narrowed(value: string, bits: number, mode: RoundingMode): string {
  if (bits === 0) return value;
  const half = 2 ** (bits - 1);
  const one = 2 ** bits;
  const sum = `(${value})`;
  switch (mode) {
    case 'nearest-even':
      return `shifted(${sum} + ${half - 1} + (shifted(${sum}, ${bits}) & 1), ${bits})`;
    case 'nearest-up':
      return `shifted(${sum} + ${half}, ${bits})`;
    case 'nearest-down':
      return `shifted(${sum} + ${half - 1}, ${bits})`;
    case 'nearest-away':
      return `shifted(${sum} + ${half} - (${sum} < 0), ${bits})`;
    case 'floor':
      return `shifted(${sum}, ${bits})`;
    case 'ceil':
      return `shifted(${sum} + ${one - 1}, ${bits})`;
    case 'toward-zero':
      return `shifted(${sum} + (${sum} < 0 ? ${one - 1} : 0), ${bits})`;
    case 'nearest-toward-zero':
      return `shifted(${sum} + ${half - 1} + (${sum} < 0), ${bits})`;
  }
}
