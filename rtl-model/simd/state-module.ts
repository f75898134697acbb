import type { ImageTables } from '../address-unit/image-tables.ts';
import { hasCorners, isOneSample } from '../description/sampled-levels.ts';
import { Sampling } from '../description/sampling.ts';
import { FrontEnd } from '../front-end/front-end.ts';
import type { LaneDerivatives, LodUnit } from '../lod-unit/lod-unit.ts';
import type { Binding } from '../state/binding.ts';
import { SampleShape } from '../state/sample-shape.ts';
import { FORM_PARAMETERS, SimdForm, type SimdPlaces } from '../steps/simd/simd-form.ts';
import { stateRecord } from '../steps/simd/state-record.ts';
import type { StepNode } from '../steps/step.ts';
import { StepGraph } from '../steps/step-graph.ts';
import type { NeighborLanes } from '../steps/steps.ts';
import { I32, I64, type WasmFunction, wasmModule } from '../steps/simd/wasm-code.ts';
import { blockOffset } from './block.ts';
import type { DecodedCopy } from './decoded-copy.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { placeState } from './place-state.ts';
import type { SampledTexels } from './sampled-texels.ts';

/** A function of a block: `lanes` is a multiple of 4, `state` the address of the record. */
export type BlockFunction = (block: number, state: number, lanes: number, pass: number) => number;

/** The exports of the module that samples. */
export interface SampleFunctions {
  /** Projected coordinates, in place; coordinates, derivatives and faces of cubes. */
  readonly frontEnd: BlockFunction;
  /** @returns 1 if a quad's lanes differ in what the LOD unit takes */
  readonly differ: BlockFunction;
  /** Levels, filters and samples of lanes, or of quads whose lanes do not differ. */
  readonly lodsOfLanes: BlockFunction;
  readonly lodsOfQuads: BlockFunction;
  /** The colours. @returns 1 if a lane is left to the units */
  readonly sample: BlockFunction;
  /** The same of the quads in which `sample` has left a lane, those at a corner of a cube too. */
  readonly corners?: BlockFunction;
  /** Decodes texels, `stride` bytes apart, from `from` up to `end`. */
  copy(state: number, from: number, end: number, stride: number, to: number): void;
}

/** A function that a form emits. */
export interface Emitted {
  readonly name: string;
  readonly emit: (form: SimdForm) => void;
}

/** A module for a state, and what its record holds. */
export class StateModule {
  readonly bytes: Uint8Array;
  private readonly steps: StepGraph;
  private readonly levels: number;

  /** The module of SampleFunctions. */
  static ofSamples(binding: Binding, tables: ImageTables, texels: SampledTexels, lodUnit: LodUnit): StateModule {
    const steps = new StepGraph();
    const named: [string, Sampling][] = [['sample', new Sampling(steps, binding, tables, texels)]];
    if (hasCorners(binding, texels.codes) && texels.over === 1)
      named.push(['corners', new Sampling(steps, binding, tables, texels, true)]);
    const frontEnd = new FrontEnd(binding);
    const changed = frontEndSteps(steps, binding, frontEnd);
    const hasLod = binding.op === 'sample' && !isOneSample(binding);
    const functions: readonly Emitted[] = [
      ...named.map(([name, sampling]): Emitted => {
        const color = sampling.color();
        const store = (form: SimdForm) => form.storeColor(color, blockOffset('color'));
        return { name, emit: (form) => form.loop([color, ...sampling.leaves], sampling.active, 'left', store) };
      }),
      stores('frontEnd', changed, false),
      ...(hasLod ? lodSteps(steps, binding, lodUnit, frontEnd) : []),
    ];
    return new StateModule(steps, functions, binding, texels);
  }

  /** @param texels whose decoder and copy the module has; null for neither */
  constructor(steps: StepGraph, functions: readonly Emitted[], binding: Binding, texels: SampledTexels | null) {
    this.steps = steps;
    this.levels = binding.image.levels.length;
    // All tables are known before a form asks where their addresses are.
    const decode = texels?.decode(steps) ?? null;
    const copy = texels?.copy() ?? null;
    const places: SimdPlaces = { register: blockOffset, decode: functions.length };
    const made = functions.map(({ name, emit }): WasmFunction => {
      const form = new SimdForm(steps, places);
      emit(form);
      return { name, parameters: FORM_PARAMETERS, results: [I32], code: form.code };
    });
    if (decode !== null) {
      made.push({ name: null, parameters: [I32, I32], results: [I64], code: decode(stateRecord(steps).address) });
    }
    if (copy !== null) {
      made.push({ name: 'copy', parameters: Array(5).fill(I32), results: [], code: copy(places.decode) });
    }
    this.bytes = wasmModule(made);
  }

  /** Writes the record and its tables. @returns the record's byte address */
  place(memory: KernelMemory, copy: DecodedCopy | null): number {
    return placeState(memory, this.steps, this.levels, copy);
  }
}

/** A function that stores steps in registers. */
function stores(name: string, stored: readonly (readonly [string, StepNode])[], byQuads: boolean): Emitted {
  const roots = stored.map(([, step]) => step);
  const store = (form: SimdForm) => stored.forEach(([register, step]) => form.storeRegister(step, register));
  return { name, emit: (form) => form.loop(roots, null, null, store, byQuads) };
}

/** The registers that the front end changes, with what they become; none for coordinates that are taken as they are. */
function frontEndSteps(s: StepGraph, binding: Binding, frontEnd: FrontEnd): readonly (readonly [string, StepNode])[] {
  const { instruction, cube, dimensions } = binding;
  const names = [...(cube ? [] : ['u', 'v', 'w'].slice(0, dimensions)), ...(instruction.dref === true ? ['dref'] : [])];
  const projected = (name: string) => frontEnd.projected(s, s.register(name, 'float32'), s.register('q', 'float32'));
  const changed = instruction.projected ? names.map((name) => [name, projected(name)] as const) : [];
  if (!cube) return changed;
  const onCube = frontEnd.onCube(s, {
    coordinate: (axis, lanes) => (lanes === undefined ? projected(axis) : s.neighbor(projected(axis), lanes)),
    gradient: (name) => s.register(name, 'float32'),
  });
  return [...changed, ...stepsOf({ ...onCube })];
}

/** The derivatives that the LOD unit takes; 0 along axes that are not there. */
export function derivativeSteps(
  s: StepGraph,
  { cube, dimensions }: Binding,
  frontEnd: FrontEnd,
): LaneDerivatives<StepNode> {
  const register = (name: string) => s.register(name, 'float32');
  const none = s.constant(0, 'float32');
  const along = (axis: 'u' | 'v' | 'w', n: number) => {
    if (n >= (cube ? 2 : dimensions)) return [none, none];
    if (cube) return [register(`d${axis}dx`), register(`d${axis}dy`)];
    const coordinate = (of: string, lanes?: NeighborLanes) => s.neighbor(register(of), lanes!);
    const operands = { coordinate, gradient: register };
    return [frontEnd.derivative(s, operands, axis, 'x'), frontEnd.derivative(s, operands, axis, 'y')];
  };
  const [[dudx, dudy], [dvdx, dvdy], [dwdx, dwdy]] = (['u', 'v', 'w'] as const).map(along);
  return { dudx, dvdx, dwdx, dudy, dvdy, dwdy };
}

/** The functions of the LOD unit. */
function lodSteps(s: StepGraph, binding: Binding, unit: LodUnit, frontEnd: FrontEnd): readonly Emitted[] {
  const operand = s.register('lodOperand', 'float32');
  const minLod = s.register('minLod', 'float32');
  const explicit = unit.source === 'explicit';
  const derivatives = explicit ? null : derivativeSteps(s, binding, frontEnd);
  const footprint = derivatives === null ? null : unit.measure(s, derivatives);
  const baseLod = footprint === null ? unit.bounds.explicit(s, operand) : unit.log2Unit.log2(s, footprint.length);
  const samples = footprint?.samples ?? s.constant(1);
  const { filter, levelHi, levelLo, levelWeight } = unit.levels(s, baseLod, operand, minLod);
  const [axisU, axisV] = [footprint?.axisU ?? null, footprint?.axisV ?? null];
  const passes = passSteps(s, binding, unit, samples, filter, levelWeight);
  const stored = stepsOf({ samples, axisU, axisV, filter, levelHi, levelLo, levelWeight, passes });
  const same = [
    ...(explicit || unit.biased ? [operand] : []),
    ...(unit.bounded ? [minLod] : []),
    ...(derivatives === null || unit.shared ? [] : Object.values(derivatives)),
  ].filter(({ step }) => step !== 'constant');
  const differs = same.map((step) => s.leave(s.not(s.equal(s.bits(step), s.bits(s.neighbor(step, [0, 0, 0, 0]))))));
  return [
    stores('lodsOfLanes', stored, false),
    stores('lodsOfQuads', stored, true),
    { name: 'differ', emit: (form) => form.loop(differs, null, null, () => {}) },
  ];
}

/** The passes of a lane. */
function passSteps(
  s: StepGraph,
  binding: Binding,
  unit: LodUnit,
  samples: StepNode,
  filter: StepNode,
  levelWeight: StepNode,
): StepNode {
  const shape = new SampleShape(binding);
  const [mag, min] = [unit.magFilter, unit.minFilter].map((code) => s.constant(shape.passes(code)));
  const ofLevel = s.multiply(samples, s.select(s.equal(filter, s.constant(unit.magFilter)), mag, min));
  const both = s.less(s.constant(0), levelWeight);
  return s.add(ofLevel, s.select(both, ofLevel, s.constant(0)));
}

/** Those that are there. */
function stepsOf(named: Readonly<Record<string, StepNode | null>>): readonly (readonly [string, StepNode])[] {
  return Object.entries(named).flatMap(([name, step]) => (step === null ? [] : [[name, step] as const]));
}
