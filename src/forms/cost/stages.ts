import type { Design, PipelineDesign } from '../../../rtl-model/design/design.ts';
import type { Refused } from './area-worker.ts';
import type { Instances } from './modules.ts';
import type { Path, Timing } from './synthesis/timing.ts';

/** The place of a module in the logic of a stage. */
export interface Place {
  readonly stage: keyof PipelineDesign['latency'];
  /** The modules whose outputs it takes. */
  readonly after?: readonly Instances['module'][];
  /** True for a module that takes its own last result in the next cycle: no register can divide it. */
  readonly loop?: true;
}

/** The modules in their stages. The data and result stages have no logic in modules. */
export const PLACES: Readonly<Record<Instances['module'], Place>> = {
  float_divide: { stage: 'frontEnd' },
  quad_derivatives: { stage: 'frontEnd', after: ['float_divide'] },
  float_multiply: { stage: 'lod' },
  narrow_axes: { stage: 'lod', after: ['float_multiply'] },
  major_axis: { stage: 'lod', after: ['narrow_axes'] },
  log2: { stage: 'lod', after: ['narrow_axes'] },
  lod_bias: { stage: 'lod' },
  lod_limit: { stage: 'lod' },
  lod_clamp: { stage: 'lod', after: ['log2', 'lod_bias', 'lod_limit'] },
  level_selection: { stage: 'lod', after: ['lod_clamp'] },
  sample_position: { stage: 'address' },
  texel_coordinate: { stage: 'address', after: ['sample_position'] },
  axis_taps: { stage: 'address', after: ['texel_coordinate'] },
  wrap: { stage: 'address', after: ['axis_taps'] },
  array_layer: { stage: 'address' },
  texel_layout: { stage: 'address', after: ['wrap'] },
  texel_address: { stage: 'address', after: ['texel_layout', 'array_layer'] },
  // The lines of a pass are found before it enters the FIFO in front of the tag stage.
  pass_lines: { stage: 'address', after: ['texel_address'] },
  tag_store: { stage: 'tag', loop: true },
  texel_decoder: { stage: 'decode' },
  // The filter unit has a register after each of its modules.
  bilinear: { stage: 'filter' },
  accumulator: { stage: 'filter', after: ['bilinear'], loop: true },
  filter_result: { stage: 'filter', after: ['accumulator'] },
};

/** Registers that can be moved into a module: those of its stage's latency, or the one of a loop. */
export function registersOf({ module }: Instances, { pipeline }: Design): number {
  const { stage, loop } = PLACES[module];
  return loop === true ? 1 : pipeline.latency[stage];
}

/** The clock of a stage, from the times of its modules. Times are in nanoseconds. */
export interface StageClock {
  readonly stage: Place['stage'];
  /** `pipeline.latency` of the stage. */
  readonly registers: number;
  /** The modules one after the other with the most logic, and the sum of their logic. */
  readonly modules: readonly string[];
  readonly logic: number;
  /** An ideal: this logic divided into equal parts by the registers, and a flip-flop. No netlist has been made of it. */
  readonly ideal: number;
  /** The module that needs the longest period with all registers of the stage moved into it, measured; or a loop. */
  readonly slowest: string;
  readonly measured: number;
  /** The longer one of both; of a stage with one module the measured one. */
  readonly period: number;
}

/** The clocks of the stages whose modules all have times, in the order of the pipeline. */
export function stageClocks(
  modules: readonly Instances[],
  times: readonly (Timing | Refused)[],
  design: Design,
): readonly StageClock[] {
  const stageOf = ({ module }: Instances) => PLACES[module].stage;
  const unknown = new Set(modules.filter((_, n) => 'refused' in times[n]).map(stageOf));
  const known = modules.flatMap((one, n) =>
    unknown.has(stageOf(one)) ? [] : [[one.module, times[n] as Timing] as const],
  );
  const timeOf = new Map(known);
  const present = (names: readonly string[]) => names.filter((name) => timeOf.has(name));
  /** The modules up to this one with the most logic. */
  const chain = (module: string): readonly string[] => [
    ...longest(present(PLACES[module].after ?? []).map(chain)),
    module,
  ];
  const logicOf = (names: readonly string[]) => names.reduce((sum, name) => sum + timeOf.get(name)!.path.logic, 0);
  const longest = (chains: readonly (readonly string[])[]) =>
    chains.reduce((most, one) => (logicOf(one) > logicOf(most) ? one : most), []);

  const stages = new Set([...timeOf.keys()].map((name) => PLACES[name].stage));
  return [...stages].map((stage): StageClock => {
    const names = [...timeOf.keys()].filter((name) => PLACES[name].stage === stage);
    const slowestPath = longest(names.map(chain));
    const logic = logicOf(slowestPath);
    const registers = design.pipeline.latency[stage];
    const flipFlops = Math.min(...names.map((name) => timeOf.get(name)!.path.flipFlops));
    const periods = names.map((name) => periodOf(timeOf.get(name)!.retimed.path));
    const measured = Math.max(...periods);
    const ideal = logic / registers + flipFlops;
    return {
      stage,
      registers,
      modules: slowestPath,
      logic,
      ideal,
      slowest: names[periods.indexOf(measured)],
      measured,
      period: names.length === 1 ? measured : Math.max(ideal, measured),
    };
  });
}

/** The shortest period of a clock in nanoseconds. */
export function periodOf({ logic, flipFlops }: Path): number {
  return logic + flipFlops;
}
