import type { PassView } from '../../pipeline/observer.ts';
import type { Stage } from '../../pipeline/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { filterWidths } from '../../rtl-model/filter-unit/filter-widths.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import type { TexelMemory } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { foldedSet } from '../../rtl-model/texel-cache/set-index.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { unitPaths } from '../../rtl-model/path/bind-units.ts';
import { GOLDEN_UNITS, goldenFields, type GoldenUnit } from './golden-fields.ts';
import { GoldenFile } from './golden-file.ts';
import { OperationVectors } from './operation-vectors.ts';
import { SilentObserver } from '../stages/observers.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** The header's file. */
export const GOLDEN_HEADER = 'golden.vh';

/** Of a component of a lane: bits of its texel r, g, b, a in tap t at 4t. */
const TAPS = 4;
const COMPONENTS = 4;

/**
 * Writes what goes into each unit and what comes out, for RTL test benches: `front_end.mem`, `lod.mem`, `address.mem`,
 * `tag.mem`, `decode.mem`, `filter.mem` and `result.mem` for `$readmemh`, and `golden.vh` with the widths of their fields.
 * A vector for each quad with implicit LOD (front_end), lane with work (lod, result), lane and pass (address, filter),
 * look-up (tag) or tap (decode), in the order of the run; other operations than plain sampling of whole 2D images have files
 * of their own (`OperationVectors`). FORMAT.md lists the fields.
 */
export class GoldenVectors extends SilentObserver {
  private readonly design: Design;
  private readonly memory: TexelMemory;
  private readonly states: readonly TextureState[];
  private readonly files: Readonly<Record<GoldenUnit, GoldenFile>>;
  private readonly headerSink: TextSink;
  /** Those of the states that are not plain sampling; null where all are. */
  private readonly operations: OperationVectors | null;
  private readonly plain: readonly boolean[];
  /** Of a state: whether its texels are floats. */
  private readonly floats: readonly boolean[];
  /** Sums of each quad on its way through the filter: r, g, b, a of lane l at 4l. */
  private readonly sums = new Map<number, Float64Array>();
  /** The requests that the pipeline takes in, and the serial number of the first and of those that come next. */
  private batch: QuadBatch | undefined;
  private firstQuad = 0;
  private nextQuad = 0;

  /**
   * @param memory laid out as the design has it
   * @param open makes a file of the name
   * @throws as `unitPaths`
   */
  constructor(design: Design, memory: TexelMemory, states: readonly TextureState[], open: (name: string) => TextSink) {
    super();
    this.plain = unitPaths(design, memory, states).map(() => false);
    this.design = design;
    this.memory = memory;
    this.states = states;
    const fields = goldenFields(design, memory, states);
    const file = (unit: GoldenUnit) => new GoldenFile(unit, fields[unit], open(`${unit}.mem`));
    this.files = {
      front_end: file('front_end'),
      lod: file('lod'),
      address: file('address'),
      tag: file('tag'),
      decode: file('decode'),
      filter: file('filter'),
      result: file('result'),
    };
    this.operations = this.plain.every((plain) => plain) ? null : new OperationVectors(memory, states, open);
    this.headerSink = open(GOLDEN_HEADER);
    this.floats = states.map(({ image }) => {
      const type = image === null ? 'unorm' : memory.images[image].stored.componentType;
      return type === 'sfloat' || type === 'ufloat';
    });
  }

  /** Tells the requests that are run next: what goes into the front end. Without them there are no vectors of it. */
  take(batch: QuadBatch): void {
    this.batch = batch;
    this.firstQuad = this.nextQuad;
    this.nextQuad += batch.count;
  }

  override enter(_cycle: number, stage: Stage, view: PassView): void {
    if (!this.plain[view.state]) this.operations!.enter(stage, view, this.batch ?? null, view.quad - this.firstQuad);
    else if (stage === 'frontEnd') this.frontEnd(view);
    else if (stage === 'lod') this.eachLane(view, (lane) => this.lod(view, lane));
    else if (stage === 'address') this.eachFoot(view, (lane) => this.address(view, lane));
    else if (stage === 'filter') this.filterPass(view);
    else if (stage === 'result') this.eachLane(view, (lane) => this.result(view, lane));
  }

  override lookup(_cycle: number, line: number, hit: boolean, way: number): void {
    const { sets, lineBytes, setIndex } = this.design.cache;
    const number = Math.floor(line / lineBytes);
    const { tag } = this.files;
    tag.add(line);
    tag.add(setIndex === 'xor-folded' ? foldedSet(number, sets) : number % sets);
    tag.add(way);
    tag.add(hit ? 1 : 0);
  }

  override end(): void {
    const { address, filter, lod, cache } = this.design;
    const widths = filterWidths(this.design);
    const constants = {
      COORDINATE_FRACTION_BITS: address.coordinate.fractionBits,
      LOD_FRACTION_BITS: lod.format.fractionBits,
      FILTER_WEIGHT_BITS: filter.weightBits,
      FILTER_AFTER_U_BITS: widths.afterU,
      FILTER_AFTER_V_BITS: widths.afterV,
      FILTER_AFTER_LEVEL_BITS: widths.afterLevel,
      CACHE_LINE_BYTES: cache.lineBytes,
      CACHE_SETS: cache.sets,
      CACHE_WAYS: cache.ways,
    };
    this.headerSink(`// Widths of the golden vectors of a texunit run. Include this within a module.\n`);
    this.headerSink(
      `// Design ${this.design.name}. Each line of a .mem file is a vector, its first field most significant.\n`,
    );
    for (const [name, value] of Object.entries(constants)) this.headerSink(`localparam ${name} = ${value};\n`);
    for (const unit of GOLDEN_UNITS) this.headerSink(this.files[unit].header());
    if (this.operations !== null) this.headerSink(this.operations.header());
  }

  /** Lanes that want a result. */
  private eachLane({ lanes, lane }: PassView, write: (lane: number) => void): void {
    for (let at = lane; at < lane + QUAD_LANES; at++) if (lanes.passes[at] > 0) write(at - lane);
  }

  /** Lanes that have taps in the pass. */
  private eachFoot({ foot, footLane }: PassView, write: (lane: number) => void): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) if (foot.tapCount[footLane + lane] > 0) write(lane);
  }

  private frontEnd({ quad, state, active, lanes, lane }: PassView): void {
    const { batch } = this;
    const { lod, projected } = this.states[state].instruction;
    if (batch === undefined || lod !== 'implicit') return;
    const file = this.files.front_end;
    file.add(state);
    file.add(active);
    const from = QUAD_LANES * (quad - this.firstQuad);
    const addLanes = (values: Float32Array, first: number) => {
      for (let at = first; at < first + QUAD_LANES; at++) file.add(floatBits(values[at]));
    };
    addLanes(batch.s, from);
    addLanes(batch.t, from);
    if (projected) addLanes(batch.q, from);
    else for (let l = 0; l < QUAD_LANES; l++) file.add(floatBits(1));
    const { u, v, dudx, dvdx, dudy, dvdy } = lanes;
    for (const values of [u, v, dudx, dvdx, dudy, dvdy]) addLanes(values, lane);
  }

  private lod({ state, lanes, lane }: PassView, l: number): void {
    const { lod } = this.files;
    const at = lane + l;
    const { width, height } = this.image(state);
    lod.add(state);
    lod.add(width);
    lod.add(height);
    for (const value of [lanes.dudx, lanes.dvdx, lanes.dudy, lanes.dvdy]) lod.add(floatBits(value[at]));
    lod.add(floatBits(lanes.lodOperand[at]));
    lod.add(floatBits(lanes.minLod[at]));
    lod.add(lanes.lod[at]);
    lod.add(lanes.levelHi[at]);
    lod.add(lanes.levelLo[at]);
    lod.add(lanes.levelWeight[at]);
    lod.add(lanes.samples[at]);
    lod.add(lanes.linear[at]);
  }

  private address({ state, pass, lanes, lane, foot, footLane }: PassView, l: number): void {
    const { address } = this.files;
    const at = lane + l;
    const from = footLane + l;
    const level = pass < lanes.samples[at] ? lanes.levelHi[at] : lanes.levelLo[at];
    const { width, height } = this.image(state).levels[level];
    address.add(state);
    address.add(floatBits(foot.sampleU[from]));
    address.add(floatBits(foot.sampleV[from]));
    address.add(floatBits(lanes.layer[at]));
    address.add(level);
    address.add(width);
    address.add(height);
    address.add(lanes.linear[at]);
    address.add(lanes.offsetU[at]);
    address.add(lanes.offsetV[at]);
    address.add(foot.fixedU[from]);
    address.add(foot.fixedV[from]);
    address.add(foot.alpha[from]);
    address.add(foot.beta[from]);
    address.add(foot.tapCount[from]);
    const taps = foot.address.subarray(TAPS * from, TAPS * (from + 1));
    address.add(taps.reduce((mask, tap, n) => mask + (tap >= 0 ? 2 ** n : 0), 0));
    for (const tap of taps) address.add(Math.max(tap, 0));
  }

  private filterPass(view: PassView): void {
    const { quad, pass, passes, lanes, lane, footLane } = view;
    // What a sum was before is not known of a pass whose forerunners were not seen.
    const known = pass === 0 || this.sums.has(quad);
    const before = this.sums.get(quad) ?? new Float64Array(COMPONENTS * QUAD_LANES);
    this.sums.set(quad, before);
    this.eachFoot(view, (l) => {
      this.decode(view, footLane + l);
      const n = lanes.samples[lane + l];
      const sums = pass < n ? lanes.sumHi : lanes.sumLo;
      const after = sums.subarray(COMPONENTS * (lane + l), COMPONENTS * (lane + l + 1));
      const first = pass % n === 0;
      if (first || known) {
        this.filter(view, footLane + l, first, before.subarray(COMPONENTS * l, COMPONENTS * (l + 1)), after);
      }
      before.set(after, COMPONENTS * l);
    });
    if (pass === passes - 1) this.sums.delete(quad);
  }

  /** The texels of the pass: they are decoded where the data store is read. */
  private decode({ state, foot }: PassView, from: number): void {
    const { decode } = this.files;
    const { texelBytes } = this.image(state).stored;
    for (let tap = TAPS * from; tap < TAPS * from + foot.tapCount[from]; tap++) {
      const at = foot.address[tap];
      if (at < 0) continue;
      decode.add(state);
      decode.addBytes(this.memory.data.bytes.subarray(at, at + texelBytes));
      for (let c = 0; c < COMPONENTS; c++) decode.add(this.texel(state, foot.texel[COMPONENTS * tap + c]));
    }
  }

  private filter(
    { state, foot }: PassView,
    from: number,
    first: boolean,
    before: Float64Array,
    after: Float64Array,
  ): void {
    const { filter } = this.files;
    const taps = foot.tapCount[from];
    filter.add(state);
    filter.add(taps);
    filter.add(foot.alpha[from]);
    filter.add(foot.beta[from]);
    filter.add(first ? 1 : 0);
    for (let n = 0; n < TAPS * COMPONENTS; n++) {
      filter.add(n < COMPONENTS * taps ? this.texel(state, foot.texel[TAPS * COMPONENTS * from + n]) : 0);
    }
    for (const sum of before) this.addSum(filter, state, first ? 0 : sum);
    for (const sum of after) this.addSum(filter, state, sum);
  }

  private result({ state, lanes, lane }: PassView, l: number): void {
    const { result } = this.files;
    const at = lane + l;
    const from = COMPONENTS * at;
    const weight = lanes.levelWeight[at];
    result.add(state);
    result.add(lanes.samples[at]);
    result.add(weight);
    for (let c = from; c < from + COMPONENTS; c++) this.addSum(result, state, lanes.sumHi[c]);
    for (let c = from; c < from + COMPONENTS; c++) this.addSum(result, state, weight === 0 ? 0 : lanes.sumLo[c]);
    for (let c = from; c < from + COMPONENTS; c++) result.add(lanes.colorBits[c]);
  }

  private texel(state: number, value: number): number {
    return this.floats[state] ? floatBits(value) : value;
  }

  private addSum(file: GoldenFile, state: number, sum: number): void {
    if (this.floats[state]) file.addFloat64(sum);
    else file.add(sum);
  }

  private image(state: number) {
    return this.memory.images[this.states[state].image!];
  }
}
