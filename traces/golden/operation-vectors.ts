import type { PassView } from '../../pipeline/observer.ts';
import type { Stage } from '../../pipeline/stages.ts';
import { QUERY_ENTRIES } from '../../rtl-model/address-unit/plans/query-plans.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { BORDER_ADDRESS, type Footprints } from '../../rtl-model/registers/footprints.ts';
import type { TexelMemory } from '../../rtl-model/memory/image.ts';
import type { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { GoldenFile } from './golden-file.ts';
import {
  ADDRESS_IN,
  COMPONENTS,
  FILTER_IN,
  FRONT_END_OUT,
  type LaneRegister,
  LOD_IN,
  LOD_OUT,
  OPERANDS,
  OPERATION_UNITS,
  operationFields,
  type OperationUnit,
  QUAD_OFFSETS,
  type Registers,
  RESULT_IN,
  SNAPPED,
  storedFormat,
  SUMS,
  WEIGHTS,
} from './operation-fields.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** Of a tap: four components. */
const TAP_TEXEL = COMPONENTS.length;
const LANE_TEXELS = LANE_TAPS * TAP_TEXEL;
const NO_QUERY = new Int32Array(QUERY_ENTRIES);

/**
 * The golden vectors of every operation that is not plain sampling of a whole 2D image: what goes into each unit and what
 * comes out, as the registers hold it, float32 and float64 by their bits. FORMAT.md lists the fields.
 */
export class OperationVectors {
  private readonly memory: TexelMemory;
  private readonly states: readonly TextureState[];
  private readonly files: Readonly<Record<OperationUnit, GoldenFile>>;
  /** Texels of passes between the decoder and the filter, by quad and pass: as `Footprints.texelBits` of four lanes. */
  private readonly decoded = new Map<string, Int32Array>();
  /** Sums of quads on their way through the filter: those of each lane, in the order of SUMS, and what it holds. */
  private readonly sums = new Map<number, Float64Array>();
  private readonly held = new Map<number, Float32Array>();

  /** @param open makes a file of the name */
  constructor(memory: TexelMemory, states: readonly TextureState[], open: (name: string) => TextSink) {
    this.memory = memory;
    this.states = states;
    const fields = operationFields(memory, states);
    this.files = Object.fromEntries(
      OPERATION_UNITS.map((unit) => [unit, new GoldenFile(unit, fields[unit], open(`${unit}.mem`))]),
    ) as Record<OperationUnit, GoldenFile>;
  }

  header(): string {
    return OPERATION_UNITS.map((unit) => this.files[unit].header()).join('');
  }

  /** @param batch that the quad came in with, and its number there; null where that is not known */
  enter(stage: Stage, view: PassView, batch: QuadBatch | null, quad: number): void {
    if (stage === 'frontEnd' && batch !== null) this.frontEnd(view, batch, quad);
    else if (stage === 'lod') this.eachLane(view, (l) => this.lod(view, l));
    else if (stage === 'address') this.eachLane(view, (l) => this.address(view, l));
    else if (stage === 'decode') this.decode(view);
    else if (stage === 'filter') this.filterPass(view);
    else if (stage === 'result') this.eachLane(view, (l) => this.result(view, l));
  }

  /** Lanes that have work in the pass. */
  private eachLane({ lanes, lane, pass }: PassView, write: (l: number) => void): void {
    for (let l = 0; l < QUAD_LANES; l++) if (lanes.passes[lane + l] > pass) write(l);
  }

  private frontEnd({ state, active, lanes, lane }: PassView, batch: QuadBatch, quad: number): void {
    const file = this.files.operation_front_end;
    file.add(state);
    file.add(active);
    for (const register of QUAD_OFFSETS) file.add(batch[register][quad]);
    const from = QUAD_LANES * quad;
    addEntries(file, batch.laneOffset, 3 * from, 3 * QUAD_LANES);
    for (const register of OPERANDS) addEntries(file, batch[register], from, QUAD_LANES);
    for (const register of FRONT_END_OUT) addEntries(file, lanes[register], lane, QUAD_LANES);
  }

  private lod({ state, lanes, lane }: PassView, l: number): void {
    const file = this.files.operation_lod;
    file.add(state);
    addLane(file, lanes, LOD_IN, lane + l);
    addLane(file, lanes, LOD_OUT, lane + l);
  }

  private address({ state, pass, lanes, lane, foot, footLane }: PassView, l: number): void {
    const file = this.files.operation_address;
    const at = footLane + l;
    file.add(state);
    file.add(pass);
    addLane(file, lanes, ADDRESS_IN, lane + l);
    for (const register of SNAPPED) addEntries(file, foot[register], at, 1);
    for (const register of WEIGHTS) addEntries(file, foot[register], at, 1);
    addTaps(file, foot, at);
  }

  /** The texels of the pass, which are kept for its filter. */
  private decode(view: PassView): void {
    const { quad, pass, state, foot, footLane } = view;
    if (this.states[state].instruction.op === 'write') return;
    const kept = new Int32Array(QUAD_LANES * LANE_TEXELS);
    this.eachLane(view, (l) => {
      for (let n = 0; n < foot.tapCount[footLane + l]; n++) {
        const tap = LANE_TAPS * (footLane + l) + n;
        const texel = foot.texelBits.subarray(TAP_TEXEL * tap, TAP_TEXEL * (tap + 1));
        if (foot.address[tap] >= BORDER_ADDRESS) kept.set(texel, LANE_TEXELS * l + TAP_TEXEL * n);
        if (foot.address[tap] >= 0) this.decodeTap(view, tap, texel);
      }
    });
    this.decoded.set(`${quad}:${pass}`, kept);
  }

  private decodeTap({ state, foot }: PassView, tap: number, texel: Int32Array): void {
    const file = this.files.operation_decode;
    const plane = foot.plane[Math.floor(tap / LANE_TAPS)];
    const { texelBytes, block, codec } = storedFormat(this.memory, this.states[state], plane);
    // The odd texel of a 4:2:2 pair is addressed half a pair after the even one; both are made of the whole pair.
    const half = texelBytes / 2;
    const odd = block !== null && codec === null ? Math.floor(foot.address[tap] / half) % 2 : 0;
    const first = foot.address[tap] - odd * half;
    file.add(state);
    file.add(plane);
    file.add(odd);
    file.addBytes(this.memory.data.bytes.subarray(first, first + texelBytes));
    for (const component of texel) file.add(component);
  }

  private filterPass(view: PassView): void {
    const { quad, pass, passes, lanes, lane } = view;
    const texels = this.decoded.get(`${quad}:${pass}`);
    this.decoded.delete(`${quad}:${pass}`);
    const before = this.sums.get(quad) ?? new Float64Array(QUAD_LANES * SUMS.length * COMPONENTS.length);
    const held = this.held.get(quad) ?? new Float32Array(QUAD_LANES * LANE_TEXELS);
    // What was there before is not known of a pass whose forerunners were not seen.
    if (texels !== undefined && (pass === 0 || this.sums.has(quad))) {
      this.eachLane(view, (l) => this.filter(view, l, texels, before, held));
    }
    for (let l = 0; l < QUAD_LANES; l++) copySums(lanes, lane + l, before, l);
    if (this.holds(view.state)) held.set(lanes.held.subarray(LANE_TEXELS * lane, LANE_TEXELS * (lane + QUAD_LANES)));
    this.sums.set(quad, before);
    this.held.set(quad, held);
    if (pass < passes - 1) return;
    this.sums.delete(quad);
    this.held.delete(quad);
  }

  private filter(view: PassView, l: number, texels: Int32Array, before: Float64Array, held: Float32Array): void {
    const { state, pass, lanes, lane, foot, footLane } = view;
    const file = this.files.operation_filter;
    const sums = SUMS.length * COMPONENTS.length;
    file.add(state);
    file.add(pass);
    addLane(file, lanes, FILTER_IN, lane + l);
    for (const register of WEIGHTS) addEntries(file, foot[register], footLane + l, 1);
    addTaps(file, foot, footLane + l);
    addEntries(file, texels, LANE_TEXELS * l, LANE_TEXELS);
    addEntries(file, before, sums * l, sums);
    addEntries(file, held, LANE_TEXELS * l, LANE_TEXELS);
    addLane(file, lanes, SUMS, lane + l, COMPONENTS.length);
    const own = this.holds(state) ? lanes.held.subarray(LANE_TEXELS * (lane + l)) : new Float32Array(LANE_TEXELS);
    addEntries(file, own, 0, LANE_TEXELS);
    file.add(lanes.resident[lane + l]);
  }

  private result({ state, lanes, lane }: PassView, l: number): void {
    const file = this.files.operation_result;
    file.add(state);
    addLane(file, lanes, RESULT_IN, lane + l);
    addLane(file, lanes, SUMS, lane + l, COMPONENTS.length);
    addLane(file, lanes, ['colorBits'], lane + l, COMPONENTS.length);
    file.add(lanes.resident[lane + l]);
    const { image, instruction } = this.states[state];
    const queries = instruction.op === 'footprint' && image !== null;
    addEntries(file, queries ? lanes.query.subarray(QUERY_ENTRIES * (lane + l)) : NO_QUERY, 0, QUERY_ENTRIES);
  }

  private holds(state: number): boolean {
    return this.states[state].instruction.op === 'block_match';
  }
}

function addLane(
  file: GoldenFile,
  lanes: LaneRegisters,
  names: readonly LaneRegister[],
  lane: number,
  entries = 1,
): void {
  for (const name of names) addEntries(file, lanes[name], entries * lane, entries);
}

function addEntries(file: GoldenFile, values: Registers, first: number, count: number): void {
  for (let at = first; at < first + count; at++) {
    if (values instanceof Float64Array) file.addFloat64(values[at]);
    else file.add(values instanceof Float32Array ? floatBits(values[at]) : values[at]);
  }
}

function addTaps(file: GoldenFile, { address, weight }: Footprints, at: number): void {
  for (let tap = LANE_TAPS * at; tap < LANE_TAPS * (at + 1); tap++) {
    file.add(Math.max(0, -address[tap]));
    file.add(Math.max(0, address[tap]));
    file.add(weight[tap]);
  }
}

function copySums(lanes: LaneRegisters, lane: number, to: Float64Array, l: number): void {
  const row = COMPONENTS.length;
  SUMS.forEach((name, n) => to.set(lanes[name].subarray(row * lane, row * (lane + 1)), row * (SUMS.length * l + n)));
}
