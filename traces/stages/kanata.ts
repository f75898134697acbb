import type { PassView } from '../../pipeline/stages/observer.ts';
import { type Stage, STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import { SilentObserver } from './observers.ts';
import { withoutBreaks } from '../encodings/names.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** Lane of the ordinary stages. */
const LANE = 0;
const RETIRED = 0;
const FLUSHED = 1;

/** A quad pass that has begun and not retired. */
interface Instruction {
  readonly id: number;
  /** The stage that it is in, undefined in the FIFO after one. */
  stage: Stage | undefined;
}

/**
 * Writes a Kanata 0004 log: one instruction for each pass of a quad, one stage for each of the pipeline's. The first
 * pass shows the whole quad in `frontEnd`, `lod` and `result`; the others begin in `address` and retire with the
 * quad's exit from `filter`. Passes that are still on their way at the end are flushed.
 */
export class KanataWriter extends SilentObserver {
  private readonly shown: ReadonlySet<Stage>;
  /** By quad, then by pass. */
  private readonly open = new Map<number, Map<number, Instruction>>();
  private cycle = -1;
  private instructions = 0;
  private retired = 0;

  /**
   * @param textureNames of the texture states, for the labels
   * @param stages that the log shows; whatever the choice, the writer must see all of them
   */
  constructor(
    private readonly sink: TextSink,
    private readonly textureNames: readonly string[],
    stages: readonly Stage[] = STAGES,
  ) {
    super();
    this.shown = new Set(stages);
    sink('Kanata\t0004\n');
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (!this.shown.has(stage)) return;
    this.advance(cycle);
    const instruction = this.find(view) ?? this.begin(view);
    this.endStage(instruction);
    instruction.stage = stage;
    this.sink(`S\t${instruction.id}\t${LANE}\t${stage}\n`);
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    if (!this.open.has(view.quad)) return;
    this.advance(cycle);
    const { works, gives, fifo } = STAGE_RECORDS[stage];
    if (works === 'passes' && gives === 'quads') {
      // The quad's passes leave the filter together, which keeps the sums until the last one.
      this.retirePasses(view.quad, 1, RETIRED);
    } else {
      const instruction = this.find(view);
      if (instruction !== undefined) this.endStage(instruction);
    }
    if (fifo === null) this.retirePasses(view.quad, 0, RETIRED);
  }

  override end(cycles: number): void {
    this.advance(cycles);
    for (const quad of this.open.keys()) this.retirePasses(quad, 0, FLUSHED);
  }

  private advance(cycle: number): void {
    if (cycle === this.cycle) return;
    this.sink(this.cycle < 0 ? `C=\t${cycle}\n` : `C\t${cycle - this.cycle}\n`);
    this.cycle = cycle;
  }

  private find({ quad, pass }: PassView): Instruction | undefined {
    return this.open.get(quad)?.get(pass);
  }

  private begin({ quad, pass, state, x, y, active }: PassView): Instruction {
    const instruction: Instruction = { id: this.instructions++, stage: undefined };
    const { id } = instruction;
    const passes = this.open.get(quad) ?? new Map<number, Instruction>();
    this.open.set(quad, passes);
    passes.set(pass, instruction);
    // Tabs and line ends separate the columns and lines of the log.
    const texture = this.textureNames[state] ?? `state ${state}`;
    const lanes = [0, 1, 2, 3].filter((lane) => (active >> lane) & 1).join('');
    this.sink(`I\t${id}\t${quad}\t0\n`);
    this.sink(`L\t${id}\t0\t(${x}, ${y}) ${withoutBreaks(texture)} pass ${pass}\n`);
    this.sink(`L\t${id}\t1\tquad ${quad}, pass ${pass}, state ${state}, lanes ${lanes}\n`);
    return instruction;
  }

  /** Ends the stage of every pass of the quad, and retires those from pass `from` on. */
  private retirePasses(quad: number, from: number, type: number): void {
    const passes = this.open.get(quad) ?? new Map<number, Instruction>();
    for (const [pass, instruction] of passes) {
      this.endStage(instruction);
      if (pass < from) continue;
      this.sink(`R\t${instruction.id}\t${this.retired++}\t${type}\n`);
      passes.delete(pass);
    }
    if (passes.size === 0) this.open.delete(quad);
  }

  private endStage(instruction: Instruction): void {
    if (instruction.stage === undefined) return;
    this.sink(`E\t${instruction.id}\t${LANE}\t${instruction.stage}\n`);
    instruction.stage = undefined;
  }
}
