import type { PassView } from '../../pipeline/stages/observer.ts';
import { type Stage, STAGE, STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';

/** The stages with a FIFO after them: all but the last. */
export const FIFO_STAGES = STAGES.filter((stage) => STAGE_RECORDS[stage].fifo !== null);

/** More than the passes of any quad. */
const PASS_KEYS = 256;

/**
 * Entries of the FIFO after each stage: what has left the stage and not entered the next. The FIFOs after `frontEnd`,
 * `lod` and `filter` hold quads, the others passes; a quad leaves the one after `lod` with its last pass.
 *
 * Entries keep their order. So a FIFO that is watched from the middle of a run on is known as soon as an entry comes
 * out that was seen to go in.
 */
export class FifoOccupancy {
  private readonly fifos: ReadonlyMap<Stage, Fifo>;

  /** @param empty whether the run is watched from its beginning */
  constructor(empty: boolean) {
    this.fifos = new Map(FIFO_STAGES.map((stage) => [stage, { count: 0, oldestSeen: Infinity, known: empty }]));
  }

  leave(stage: Stage, view: PassView): void {
    const fifo = this.fifos.get(stage);
    if (fifo === undefined) return;
    fifo.oldestSeen = Math.min(fifo.oldestSeen, keyOf(view));
    fifo.count++;
  }

  /** @returns the stage whose FIFO lost an entry, if one did */
  enter(stage: Stage, view: PassView): Stage | undefined {
    const before = STAGES[STAGE[stage] - 1];
    const expands = STAGE_RECORDS[stage].works === 'passes' && STAGE_RECORDS[before].gives === 'quads';
    if (expands && view.pass !== view.passes - 1) return undefined;
    const fifo = this.fifos.get(before);
    if (fifo === undefined) return undefined;
    const key = expands ? keyOf({ quad: view.quad, pass: 0 }) : keyOf(view);
    if (key < fifo.oldestSeen) return undefined;
    fifo.known = true;
    fifo.count--;
    return before;
  }

  /** Entries of the FIFO after a stage; undefined before they are known, in a run that is watched from its middle on. */
  after(stage: Stage): number | undefined {
    const fifo = this.fifos.get(stage)!;
    return fifo.known ? fifo.count : undefined;
  }
}

interface Fifo {
  count: number;
  /** Key of the first entry that was seen to go in. */
  oldestSeen: number;
  known: boolean;
}

/** Rises with the order of passes. */
function keyOf({ quad, pass }: Pick<PassView, 'quad' | 'pass'>): number {
  return quad * PASS_KEYS + pass;
}

/** Lines on their way from memory. They come back in the order of their misses. */
export class OutstandingMisses {
  private readonly addresses = new Set<number>();

  /** @param known true if the run is watched from its beginning */
  constructor(private known: boolean) {}

  miss(address: number): void {
    this.addresses.add(address);
  }

  fill(address: number): void {
    if (this.addresses.delete(address)) this.known = true;
  }

  /** The number of lines; undefined before it is known. */
  get count(): number | undefined {
    return this.known ? this.addresses.size : undefined;
  }
}
