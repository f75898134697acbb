import type { Item } from '../../../pipeline/stages/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { isMacro } from './sram-macros.ts';
import { type Memories, RESULT_BITS } from './storage.ts';

/**
 * The energy of a flip-flop whose clock runs for a cycle and whose bit stays, in picojoules: 6.87 fJ inside, and a clock pin
 * of 0.95 fF, at 1.1 V; by the square of the voltage at 0.9 V. NanGate's Open Cell Library for FreePDK45, `DFF_X1`, typical,
 * 25 degrees.
 */
const FLIP_FLOP = ((6.87 + 0.95 * 1.1 ** 2) * (0.9 / 1.1) ** 2) / 1000;

/** Flip-flops of a stage: its registers, each with the bits of the FIFO behind it, and the words of a FIFO that is no macro. */
interface StageFlipFlops {
  readonly items: Item;
  /** Those that an item is written into on its way. */
  readonly written: number;
  readonly all: number;
}

function flipFlops({ fifos }: Memories, { pipeline: { latency } }: Design): readonly StageFlipFlops[] {
  const behind = fifos.map((fifo): StageFlipFlops => {
    const registers = latency[fifo.stage];
    const words = isMacro(fifo) ? 0 : fifo.words;
    return {
      items: fifo.items,
      written: (registers + Math.min(1, words)) * fifo.bits,
      all: (registers + words) * fifo.bits,
    };
  });
  const results = latency.result * RESULT_BITS;
  return [...behind, { items: 'quads', written: results, all: results }];
}

/** Picojoules of the clock of work where registers are gated: each is clocked for an item that is written into it. */
export function gatedClock(design: Design, memories: Memories, work: Readonly<Record<Item, number>>): number {
  return flipFlops(memories, design).reduce((sum, { items, written }) => sum + work[items] * written * FLIP_FLOP, 0);
}

/** Picojoules of the clock of a cycle in which all registers of all units are clocked: that of a design without gates. */
export function ungatedClock(design: Design, memories: Memories): number {
  const all = flipFlops(memories, design).reduce((sum, stage) => sum + stage.all, 0);
  return design.pipeline.units.count * all * FLIP_FLOP;
}
