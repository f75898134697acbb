import type { PassView } from '../../pipeline/stages/observer.ts';
import { ACTIVITIES, type Activity, type Stage, STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { CycleWriter } from './cycle-writer.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { VcdDump, type Wire } from './vcd-dump.ts';
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
    this.dump = new VcdDump(sink);
    this.wires = declareWires(this.dump, design, states, stages);
    this.dump.begin(LEGEND);
  }

  /** The wires in the file. */
  get shown(): readonly Wire[] {
    return this.dump.wires;
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const { valid, signals } = this.wires.stages.get(stage)!;
    this.dump.pulse(valid);
    for (const { wire, value } of signals) this.dump.set(wire, value(view));
    const drained = this.occupancy.enter(stage, view);
    if (drained !== undefined) this.showFifo(drained);
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    super.leave(cycle, stage, view);
    this.showFifo(stage);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    this.advance(cycle);
    this.dump.set(this.wires.stages.get(stage)!.activity, ACTIVITIES.indexOf(activity));
    this.known.add(stage);
  }

  override miss(cycle: number, address: number): void {
    super.miss(cycle, address);
    this.showLine(port(this.wires.misses, this.misses++, 'misses'), address);
    this.showOutstanding();
  }

  override fill(cycle: number, address: number): void {
    super.fill(cycle, address);
    this.showLine(this.wires.fill, address);
    this.showOutstanding();
  }

  override lookup(cycle: number, address: number, hit: boolean): void {
    this.advance(cycle);
    const wires = port(this.wires.stages.get('tag')!.lookups, this.lookups++, 'look-ups');
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
    const stages = [...wires.stages.values()];
    const ports = [...stages.flatMap(({ lookups }) => lookups), ...wires.misses, wires.fill];
    for (const { valid } of [...stages, ...ports]) dump.set(valid, 0);
    for (const stage of STAGES) this.showFifo(stage);
    this.showOutstanding();
  }

  protected override openCycle(): void {
    this.dump.advance(this.cycle);
    this.lookups = 0;
    this.misses = 0;
  }

  /** The activity of a stage is unknown in a cycle without an event of it. */
  protected override closeCycle(): void {
    for (const [stage, { activity }] of this.wires.stages)
      if (!this.known.has(stage)) this.dump.set(activity, undefined);
    this.known.clear();
  }

  private showLine({ valid, line }: { readonly valid: Wire; readonly line: Wire }, address: number): void {
    this.dump.pulse(valid);
    this.dump.set(line, address);
  }

  private showFifo(stage: Stage): void {
    const { fifo } = this.wires.stages.get(stage)!;
    if (fifo !== null) this.dump.set(fifo, this.occupancy.after(stage));
  }

  private showOutstanding(): void {
    this.dump.set(this.wires.outstanding, this.outstanding.count);
  }
}

function port<T>(ports: readonly T[], n: number, what: string): T {
  if (n >= ports.length) throw new RangeError(`more than ${ports.length} ${what} in a cycle`);
  return ports[n];
}
