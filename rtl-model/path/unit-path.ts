import type { LanePlan } from '../address-unit/plans/tap-plan.ts';
import { QUERY_ENTRIES } from '../registers/register.ts';
import type { FilterUnit } from '../filter-unit/filter-unit.ts';
import { FrontEnd } from '../front-end/front-end.ts';
import { LodUnit } from '../lod-unit/lod-unit.ts';
import type { Image } from '../memory/image.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { Footprints } from '../registers/footprints.ts';
import type { LaneExtras } from '../registers/lane-extras.ts';
import { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';
import { KERNEL_QUADS, type SampleKernel } from '../simd/sample-kernel.ts';

/** Quads that run through the units together: as many as stay in the processor's first-level cache. */
export const BLOCK_QUADS = 32;

/** Work storage of the functional mode: a thread samples by one path at a time, and every block writes what it reads. */
const LANES = new LaneRegisters(QUAD_LANES * BLOCK_QUADS);
const FOOT = new Footprints(QUAD_LANES * BLOCK_QUADS);

/** The units of a design, bound to one texture state. The functional and the cycle mode share them. */
export class UnitPath {
  readonly image: Image;
  readonly frontEnd: FrontEnd;
  readonly lodUnit: LodUnit;
  readonly addressUnit: LanePlan;
  /** True for OpImageWrite and atomics, whose decoder stores texels. */
  readonly writes: boolean;
  private readonly answersFootprints: boolean;

  constructor(
    readonly binding: Binding,
    plan: LanePlan,
    readonly decoder: TexelDecoder,
    readonly filter: FilterUnit,
    /** The reference image of `block_match`: the only other one whose texels are taps. */
    readonly second: Image | null = null,
    readonly kernel: SampleKernel | null = null,
  ) {
    this.image = binding.image;
    this.frontEnd = new FrontEnd(binding);
    this.lodUnit = new LodUnit(binding, plan);
    this.addressUnit = plan;
    this.writes = binding.op === 'write' || binding.op === 'atomic';
    if (this.writes) binding.memory.data.written.add(binding.image.levels[0].base);
    this.answersFootprints = binding.op === 'footprint';
  }

  /**
   * The functional mode: every unit's function in turn, for `count` quads of the batch from quad `quad` on, with no clock.
   *
   * @param result,extras as `TextureUnit.sample`
   */
  sample(
    batch: QuadBatch,
    quad: number,
    count: number,
    bytes: TexelBytes,
    result: Float32Array,
    extras?: LaneExtras,
  ): void {
    const { kernel } = this;
    if (kernel !== null && kernel.ready(bytes, count)) {
      for (let from = quad; from < quad + count; from += KERNEL_QUADS) {
        const left = kernel.sample(batch, from, Math.min(KERNEL_QUADS, quad + count - from), result, extras);
        for (let n = 0; n < left; n += BLOCK_QUADS) {
          const some = kernel.left.subarray(n, Math.min(left, n + BLOCK_QUADS));
          if (kernel.selectsLevels) this.sampleLeft(kernel, batch, some, from, bytes, result);
          else for (const one of some) this.sampleBlock(batch, one, 1, bytes, result);
        }
      }
      return;
    }
    for (let from = quad; from < quad + count; from += BLOCK_QUADS) {
      this.sampleBlock(batch, from, Math.min(BLOCK_QUADS, quad + count - from), bytes, result, extras);
    }
  }

  /** Quads that the kernel leaves to address unit and filter, at most BLOCK_QUADS. @param from the first one of its block */
  private sampleLeft(
    kernel: SampleKernel,
    batch: QuadBatch,
    quads: Int32Array,
    from: number,
    bytes: TexelBytes,
    result: Float32Array,
  ): void {
    for (let n = 0; n < quads.length; n++) this.frontEnd.loadOperands(batch, quads[n], 1, LANES, QUAD_LANES * n);
    kernel.restore(quads, from, LANES);
    this.filterPasses(0, QUAD_LANES * quads.length, LANES, FOOT, bytes);
    for (let n = 0; n < quads.length; n++) {
      storeColors(LANES, QUAD_LANES * n, QUAD_LANES, result, 4 * QUAD_LANES * quads[n]);
    }
  }

  /** The same by the units' TypeScript, for at most BLOCK_QUADS quads. */
  private sampleBlock(
    batch: QuadBatch,
    quad: number,
    count: number,
    bytes: TexelBytes,
    result: Float32Array,
    extras?: LaneExtras,
  ): void {
    const laneCount = QUAD_LANES * count;
    this.frontEnd.load(batch, quad, count, LANES, 0);
    this.lodUnit.select(LANES, 0, laneCount);
    this.filterPasses(0, laneCount, LANES, FOOT, bytes);
    storeColors(LANES, 0, laneCount, result, 4 * QUAD_LANES * quad);
    if (extras !== undefined) this.storeExtras(LANES, laneCount, extras, QUAD_LANES * quad);
  }

  /**
   * The units after the LOD unit: addresses and filters every pass of `count` lanes, from lane `lane` on, whose
   * levels are selected.
   *
   * @param foot work storage for as many lanes
   * @param watch is called when the footprints of a pass are in `foot`, before they are filtered
   */
  filterPasses(
    lane: number,
    count: number,
    lanes: LaneRegisters,
    foot: Footprints,
    bytes: TexelBytes,
    watch?: (pass: number) => void,
  ): void {
    this.addressPasses(lane, count, lanes, foot, (pass) => {
      watch?.(pass);
      this.decoder.decode(foot, 0, count, bytes);
      this.filter.accumulate(foot, 0, lanes, lane, count, pass);
    });
    this.filter.finish(lanes, lane, count);
  }

  /** The footprints of every pass, with no texels. @param watch as `filterPasses` */
  addressPasses(
    lane: number,
    count: number,
    lanes: LaneRegisters,
    foot: Footprints,
    watch: (pass: number) => void,
  ): void {
    const passes = mostPasses(lanes, lane, count);
    for (let pass = 0; pass < passes; pass++) {
      this.addressUnit.footprints(lanes, lane, foot, 0, count, pass);
      watch(pass);
    }
  }

  private storeExtras({ passes, resident, query }: LaneRegisters, count: number, extras: LaneExtras, to: number): void {
    for (let lane = 0; lane < count; lane++) {
      if (extras.passes !== undefined) extras.passes[to + lane] = passes[lane];
      if (passes[lane] === 0) continue;
      extras.resident[to + lane] = resident[lane];
      if (!this.answersFootprints) continue;
      for (let n = 0; n < QUERY_ENTRIES; n++) {
        extras.query[QUERY_ENTRIES * (to + lane) + n] = query[QUERY_ENTRIES * lane + n];
      }
    }
  }
}

/** The most passes that one of `count` lanes needs: they go through the units side by side. */
export function mostPasses({ passes }: LaneRegisters, first: number, count: number): number {
  let most = 0;
  for (let lane = first; lane < first + count; lane++) if (passes[lane] > most) most = passes[lane];
  return most;
}

/** Copies bits, not floats: an integer may look like a NaN, whose bits a float would not keep. */
function storeColors(
  { passes, colorBits }: LaneRegisters,
  first: number,
  count: number,
  result: Float32Array,
  to: number,
): void {
  const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
  for (let lane = 0; lane < count; lane++) {
    if (passes[first + lane] === 0) continue;
    for (let c = 0; c < 4; c++) bits[to + 4 * lane + c] = colorBits[4 * (first + lane) + c];
  }
}
