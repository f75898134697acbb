import type { PassView } from '../../pipeline/stages/observer.ts';
import { ACTIVITIES, type Activity, type Stage, STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { NO_TAP } from '../../rtl-model/registers/footprints.ts';
import type { RegisterFormat, RegisterUnit } from '../../rtl-model/registers/register.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { CycleWriter } from './cycle-writer.ts';
import { FIFO_STAGES } from './occupancy.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { type DumpedWire, VcdDump, type Wire } from './vcd-dump.ts';
import { declareWires, type PipelineWires } from './vcd-wires.ts';

const LEGEND = `A cycle is 1 ns. Values of a stage are those of the quad or pass that last began its work there.
activity: ${ACTIVITIES.map((activity, code) => `${code} ${activity}`).join(', ')}`;

/**
 * Writes the waveform of a run, 1 ns a cycle, every wire as wide as the design's format (FORMAT.md lists them).
 *
 * Every call throws RangeError when a value does not fit its wire.
 */
export class VcdWriter extends CycleWriter {
  private readonly dump: VcdDump;
  private readonly wires: PipelineWires;
  private readonly states: readonly StateRegisters[];
  private readonly writes: boolean;
  /** Look-ups and misses of the cycle so far. */
  private lookups = 0;
  private misses = 0;
  /** Stages whose activity in the cycle is known. */
  private readonly known = new Set<Stage>();

  /**
   * @param states of the run
   * @param stages that the file shows; whatever the choice, it must see all of them
   */
  constructor(sink: TextSink, design: Design, states: readonly StateRegisters[], stages: readonly Stage[] = STAGES) {
    super();
    this.states = states;
    this.writes = states.some(({ binding: { op } }) => op === 'write' || op === 'atomic');
    this.dump = new VcdDump(sink);
    this.wires = declareWires(this.dump, design, states, stages);
    this.dump.begin(LEGEND);
  }

  /** The wires in the file. */
  get shown(): readonly DumpedWire[] {
    return this.dump.wires;
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const { dump, wires } = this;
    dump.pulse(wires[stage].valid);
    dump.set(wires[stage].quad, view.quad);
    dump.set(wires[stage].pass, view.pass);
    if (stage === 'frontEnd') this.showPixel(view);
    else if (stage === 'data') this.showWords(view);
    else if (stage !== 'tag') this.showLanes(stage, view);
    const drained = this.occupancy.enter(stage, view);
    if (drained !== undefined) this.showFifo(drained);
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    super.leave(cycle, stage, view);
    this.showFifo(stage);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    this.advance(cycle);
    this.dump.set(this.wires[stage].activity, ACTIVITIES.indexOf(activity));
    this.known.add(stage);
  }

  override miss(cycle: number, address: number): void {
    super.miss(cycle, address);
    this.showLine(port(this.wires.memory.misses, this.misses++, 'misses'), address);
    this.showOutstanding();
  }

  override fill(cycle: number, address: number): void {
    super.fill(cycle, address);
    this.showLine(this.wires.memory.fill, address);
    this.showOutstanding();
  }

  override lookup(cycle: number, address: number, hit: boolean): void {
    this.advance(cycle);
    const wires = port(this.wires.tag.lookups, this.lookups++, 'look-ups');
    this.showLine(wires, address);
    this.dump.set(wires.hit, hit ? 1 : 0);
  }

  override end(cycles: number): void {
    super.end(cycles);
    this.dump.finish(cycles);
  }

  /** From the first cycle on, what nobody raises is low. */
  protected override begin(): void {
    const { dump, wires } = this;
    dump.advance(this.cycle);
    dump.startClock();
    for (const stage of STAGES) dump.set(wires[stage].valid, 0);
    for (const { valid } of [...wires.tag.lookups, ...wires.memory.misses, wires.memory.fill]) dump.set(valid, 0);
    for (const stage of FIFO_STAGES) this.showFifo(stage);
    this.showOutstanding();
  }

  protected override openCycle(): void {
    this.dump.advance(this.cycle);
    this.lookups = 0;
    this.misses = 0;
  }

  /** The activity of a stage is unknown in a cycle without an event of it. */
  protected override closeCycle(): void {
    for (const stage of STAGES) {
      if (!this.known.has(stage)) this.dump.setUnknown(this.wires[stage].activity);
    }
    this.known.clear();
  }

  private showPixel({ state, x, y, active }: PassView): void {
    const { dump, wires } = this;
    dump.set(wires.frontEnd.state, state);
    dump.set(wires.frontEnd.x, x);
    dump.set(wires.frontEnd.y, y);
    dump.set(wires.frontEnd.active, active);
  }

  /** Registers that the state does not use, and those of lanes without work, are x. */
  private showLanes(stage: Exclude<RegisterUnit & Stage, 'frontEnd'>, view: PassView): void {
    this.wires[stage].lanes.forEach((registers, l) => {
      const works = view.lanes.passes[view.lane + l] > view.pass;
      for (const { wires, byState, width } of registers) {
        const register = byState[view.state];
        wires.forEach((wire, entry) => {
          if (register !== undefined && works && register.isWritten(view, l, entry)) {
            const value = register.value(view, l, entry);
            this.dump.set(wire, width < 64 ? value : bits64(value, register.format));
          } else this.dump.setUnknown(wire);
        });
      }
    });
  }

  /** The words of memory that hold the texels; x in runs that write texels. */
  private showWords({ state, lanes, lane, pass, foot, footLane }: PassView): void {
    const { words } = this.states[state].binding.memory.data;
    this.wires.data.words.forEach((wires, l) => {
      wires.forEach((wire, tap) => {
        const works = lanes.passes[lane + l] > pass && tap < foot.tapCount[footLane + l];
        const address = works ? foot.address[LANE_TAPS * (footLane + l) + tap] : NO_TAP;
        const word = address < 0 || this.writes ? undefined : words[address >>> 2];
        if (word === undefined) this.dump.setUnknown(wire);
        else this.dump.set(wire, word);
      });
    });
  }

  private showLine({ valid, line }: { readonly valid: Wire; readonly line: Wire }, address: number): void {
    this.dump.pulse(valid);
    this.dump.set(line, address);
  }

  private showFifo(stage: Stage): void {
    const { fifo } = this.wires[stage];
    if (fifo === undefined) return;
    const entries = this.occupancy.after(stage);
    this.show(fifo, entries, !Number.isNaN(entries));
  }

  private showOutstanding(): void {
    const { count } = this.outstanding;
    this.show(this.wires.memory.outstanding, count, !Number.isNaN(count));
  }

  private show(wire: Wire, value: number, known: boolean): void {
    if (known) this.dump.set(wire, value);
    else this.dump.setUnknown(wire);
  }
}

const FLOAT64 = new Float64Array(1);
const FLOAT64_BITS = new BigUint64Array(FLOAT64.buffer);

/** The bits of a float64, or an integer of a narrower format in 64 bits. */
function bits64(value: number, { width }: RegisterFormat): bigint {
  if (width < 64) return BigInt.asUintN(64, BigInt(value));
  FLOAT64[0] = value;
  return FLOAT64_BITS[0];
}

function port<T>(ports: readonly T[], n: number, what: string): T {
  if (n >= ports.length) throw new RangeError(`more than ${ports.length} ${what} in a cycle`);
  return ports[n];
}
