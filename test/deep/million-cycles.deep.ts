import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { registersOfStates } from '../../rtl-model/registers/state-registers.ts';
import { describe, expect, it } from 'vitest';
import { STAGES } from '../../pipeline/stages/stages.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { SCENES } from '../../src/pictures/scenes/standard-scenes.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { fanOut } from '../../traces/stages/observers.ts';
import { KanataWriter } from '../../traces/stages/kanata.ts';
import { PerfettoWriter } from '../../traces/stages/perfetto.ts';
import type { TextSink } from '../../traces/encodings/text-sink.ts';
import { VcdChecker } from '../../traces/stages/vcd-check.ts';
import { VcdWriter } from '../../traces/stages/vcd.ts';
import { Dice } from '../oracle/dice.ts';
import { preset } from '../pipeline/random-work.ts';
import { SEED } from './seed.ts';

/** Gives whole lines on. */
function lines(take: (line: string) => void): TextSink {
  let begun = '';
  return (text) => {
    const parts = (begun + text).split('\n');
    begun = parts.pop()!;
    parts.forEach(take);
  };
}

/** Follows a Kanata log: which instructions are open, in which stage. */
class LogFollower {
  readonly faults: string[] = [];
  readonly open = new Map<string, string | null>();
  mostOpen = 0;
  retired = 0;
  cycle = 0;

  take(line: string): void {
    const [command, id, , stage] = line.split('\t');
    const now = this.open.get(id);
    if (command === 'C' || command === 'C=') this.cycle += Number(id);
    else if (command === 'I') this.expect(line, now === undefined, () => this.open.set(id, null));
    else if (command === 'S') this.expect(line, now === null, () => this.open.set(id, stage));
    else if (command === 'E') this.expect(line, now === stage, () => this.open.set(id, null));
    else if (command === 'R') this.expect(line, now === null, () => this.retire(id));
    this.mostOpen = Math.max(this.mostOpen, this.open.size);
  }

  private retire(id: string): void {
    this.open.delete(id);
    this.retired++;
  }

  private expect(line: string, holds: boolean, step: () => void): void {
    if (!holds && this.faults.length < 10) this.faults.push(line);
    step();
  }
}

/** Random texels in every level. */
function noise(dice: Dice, size: number): ImageSource {
  const levels = Array.from({ length: 1 + Math.log2(size) }, (_, level) =>
    Uint8Array.from({ length: 4 * levelSize(size, level) ** 2 }, () => Math.floor(dice.real(0, 256))),
  );
  return { format: TEXEL_FORMATS.get('r8g8b8a8_unorm')!, width: size, height: size, layers: 1, levels };
}

interface TraceEvent {
  readonly ph: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
}

/** Follows a timeline: the events of each track must tile it. */
class TimelineFollower {
  readonly faults: string[] = [];
  readonly ends = STAGES.map(() => 0);
  last = '';

  take(line: string): void {
    this.last = line;
    if (!line.startsWith('{"ph":"X"')) return;
    const { tid, ts, dur }: TraceEvent = JSON.parse(line.replace(/,$/, ''));
    if (ts !== this.ends[tid] && this.faults.length < 10) this.faults.push(line);
    this.ends[tid] = ts + dur;
  }
}

describe('the traces of a million cycles', () => {
  it('are as strict, whole and tiled as those of a few, and no writer holds more than what is on its way', () => {
    const dice = new Dice(SEED);
    const image = noise(dice, 512);
    const scene = SCENES.get('tunnel')!();
    const base = preset('full-quality');
    // One line on its way at a time, a long one: most cycles are waits.
    const design = {
      ...base,
      cache: { ...base.cache, sets: 8, outstandingMisses: 1 },
      pipeline: { ...base.pipeline, memory: { ...base.pipeline.memory, latency: 400, bytesPerCycle: 1 } },
    };
    const vcd = new VcdChecker(false);
    const log = new LogFollower();
    const timeline = new TimelineFollower();
    let bytes = 0;
    const counted =
      (sink: TextSink): TextSink =>
      (text) => {
        bytes += text.length;
        sink(text);
      };
    const steps = simulate({
      design,
      mode: 'cycle',
      view: { scene, width: 320, height: 240, traversal: 'tiles' },
      texture: image,
      sampler: { ...DEFAULT_SAMPLER, ...scene.sampler },
      observer: fanOut([
        new VcdWriter(
          counted((text) => vcd.write(text)),
          design,
          registersOfStates(design, layOutImages([image], design.cache.layout), [
            {
              image: 0,
              sampler: { ...DEFAULT_SAMPLER, ...scene.sampler },
              instruction: { lod: 'implicit', projected: false },
            },
          ]),
        ),
        new KanataWriter(counted(lines((line) => log.take(line))), ['image']),
        new PerfettoWriter(counted(lines((line) => timeline.take(line)))),
      ]),
    });
    let step = steps.next();
    let most = 0;
    while (!step.done) {
      most = Math.max(most, process.memoryUsage().heapUsed);
      step = steps.next();
    }
    const { cycles, passes } = step.value.account!;
    expect(cycles).toBeGreaterThan(1e6);
    const report = vcd.end();
    // A cycle is ten units of 100 ps, so that the clock has two edges.
    expect([report.faultCount, report.faults, report.endTime]).toEqual([0, [], 10 * cycles]);
    expect([log.faults, log.open.size, log.retired, log.cycle]).toEqual([[], 0, passes, cycles]);
    expect([timeline.faults, timeline.ends]).toEqual([[], STAGES.map(() => cycles)]);
    expect(timeline.last).toBe(']}');
    expect(log.mostOpen).toBeLessThan(1000);
    console.log(
      `traces at scale: seed ${SEED}, ${cycles} cycles, ${passes} passes, ${report.changeCount} value changes, ` +
        `${Math.round(bytes / 2 ** 20)} MiB of text, heap at most ${Math.round(most / 2 ** 20)} MiB`,
    );
  });
});
