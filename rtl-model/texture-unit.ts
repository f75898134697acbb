import { AddressUnit } from './address-unit/address-unit.ts';
import type { Design } from './design.ts';
import { DirectBilinear } from './direct-bilinear.ts';
import { type FilterUnit, filterUnit } from './filter-unit/filter-unit.ts';
import { Footprints } from './footprints.ts';
import { FrontEnd } from './front-end/front-end.ts';
import type { Image, TexelMemory } from './image.ts';
import { LaneRegisters } from './lane-registers.ts';
import { LodUnit } from './lod-unit/lod-unit.ts';
import { QUAD_LANES, type QuadBatch } from './quad-batch.ts';
import type { Instruction, Sampler } from './sampler.ts';
import { type TexelDecoder, texelDecoder } from './texel-decoder/texel-decoder.ts';
import { checkWidths } from './widths.ts';

/** What a request refers to by number: an image of the texel memory, a sampler and an instruction. */
export interface TextureState {
  readonly image: number;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
}

/** The units of a design, specialised for one texture state. Shared by the functional and the cycle mode. */
export interface UnitPath {
  readonly image: Image;
  readonly frontEnd: FrontEnd;
  readonly lodUnit: LodUnit;
  readonly addressUnit: AddressUnit;
  readonly decoder: TexelDecoder;
  readonly filter: FilterUnit;
}

/**
 * @throws DesignError when the arithmetic cannot hold the design's widths
 * @throws RangeError when a state names an image that is not there
 */
export function unitPaths(design: Design, memory: TexelMemory, states: readonly TextureState[]): readonly UnitPath[] {
  checkWidths(design);
  return states.map(({ image: index, sampler, instruction }) => {
    const image = memory.images[index];
    if (image === undefined) throw new RangeError(`image ${index} is not one of ${memory.images.length}`);
    return {
      image,
      frontEnd: new FrontEnd(design, instruction),
      lodUnit: new LodUnit(design, image, sampler, instruction),
      addressUnit: new AddressUnit(design, image, sampler),
      decoder: texelDecoder(design, image.format, sampler),
      filter: filterUnit(design, image.format),
    };
  });
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
    this.direct = states.map((state, n) => DirectBilinear.of(this.paths[n], state));
  }

  /**
   * Samples every quad of the batch.
   *
   * @param result receives r, g, b, a of lane l of quad k at 16k + 4l, float32; lanes that are not active keep theirs
   */
  sample(batch: QuadBatch, result: Float32Array): void {
    let quad = 0;
    while (quad < batch.count) {
      const state = batch.state[quad];
      let end = quad + 1;
      while (end < batch.count && end - quad < BLOCK_QUADS && batch.state[end] === state) end++;
      const direct = this.direct[state];
      if (direct !== null) direct.sample(batch, quad, end - quad, this.memory.data, result);
      else this.sampleBlock(this.paths[state], batch, quad, end - quad, result);
      quad = end;
    }
  }

  private sampleBlock(path: UnitPath, batch: QuadBatch, quad: number, quads: number, result: Float32Array): void {
    const { lanes, foot } = this;
    const count = QUAD_LANES * quads;
    path.frontEnd.load(batch, quad, quads, lanes, 0);
    path.lodUnit.select(lanes, 0, count);
    const passes = mostPasses(lanes, 0, count);
    for (let pass = 0; pass < passes; pass++) {
      path.addressUnit.footprints(lanes, 0, foot, 0, count, pass);
      path.decoder.decode(foot, 0, count, this.memory.data);
      path.filter.accumulate(foot, 0, lanes, 0, count, pass);
    }
    path.filter.finish(lanes, 0, count);
    storeColors(lanes, count, result, 4 * QUAD_LANES * quad);
  }
}

function storeColors({ passes, color }: LaneRegisters, count: number, result: Float32Array, to: number): void {
  for (let lane = 0; lane < count; lane++) {
    if (passes[lane] === 0) continue;
    const c = 4 * lane;
    result[to + c] = color[c];
    result[to + c + 1] = color[c + 1];
    result[to + c + 2] = color[c + 2];
    result[to + c + 3] = color[c + 3];
  }
}

/** Passes that `count` lanes need together: they go through the units side by side. */
export function mostPasses(lanes: LaneRegisters, first: number, count: number): number {
  let most = 0;
  for (let lane = first; lane < first + count; lane++) most = Math.max(most, lanes.passes[lane]);
  return most;
}
