import type { ResolveMethod } from './resolve.ts';

/** An instruction of a GCN compute unit, and the number of issue slots of a lane that it takes. */
interface Instruction {
  readonly name: string;
  readonly operations: number;
}

const MAX3: Instruction = { name: 'max3', operations: 1 };
const ADD: Instruction = { name: 'add', operations: 1 };
const MULTIPLY: Instruction = { name: 'mul', operations: 1 };
const MULTIPLY_ADD: Instruction = { name: 'mac', operations: 1 };
/** A transcendental instruction runs at a quarter of the rate. */
const RECIPROCAL: Instruction = { name: 'rcp', operations: 4 };

/** The cost of a list of instructions. */
export interface InstructionCost {
  readonly instructions: readonly string[];
  /** Issue slots. */
  readonly operations: number;
}

/** The cost of a method for red, green and blue together; alpha is not counted. */
export interface ResolveCost {
  /** The step from a tap's brightness to its folded weight. */
  readonly weight: InstructionCost;
  /** A whole tap: the weight and three multiply-adds. */
  readonly tap: InstructionCost;
  /** The inverse of the tone map, once a pixel. */
  readonly inverse: InstructionCost;
}

/**
 * The cost of a method as AMD GPUOpen counts it ("Optimized Reversible Tonemapper for Resolve", T. Lottes, 2016): for
 * `tonemapped` 4 instructions and 7 operations for the weight, 10 operations for the tap.
 */
export function resolveCost(method: ResolveMethod): ResolveCost {
  const brightness = { box: [], tonemapped: [MAX3], luma: [MULTIPLY, MULTIPLY_ADD, MULTIPLY_ADD] }[method];
  const mapped = method !== 'box';
  const weight = mapped ? [...brightness, ADD, RECIPROCAL, MULTIPLY] : [];
  const inverse = mapped ? [...brightness, ADD, RECIPROCAL, MULTIPLY, MULTIPLY, MULTIPLY] : [];
  return {
    weight: total(weight),
    tap: total([...weight, MULTIPLY_ADD, MULTIPLY_ADD, MULTIPLY_ADD]),
    inverse: total(inverse),
  };
}

function total(list: readonly Instruction[]): InstructionCost {
  return {
    instructions: list.map(({ name }) => name),
    operations: list.reduce((sum, { operations }) => sum + operations, 0),
  };
}

/** A GPU that starts one operation a lane and cycle. */
export interface ShaderMachine {
  readonly computeUnits: number;
  readonly lanes: number;
  readonly gigahertz: number;
}

/** The machine of the source's example. */
export const EXAMPLE_MACHINE: ShaderMachine = Object.freeze({ computeUnits: 64, lanes: 64, gigahertz: 1 });

/** Operations that a machine starts in a millisecond. */
function operationsPerMillisecond({ computeUnits, lanes, gigahertz }: ShaderMachine): number {
  return computeUnits * lanes * gigahertz * 1e6;
}

/** Taps that a machine resolves in a millisecond if arithmetic limits it, without the inverse. */
export function tapsPerMillisecond(machine: ShaderMachine, method: ResolveMethod): number {
  return operationsPerMillisecond(machine) / resolveCost(method).tap.operations;
}

/** Milliseconds for a picture if arithmetic limits the machine, the inverse included. */
export function resolveMilliseconds(
  machine: ShaderMachine,
  method: ResolveMethod,
  pixels: number,
  taps: number,
): number {
  const { tap, inverse } = resolveCost(method);
  return (pixels * (taps * tap.operations + inverse.operations)) / operationsPerMillisecond(machine);
}
