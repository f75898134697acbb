import { QUERY_ENTRIES } from './address-unit/plans/query-plans.ts';
import type { Design } from './design/design.ts';
import { DirectBilinear } from './direct/direct-bilinear.ts';
import { Footprints } from './registers/footprints.ts';
import type { TexelMemory } from './memory/image.ts';
import type { LaneExtras } from './registers/lane-extras.ts';
import { LaneRegisters } from './registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from './registers/quad-batch.ts';
import type { TextureState } from './state/texture-state.ts';
import { type UnitPath, unitPath } from './unit-path.ts';
import { checkWidths } from './design/widths.ts';

export type { UnitPath } from './unit-path.ts';

/**
 * The units for every state.
 *
 * @throws DesignError when the arithmetic cannot hold the design's widths
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function unitPaths(design: Design, memory: TexelMemory, states: readonly TextureState[]): readonly UnitPath[] {
  checkWidths(design);
  return states.map((state) => unitPath(design, memory, state));
}

/** Quads that run through the units together: as many as stay in the processor's first-level cache. */
const BLOCK_QUADS = 32;

/** The functional mode: every unit's function in turn, with no clock. Work storage is allocated once. */
export class TextureUnit {
  private readonly memory: TexelMemory;
  private readonly paths: readonly UnitPath[];
  private readonly direct: readonly (DirectBilinear | null)[];
  private readonly lanes = new LaneRegisters(QUAD_LANES * BLOCK_QUADS);
  private readonly foot = new Footprints(QUAD_LANES * BLOCK_QUADS);

  /** @throws as `unitPaths` */
  constructor(design: Design, memory: TexelMemory, states: readonly TextureState[]) {
    this.memory = memory;
    this.paths = unitPaths(design, memory, states);
    this.direct = states.map((state, n) => DirectBilinear.of(design, this.paths[n], state, this.foot));
  }

  /**
   * Samples every quad of the batch.
   *
   * @param result receives r, g, b, a of lane l of quad k at 16k + 4l, float32, or the bits of 32-bit integers; lanes that
   * are not active keep theirs
   * @param extras receives the rest, of lane l of quad k at 4k + l
   */
  sample(batch: QuadBatch, result: Float32Array, extras?: LaneExtras): void {
    let quad = 0;
    while (quad < batch.count) {
      const state = batch.state[quad];
      let end = quad + 1;
      while (end < batch.count && end - quad < BLOCK_QUADS && batch.state[end] === state) end++;
      const direct = this.direct[state];
      if (direct !== null) {
        direct.sample(batch, quad, end - quad, this.memory.data, result);
        if (extras?.passes !== undefined) countOnePass(batch, quad, end, extras.passes);
      } else this.sampleBlock(this.paths[state], batch, quad, end - quad, result, extras);
      quad = end;
    }
  }

  private sampleBlock(
    path: UnitPath,
    batch: QuadBatch,
    quad: number,
    quads: number,
    result: Float32Array,
    extras?: LaneExtras,
  ): void {
    const { lanes, foot } = this;
    const count = QUAD_LANES * quads;
    path.frontEnd.load(batch, quad, quads, lanes, 0);
    path.lodUnit.select(lanes, 0, count);
    const passes = mostPasses(lanes, 0, count);
    for (let pass = 0; pass < passes; pass++) {
      path.addressUnit.footprints(lanes, 0, foot, 0, count, pass);
      if (path.passFilter !== null) {
        path.passFilter.accumulate(foot, 0, lanes, 0, count, pass, this.memory.data);
        continue;
      }
      path.decoder.decode(foot, 0, count, this.memory.data);
      path.filter.accumulate(foot, 0, lanes, 0, count, pass);
    }
    path.filter.finish(lanes, 0, count);
    storeColors(lanes, count, result, 4 * QUAD_LANES * quad);
    if (extras !== undefined) storeExtras(lanes, count, extras, QUAD_LANES * quad);
  }
}

/** Bits, not floats: an integer may look like a NaN, whose bits a float would not keep. */
function storeColors({ passes, colorBits }: LaneRegisters, count: number, result: Float32Array, to: number): void {
  const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
  for (let lane = 0; lane < count; lane++) {
    if (passes[lane] === 0) continue;
    const c = 4 * lane;
    bits[to + c] = colorBits[c];
    bits[to + c + 1] = colorBits[c + 1];
    bits[to + c + 2] = colorBits[c + 2];
    bits[to + c + 3] = colorBits[c + 3];
  }
}

/** Of each lane that wants a result. */
function countOnePass({ active }: QuadBatch, quad: number, end: number, passes: Int32Array): void {
  for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * end; lane++) {
    passes[lane] = (active[lane >> 2] >> (lane & 3)) & 1;
  }
}

function storeExtras({ passes, resident, query }: LaneRegisters, count: number, extras: LaneExtras, to: number): void {
  if (extras.passes !== undefined) for (let lane = 0; lane < count; lane++) extras.passes[to + lane] = passes[lane];
  for (let lane = 0; lane < count; lane++) {
    if (passes[lane] === 0) continue;
    extras.resident[to + lane] = resident[lane];
    for (let n = 0; n < QUERY_ENTRIES; n++) {
      extras.query[QUERY_ENTRIES * (to + lane) + n] = query[QUERY_ENTRIES * lane + n];
    }
  }
}

/** Passes that `count` lanes need together: they go through the units side by side. */
export function mostPasses(lanes: LaneRegisters, first: number, count: number): number {
  let most = 0;
  for (let lane = first; lane < first + count; lane++) most = Math.max(most, lanes.passes[lane]);
  return most;
}
