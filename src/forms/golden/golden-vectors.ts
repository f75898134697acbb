import type { PassView } from '../../../pipeline/stages/observer.ts';
import type { Stage } from '../../../pipeline/stages/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { TAP_COMPONENT, type Unit, UNIT_NAMES } from '../../../rtl-model/registers/register.ts';
import {
  copyRegisters,
  type RegisterPlace,
  type StateRegister,
  StateRegisters,
} from '../../../rtl-model/registers/state-registers.ts';
import { bindState } from '../../../rtl-model/state/binding.ts';
import { LANE_TAPS } from '../../../rtl-model/state/sample-shape.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { setsOf } from '../../../rtl-model/texel-cache/set-index.ts';
import { UnitSteps } from '../../../rtl-model/path/unit-steps.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { SilentObserver } from '../../../traces/stages/observers.ts';
import { type GoldenColumn, goldenColumns, leadingFields, storedFormat, tagFields } from './golden-fields.ts';
import { GoldenFile } from './golden-file.ts';
import { goldenPackage } from './golden-package.ts';
import { writeRoms } from './roms.ts';
import { isPlain, widestPlain } from './state-constants.ts';

/** The package's file. */
const GOLDEN_PACKAGE = 'golden_pkg.sv';

/** Registers before the first pass. */
const UNWRITTEN = new LaneRegisters(QUAD_LANES);

/** The file of a unit's vectors, and the registers in it. */
interface UnitFile {
  readonly file: GoldenFile;
  readonly columns: readonly GoldenColumn[];
}

/**
 * Writes what goes into each unit and what comes out, for RTL test benches: `front_end.mem`, `lod.mem`, `address.mem`,
 * `tag.mem`, `decode.mem`, `filter.mem` and `result.mem` for `$readmemh`, the tables of the design (`writeRoms`), and
 * `golden_pkg.sv`, a package with their fields and with constants of the design and of the states.
 * A vector for each quad (front_end), lane with work (lod, result), lane and pass (address, filter), look-up (tag) or tap
 * that reads a texel (decode), in the order of the run. The fields are the registers that the states of the run use.
 */
export class GoldenVectors extends SilentObserver {
  private readonly steps: readonly UnitSteps[];
  private readonly files: Readonly<Record<Unit, UnitFile>>;
  private readonly tag: GoldenFile;
  private readonly setOf = setsOf(this.design.cache);
  private readonly roms: readonly GoldenFile[];
  private readonly packageSink: TextSink;
  /** Footprints of passes between the decoder and the filter, which changes texels in place, by quad and pass. */
  private readonly decoded = new Map<string, Footprints>();
  /** Footprints that no pass needs any more. */
  private readonly spare: Footprints[] = [];
  /** Registers of quads on their way through the filter, as they are after the pass before. */
  private readonly before = new Map<number, LaneRegisters>();
  /** The requests that the pipeline takes in, and the serial number of the first and of those that come next. */
  private batch: QuadBatch | undefined;
  private firstQuad = 0;
  private nextQuad = 0;

  /**
   * @param memory laid out as the design has it
   * @param open makes a file of the name
   * @throws RangeError when a state names an image that is not there, or a view beyond its image
   */
  constructor(
    private readonly design: Design,
    private readonly memory: TexelMemory,
    private readonly states: readonly TextureState[],
    open: (name: string) => TextSink,
  ) {
    super();
    const bindings = states.map((state) => bindState(design, memory, state));
    const registers = bindings.map((binding) => new StateRegisters(binding));
    this.steps = bindings.map((binding, n) => new UnitSteps(binding, registers[n]));
    const plain = bindings.find(isPlain);
    const more = plain === undefined ? [] : widestPlain(plain).map((binding) => new StateRegisters(binding));
    const unitFile = (unit: Unit): UnitFile => {
      const columns = goldenColumns([...registers, ...more], unit);
      const name = unit === 'frontEnd' ? 'front_end' : unit;
      const fields = [...leadingFields(unit, memory, states), ...columns.flatMap((column) => column.fields)];
      return { columns, file: new GoldenFile(name, fields, open(`${name}.mem`)) };
    };
    this.files = Object.fromEntries(UNIT_NAMES.map((unit) => [unit, unitFile(unit)])) as typeof this.files;
    this.tag = new GoldenFile('tag', tagFields(design), open('tag.mem'));
    this.roms = writeRoms(design, open);
    this.packageSink = open(GOLDEN_PACKAGE);
  }

  /** Takes the requests that are run next: the inputs of the front end. Without them it has no vectors. */
  take(batch: QuadBatch): void {
    this.batch = batch;
    this.firstQuad = this.nextQuad;
    this.nextQuad += batch.count;
  }

  override enter(_cycle: number, stage: Stage, view: PassView): void {
    if (stage === 'frontEnd') this.frontEnd(view);
    else if (stage === 'lod') this.eachLane(view, (l) => this.vector('lod', view, l, [view.state]));
    else if (stage === 'address') this.eachLane(view, (l) => this.vector('address', view, l, [view.state, view.pass]));
    else if (stage === 'decode') this.decode(view);
    else if (stage === 'filter') this.filter(view);
    else if (stage === 'result') {
      const place = { ...view, pass: view.passes - 1 };
      this.eachLane(view, (l) => this.vector('result', place, l, [view.state]));
    }
  }

  override lookup(_cycle: number, line: number, hit: boolean, way: number): void {
    const set = this.setOf(Math.floor(line / this.design.cache.lineBytes));
    for (const value of [line, set, way, hit ? 1 : 0]) this.tag.add(value);
  }

  override end(): void {
    this.packageSink(goldenPackage(this.design, this.memory, this.states, [...this.units, ...this.roms]));
  }

  /** The files of the units, in the order of the path. */
  get units(): readonly GoldenFile[] {
    const { frontEnd, lod, address, decode, filter, result } = this.files;
    return [frontEnd, lod, address, { file: this.tag }, decode, filter, result].map(({ file }) => file);
  }

  /** Lanes that have work in the pass. */
  private eachLane({ lanes, lane, pass }: PassView, write: (l: number) => void): void {
    for (let l = 0; l < QUAD_LANES; l++) if (lanes.passes[lane + l] > pass) write(l);
  }

  private frontEnd(view: PassView): void {
    const { batch } = this;
    if (batch === undefined) return;
    const quad = view.quad - this.firstQuad;
    const { file, columns } = this.files.frontEnd;
    file.add(view.state);
    for (const { kind, byState, fields } of columns) {
      const register = byState[view.state];
      const entries = (register?.register.of.entries ?? fields).length;
      fields.forEach((_, n) => {
        if (register === undefined) file.add(0);
        else if (kind === 'operand') add(file, register, register.entry(batch, fields.length * quad + n));
        else add(file, register, register.value(view, Math.floor(n / entries), n % entries));
      });
    }
  }

  /**
   * A vector of a lane.
   *
   * @param before place of the registers that the unit writes itself, as it found them
   */
  private vector(
    unit: 'lod' | 'address' | 'filter' | 'result',
    place: RegisterPlace & { readonly state: number },
    l: number,
    leading: readonly number[],
    before: RegisterPlace = place,
  ): void {
    const { file, columns } = this.files[unit];
    const { steps } = this.steps[place.state];
    const stepped = { ...place, steps };
    this.steps[place.state][unit](place, l);
    for (const value of leading) file.add(value);
    for (const { kind, byState, fields } of columns) {
      const register = byState[place.state];
      const at = kind === 'before' ? before : stepped;
      fields.forEach((_, entry) => add(file, register, register?.value(at, l, entry) ?? 0));
    }
  }

  /** The texels of the pass, which are kept for its filter. */
  private decode(view: PassView): void {
    const { quad, pass, state, foot, footLane } = view;
    const kept = this.spare.pop() ?? new Footprints(QUAD_LANES);
    copyRegisters(foot, footLane, kept, QUAD_LANES);
    this.decoded.set(`${quad}:${pass}`, kept);
    const { instruction, image } = this.states[state];
    if (instruction.op === 'write' || this.hasAtomics(image)) return;
    this.eachLane(view, (l) => {
      for (let tap = 0; tap < foot.tapCount[footLane + l]; tap++) {
        const address = foot.address[LANE_TAPS * (footLane + l) + tap];
        if (address >= 0) this.decodeTap(view, l, tap, address);
      }
    });
  }

  /** True for an image with atomics: its texels may have changed since they were read. */
  private hasAtomics(image: number | null): boolean {
    return this.states.some(({ instruction: { op }, image: own }) => own === image && op === 'atomic');
  }

  private decodeTap(view: PassView, l: number, tap: number, address: number): void {
    const { state, foot, footLane } = view;
    const { file, columns } = this.files.decode;
    const { texelBytes, block, codec } = storedFormat(this.memory, this.states[state], foot.plane[footLane + l]);
    // The odd texel of a 4:2:2 pair is addressed half a pair after the even one; both are made of the whole pair.
    const half = texelBytes / 2;
    const odd = block !== null && codec === null ? Math.floor(address / half) % 2 : 0;
    const first = address - odd * half;
    file.add(state);
    file.add(odd);
    file.addBytes(this.memory.data.bytes.subarray(first, first + texelBytes));
    for (const { byState, fields } of columns) {
      const register = byState[state];
      const from = register?.register.of === TAP_COMPONENT ? fields.length * tap : 0;
      fields.forEach((_, entry) => add(file, register, register?.value(view, l, from + entry) ?? 0));
    }
  }

  private filter(view: PassView): void {
    const { quad, state, pass, passes, lanes, lane } = view;
    const foot = this.decoded.get(`${quad}:${pass}`);
    this.decoded.delete(`${quad}:${pass}`);
    const known = pass === 0 ? UNWRITTEN : this.before.get(quad);
    // The sum before a pass is not known if the passes before it were not seen.
    if (foot !== undefined && known !== undefined) {
      const place = { state, lanes, lane, foot, footLane: 0, pass };
      const before = { ...place, lanes: known, lane: 0, pass: pass - 1 };
      this.eachLane(view, (l) => this.vector('filter', place, l, [state, pass], before));
    }
    if (foot !== undefined) this.spare.push(foot);
    if (pass === passes - 1) {
      this.before.delete(quad);
      return;
    }
    const stored = this.before.get(quad) ?? new LaneRegisters(QUAD_LANES);
    copyRegisters(lanes, lane, stored, QUAD_LANES);
    this.before.set(quad, stored);
  }
}

/** @param register undefined where the state does not use it */
function add(file: GoldenFile, register: StateRegister | undefined, value: number): void {
  if (register?.format.width === 64) file.addFloat64(value);
  else file.add(value);
}
