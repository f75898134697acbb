import type { PassView } from '../../pipeline/observer.ts';
import { ACTIVITIES, type Activity, type Stage, STAGES } from '../../pipeline/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { CycleWriter } from './cycle-writer.ts';
import { FIFO_STAGES } from './occupancy.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { VcdDump, type Wire } from './vcd-dump.ts';
import { declareWires, type PipelineWires } from './vcd-wires.ts';

const LEGEND = `One time unit is one cycle. Values of a stage are those of the quad or pass that last began its work there.
activity: ${ACTIVITIES.map((activity, code) => `${code} ${activity}`).join(', ')}`;

/**
 * Writes the waveform of a run, 1 ns a cycle, every wire as wide as the design's format (FORMAT.md lists them).
 *
 * Every call throws RangeError when a value does not fit its wire.
 */
export class VcdWriter extends CycleWriter {
  private readonly dump: VcdDump;
  private readonly wires: PipelineWires;
  /** Look-ups and misses of the cycle so far. */
  private lookups = 0;
  private misses = 0;
  /** Stages whose activity of the cycle was told. */
  private readonly told = new Set<Stage>();

  /**
   * @param states of the run
   * @param stages that the file shows; whatever the choice, it must see all of them
   */
  constructor(sink: TextSink, design: Design, states: readonly StateRegisters[], stages: readonly Stage[] = STAGES) {
    super();
    this.dump = new VcdDump(sink);
    this.wires = declareWires(this.dump, design, states, stages);
    this.dump.begin(LEGEND);
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const { dump, wires } = this;
    dump.pulse(wires[stage].valid);
    dump.set(wires[stage].quad, view.quad);
    dump.set(wires[stage].pass, view.pass);
    if (stage === 'frontEnd') this.showPixel(view);
    else if (stage === 'lod' || stage === 'address' || stage === 'result') this.showLanes(stage, view);
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
    this.told.add(stage);
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

  /** Nobody knows what a stage does in a cycle for which it was not told. */
  protected override closeCycle(): void {
    for (const stage of STAGES) {
      if (!this.told.has(stage)) this.dump.setUnknown(this.wires[stage].activity);
    }
    this.told.clear();
  }

  private showPixel({ state, x, y, active }: PassView): void {
    const { dump, wires } = this;
    dump.set(wires.frontEnd.state, state);
    dump.set(wires.frontEnd.x, x);
    dump.set(wires.frontEnd.y, y);
    dump.set(wires.frontEnd.active, active);
  }

  /** Registers that the state does not use, and those of lanes without work, are x. */
  private showLanes(stage: 'lod' | 'address' | 'result', view: PassView): void {
    this.wires[stage].lanes.forEach((registers, l) => {
      const works = view.lanes.passes[view.lane + l] > view.pass;
      for (const { wires, byState } of registers) {
        const register = byState[view.state];
        wires.forEach((wire, entry) => {
          if (register !== undefined && works && register.isWritten(view, l, entry)) {
            this.dump.set(wire, register.value(view, l, entry));
          } else this.dump.setUnknown(wire);
        });
      }
    });
  }

  private showLine({ valid, line }: { readonly valid: Wire; readonly line: Wire }, address: number): void {
    this.dump.pulse(valid);
    this.dump.set(line, address);
  }

  private showFifo(stage: Stage): void {
    const { fifo } = this.wires[stage];
    if (fifo === undefined) return;
    const entries = this.occupancy.behind(stage);
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

function port<T>(ports: readonly T[], n: number, what: string): T {
  if (n >= ports.length) throw new RangeError(`more than ${ports.length} ${what} in a cycle`);
  return ports[n];
}
