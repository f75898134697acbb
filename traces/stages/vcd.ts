import type { PassView, PipelineObserver } from '../../pipeline/observer.ts';
import { ACTIVITIES, type Activity, type Stage, STAGES } from '../../pipeline/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { FIFO_STAGES, FifoOccupancy, OutstandingMisses } from './occupancy.ts';
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
export class VcdWriter implements PipelineObserver {
  private readonly dump: VcdDump;
  private readonly wires: PipelineWires;
  /** Set with the first call: what it can know depends on where in the run that is. */
  private occupancy: FifoOccupancy | undefined;
  private outstanding: OutstandingMisses | undefined;
  private cycle = 0;
  /** Look-ups and misses of the cycle so far. */
  private lookups = 0;
  private misses = 0;
  /** Stages whose activity of the cycle was told. */
  private readonly told = new Set<Stage>();

  /** @param stages that the file shows; whatever the choice, it must see all of them */
  constructor(sink: TextSink, design: Design, stages: readonly Stage[] = STAGES) {
    this.dump = new VcdDump(sink);
    this.wires = declareWires(this.dump, design, stages);
    this.dump.begin(LEGEND);
  }

  enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const { dump, wires } = this;
    dump.pulse(wires[stage].valid);
    dump.set(wires[stage].quad, view.quad);
    dump.set(wires[stage].pass, view.pass);
    if (stage === 'frontEnd') this.showPixel(view);
    else if (stage === 'lod') this.showLod(view);
    else if (stage === 'address') this.showAddress(view);
    else if (stage === 'result') this.showColor(view);
    const drained = this.occupancy!.enter(stage, view);
    if (drained !== undefined) this.showFifo(drained);
  }

  leave(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    this.occupancy!.leave(stage, view);
    this.showFifo(stage);
  }

  activity(cycle: number, stage: Stage, activity: Activity): void {
    this.advance(cycle);
    this.dump.set(this.wires[stage].activity, ACTIVITIES.indexOf(activity));
    this.told.add(stage);
  }

  miss(cycle: number, address: number): void {
    this.advance(cycle);
    this.showLine(port(this.wires.memory.misses, this.misses++, 'misses'), address);
    this.outstanding!.miss(address);
    this.showOutstanding();
  }

  fill(cycle: number, address: number): void {
    this.advance(cycle);
    this.showLine(this.wires.memory.fill, address);
    this.outstanding!.fill(address);
    this.showOutstanding();
  }

  lookup(cycle: number, address: number, hit: boolean): void {
    this.advance(cycle);
    const wires = port(this.wires.tag.lookups, this.lookups++, 'look-ups');
    this.showLine(wires, address);
    this.dump.set(wires.hit, hit ? 1 : 0);
  }

  end(cycles: number): void {
    if (this.occupancy !== undefined) this.closeCycles(cycles);
    this.dump.finish(cycles);
  }

  private advance(cycle: number): void {
    if (this.occupancy === undefined) this.start(cycle);
    if (cycle === this.cycle) return;
    this.closeCycles(cycle);
    this.dump.advance(cycle);
    this.cycle = cycle;
    this.lookups = 0;
    this.misses = 0;
  }

  /** Nobody knows what a stage does in a cycle for which it was not told: in the current one, or in those up to the next. */
  private closeCycles(next: number): void {
    for (const stage of STAGES) {
      if (!this.told.has(stage)) this.dump.setUnknown(this.wires[stage].activity);
    }
    this.told.clear();
    if (next <= this.cycle + 1) return;
    this.dump.advance(this.cycle + 1);
    for (const stage of STAGES) this.dump.setUnknown(this.wires[stage].activity);
  }

  /** From the first cycle on, what nobody raises is low. */
  private start(cycle: number): void {
    const { dump, wires } = this;
    this.occupancy = new FifoOccupancy(cycle === 0);
    this.outstanding = new OutstandingMisses(cycle === 0);
    dump.advance(cycle);
    this.cycle = cycle;
    for (const stage of STAGES) dump.set(wires[stage].valid, 0);
    for (const { valid } of [...wires.tag.lookups, ...wires.memory.misses, wires.memory.fill]) dump.set(valid, 0);
    for (const stage of FIFO_STAGES) this.showFifo(stage);
    this.showOutstanding();
  }

  private showPixel({ state, x, y, active }: PassView): void {
    const { dump, wires } = this;
    dump.set(wires.frontEnd.state, state);
    dump.set(wires.frontEnd.x, x);
    dump.set(wires.frontEnd.y, y);
    dump.set(wires.frontEnd.active, active);
  }

  /** A lane that wants no result has no LOD. */
  private showLod({ lanes, lane }: PassView): void {
    this.wires.lod.lanes.forEach((wires, l) => {
      const at = lane + l;
      const selected = lanes.passes[at] > 0;
      this.show(wires.lod, lanes.lod[at], selected);
      this.show(wires.levelHi, lanes.levelHi[at], selected);
      this.show(wires.levelLo, lanes.levelLo[at], selected);
      this.show(wires.levelWeight, lanes.levelWeight[at], selected);
      this.show(wires.samples, lanes.samples[at], selected);
    });
  }

  /** Border taps and taps that the sample does not have have no address. */
  private showAddress({ foot, footLane }: PassView): void {
    this.wires.address.lanes.forEach((wires, l) => {
      const at = footLane + l;
      const taps = foot.tapCount[at];
      this.dump.set(wires.tapCount, taps);
      this.show(wires.u, foot.fixedU[at], taps > 0);
      this.show(wires.v, foot.fixedV[at], taps > 0);
      this.show(wires.alpha, foot.alpha[at], taps > 0);
      this.show(wires.beta, foot.beta[at], taps > 0);
      wires.taps.forEach((wire, tap) => {
        const address = foot.address[4 * at + tap];
        this.show(wire, address, tap < taps && address >= 0);
      });
    });
  }

  /** Bits of the float32 components. */
  private showColor({ lanes, lane, active }: PassView): void {
    this.wires.result.lanes.forEach((components, l) => {
      components.forEach((wire, c) => {
        this.show(wire, floatBits(lanes.color[4 * (lane + l) + c]), ((active >> l) & 1) === 1);
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
    const entries = this.occupancy!.behind(stage);
    this.show(fifo, entries, !Number.isNaN(entries));
  }

  private showOutstanding(): void {
    const { count } = this.outstanding!;
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
