import { InFlight, PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { SOURCE, TexelCache } from '../../../pipeline/cache/texel-cache.ts';
import { Statistics } from '../../../pipeline/counters/statistics.ts';
import { MemoryPort } from '../../../pipeline/memory/memory-port.ts';
import { CacheStages } from '../../../pipeline/stepped/cache-stages.ts';
import { Fifo, NOTHING } from '../../../pipeline/stepped/fifo.ts';
import type { StageParts } from '../../../pipeline/stepped/stepped-stage.ts';
import type { Design, MemoryDesign } from '../../../rtl-model/design/design.ts';

/** The memory port of the model, which also tells the times at which lines are back. */
export class ToldMemory extends MemoryPort {
  readonly back: { readonly cycle: number; readonly line: number }[] = [];

  constructor(
    design: MemoryDesign,
    private readonly lineBytes: number,
  ) {
    super(design);
  }

  override request(cycle: number, address: number, bytes: number): number {
    const arrival = super.request(cycle, address, bytes);
    this.back.push({ cycle: arrival, line: address / this.lineBytes });
    return arrival;
  }
}

/**
 * The cache stages of the stepped clock between a stream of quads of one pass each and a reader that now and then has no
 * room. A quad and its pass have one slot.
 */
export class ModelledCache {
  readonly memory: ToldMemory;
  /** The pass that is offered, by its slot; NOTHING if none. */
  offered = NOTHING;
  roomy = true;
  /** The pass that was given on in the last cycle. */
  given = NOTHING;
  /** The look-ups of the last cycle: their lines and the SOURCE of each. */
  readonly lookUps: { readonly line: number; readonly source: number }[] = [];
  readonly inFlight: InFlight;
  private readonly stages: CacheStages;

  constructor(design: Design, slots: number) {
    const { pipeline } = design;
    const { lineBytes } = design.cache;
    this.memory = new ToldMemory(pipeline.memory, lineBytes);
    this.inFlight = new InFlight(slots, slots);
    this.inFlight.passes.fill(1);
    this.inFlight.quadOf.forEach((_, slot, quadOf) => (quadOf[slot] = slot));
    const statistics = new Statistics();
    const run = { design, states: [], memory: this.memory, tlb: null, l2: null, l3: null, turns: null, statistics };
    const cache = new TexelCache(run as unknown as StageParts, this.inFlight);
    const { sectorCount, lookedUp, foot } = this.inFlight;
    const work = {
      cache,
      collect: (slot: number) => {
        const first = PASS_TAPS * slot;
        sectorCount[slot] = cache.sectors.list(slot, foot.address, first, this.inFlight, first);
        lookedUp[slot] = 0;
      },
      read: () => {},
      write: () => {},
      readBorder: () => {},
    };
    const input = { head: () => this.offered, pop: () => (this.offered = NOTHING) };
    const fragments = new Fifo(pipeline.latency.tag + pipeline.fifoDepth.fragment);
    const isFull = () => !this.roomy;
    const out = {
      get full() {
        return isFull();
      },
      push: (slot: number) => (this.given = slot),
    };
    const announcer = {
      enter: () => {},
      lookedUp: (_: number, at: number, address: number) =>
        this.lookUps.push({ line: address / lineBytes, source: this.inFlight.sectorSource[at] }),
    };
    const parts = { ...run, inFlight: this.inFlight, work, announcer };
    this.stages = new CacheStages(
      parts as unknown as StageParts,
      input as unknown as Fifo,
      fragments,
      out as unknown as Fifo,
    );
  }

  tick(cycle: number): void {
    this.given = NOTHING;
    this.lookUps.length = 0;
    this.stages.tickData(cycle);
    this.stages.tickTags(cycle);
  }
}

/** True for a look-up whose line was in its place. */
export function isHit({ source }: { readonly source: number }): boolean {
  return source === SOURCE.hit;
}
