import type { ResolveMethod } from './resolve.ts';

/** The issue slots that an instruction of a GCN compute unit takes of a lane. Transcendentals run at a quarter rate. */
const OPERATIONS = { max3: 1, add: 1, mul: 1, mac: 1, rcp: 4 } as const;
type Instruction = keyof typeof OPERATIONS;

/** The instructions of a sample's brightness. */
const BRIGHTNESS: Readonly<Record<ResolveMethod, readonly Instruction[]>> = {
  box: [],
  tonemapped: ['max3'],
  luma: ['mul', 'mac', 'mac'],
};

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
 *
 * @param inverse false for sums that stay tone-mapped
 */
export function resolveCost(method: ResolveMethod, inverse = true): ResolveCost {
  const folded: readonly Instruction[] = method === 'box' ? [] : [...BRIGHTNESS[method], 'add', 'rcp', 'mul'];
  return {
    weight: total(folded),
    tap: total([...folded, 'mac', 'mac', 'mac']),
    inverse: total(method === 'box' || !inverse ? [] : [...folded, 'mul', 'mul']),
  };
}

function total(instructions: readonly Instruction[]): InstructionCost {
  return { instructions, operations: instructions.reduce((sum, name) => sum + OPERATIONS[name], 0) };
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

/** Milliseconds for a picture if arithmetic limits the machine, the inverse included where there is one. */
export function resolveMilliseconds(
  machine: ShaderMachine,
  method: ResolveMethod,
  pixels: number,
  taps: number,
  inverse = true,
): number {
  const { tap, inverse: undone } = resolveCost(method, inverse);
  return (pixels * (taps * tap.operations + undone.operations)) / operationsPerMillisecond(machine);
}
