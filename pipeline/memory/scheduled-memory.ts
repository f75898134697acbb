import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { CommandChannel } from './command-channel.ts';
import { MemoryPort } from './memory-port.ts';
import { ScheduledChannel } from './scheduled-channel.ts';

/**
 * A memory whose channels serve open rows first, or send commands to banks. The time of a request depends on later ones, so that it is unknown when
 * the request comes, and is found when its data begin to move.
 */
export class ScheduledMemory extends MemoryPort {
  private readonly scheduled: readonly (ScheduledChannel | CommandChannel)[];
  private settled = 0;

  /** True for a memory that needs such channels. */
  static serves(memory: MemoryDesign): boolean {
    return CommandChannel.serves(memory) || (memory.rows !== null && memory.rows.window > 1);
  }

  /** @param memory with rows */
  constructor(memory: MemoryDesign) {
    const scheduled: (ScheduledChannel | CommandChannel)[] = [];
    const Channel = CommandChannel.serves(memory) ? CommandChannel : ScheduledChannel;
    super(memory, (...parts) => (scheduled[parts[3]] = new Channel(...parts)));
    this.scheduled = scheduled;
  }

  override write(cycle: number, address: number, bytes: number): void {
    this.watch?.(cycle, address, bytes, true);
    const end = this.serve(cycle, this.traffic.split(address, bytes, true), true);
    this.unknown.whenKnown(end, (known) => (this.written = Math.max(this.written, known)));
  }

  /** Requests that a move in one channel lets into another one do not come before the cycle. */
  override settle(before: number): void {
    const { scheduled } = this;
    if (before === Infinity) {
      for (const channel of scheduled) channel.endFrom(this.settled);
      while (scheduled.some(({ idle }) => !idle)) this.settle(this.settled + 1);
      for (const channel of scheduled) channel.endFrom(Infinity);
      return;
    }
    this.settled = Math.max(this.settled, before);
    for (const channel of scheduled) channel.settle(before);
  }

  protected override serve(cycle: number, parts: number, written = false): number {
    const { traffic, scheduled, unknown } = this;
    const back = unknown.add();
    let left = parts;
    let last = 0;
    let outside = parts;
    let entered = 0;
    let taken = 0;
    const moved = (end: number) => {
      last = Math.max(last, end);
      if (--left === 0) unknown.resolve(back, last);
    };
    const enters = (at: number) => {
      entered = Math.max(entered, at);
      if (--outside === 0 && taken > 0) unknown.resolve(taken, entered);
    };
    for (let n = 0; n < parts; n++)
      unknown.whenKnown(cycle, scheduled[traffic.partChannel[n]].add(n, moved, written, enters));
    this.taken = outside === 0 ? entered : (taken = unknown.add());
    return back;
  }
}

/** The memory of a design. */
export function memoryPort(memory: MemoryDesign): MemoryPort {
  return ScheduledMemory.serves(memory) ? new ScheduledMemory(memory) : new MemoryPort(memory);
}
