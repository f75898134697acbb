import { tapsOfPass } from '../description/footprint.ts';
import { hasCorners } from '../description/sampled-levels.ts';
import { Sampling } from '../description/sampling.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import * as SIMD from '../steps/simd/simd-opcodes.ts';
import type { SimdForm } from '../steps/simd/simd-form.ts';
import type { StepNode } from '../steps/step.ts';
import { StepGraph } from '../steps/step-graph.ts';
import { type BlockRegister, blockOffset } from './block.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { BoundModule, SampleKernel } from './sample-kernel.ts';
import { type BlockFunction, StateModule } from './state-module.ts';

/** The exports of the module that finds footprints. */
interface FootprintFunctions {
  /** The footprints of one pass. */
  readonly taps: BlockFunction;
}

/** Work storage of the footprints of a block, and what is called when those of a pass are in it. */
export interface WatchedFootprints {
  readonly foot: Footprints;
  readonly watch: (pass: number) => void;
}

/** The footprints of a state's passes in WebAssembly, beside the results of its SampleKernel. */
export class FootprintKernel {
  private bound: BoundModule<FootprintFunctions> | null = null;
  /** The memory and the generation of it that `bound` is in. */
  private memory: KernelMemory | null = null;
  private generation = 0;

  constructor(private readonly kernel: SampleKernel) {}

  /** The module, whose addresses are those of the image itself. */
  private bind(memory: KernelMemory): BoundModule<FootprintFunctions> | null {
    const { kernel } = this;
    if (this.bound === null || this.memory !== memory || this.generation !== kernel.generation) {
      this.memory = memory;
      this.generation = kernel.generation;
      const module = footprintModule(kernel);
      const functions = memory.instantiate(module.bytes) as FootprintFunctions | null;
      this.bound = functions && { functions, state: module.place(memory, null) };
    }
    // Tables that did not fit after the others emptied the memory.
    return memory.generation === kernel.generation ? this.bound : null;
  }

  /**
   * Samples `count` quads of the batch, from quad `first` on, into lane registers, with the footprints of each pass, after
   * the kernel's `ready`.
   *
   * @param lanes receives colours, passes and residency, from lane `lane` on
   * @returns false if the units answer instead: the registers hold nothing of use then
   */
  evaluate(
    batch: QuadBatch,
    first: number,
    count: number,
    lanes: LaneRegisters,
    lane: number,
    { foot, watch }: WatchedFootprints,
  ): boolean {
    const { kernel } = this;
    const laneCount = QUAD_LANES * count;
    const footprints = this.bind(kernel.memory!);
    if (footprints === null || kernel.filter(batch, first, count) > 0) return false;
    const most = this.withholdPasses(batch.active, first, count);
    const { block, all } = kernel.memory!;
    const { integers, floats } = all;
    const { functions, state } = footprints;
    const register = (name: BlockRegister, entries = 1) =>
      integers.subarray(kernel.at(name), kernel.at(name) + entries * laneCount);
    for (let pass = 0; pass < most; pass++) {
      functions.taps(block, state, laneCount, pass);
      foot.address.set(register('address', 4));
      foot.tapCount.set(register('tapCount'));
      watch(pass);
    }
    lanes.passes.set(register('passes'), lane);
    lanes.resident.fill(1, lane, lane + laneCount);
    lanes.color.set(floats.subarray(kernel.at('color'), kernel.at('color') + 4 * laneCount), 4 * lane);
    return true;
  }

  /** Passes, and the filter of states without a LOD; 0 for lanes that want no result. @returns the most passes of a lane */
  private withholdPasses(active: Uint8Array, first: number, count: number): number {
    const { kernel } = this;
    const { integers } = kernel.memory!.all;
    const passes = kernel.at('passes');
    const filter = kernel.at('filter');
    const filterCode = FILTER_CODES[kernel.binding.sampler.magFilter];
    let most = 0;
    for (let lane = 0; lane < QUAD_LANES * count; lane++) {
      const wanted = (active[first + (lane >> 2)] >> (lane & 3)) & 1;
      if (kernel.single > 0) {
        integers[passes + lane] = wanted * kernel.single;
        integers[filter + lane] = filterCode;
      } else if (wanted === 0) integers[passes + lane] = 0;
      most = Math.max(most, integers[passes + lane]);
    }
    return most;
  }
}

/** The module of FootprintFunctions. */
function footprintModule(kernel: SampleKernel): StateModule {
  const steps = new StepGraph();
  const texels = kernel.texelsOf(false);
  const corners = hasCorners(kernel.binding, texels.codes);
  const sampling = new Sampling(steps, kernel.binding, kernel.tables, texels, corners);
  const { addresses, count } = tapsOfPass(sampling);
  const emit = (form: SimdForm) =>
    form.loop([...addresses, count], null, null, () => {
      addresses.forEach((address, tap) => storeTap(form, address, tap));
      form.storeRegister(count, 'tapCount');
    });
  return new StateModule(steps, [{ name: 'taps', emit }], kernel.binding, null);
}

/** Stores the addresses of a tap: those of a lane lie side by side. */
function storeTap(form: SimdForm, address: StepNode, tap: number): void {
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    form.code.get(form.to);
    form.code.get(form.value(address)[0]);
    form.code.memory(SIMD.storeLane32, blockOffset('address') + 16 * lane + 4 * tap, lane);
  }
}
