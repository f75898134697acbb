import { Pipeline, type QuadSink } from '../../pipeline/pipeline.ts';
import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { floatBits, NAN_BITS } from '../../rtl-model/fixed-point/float32.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { SilentObserver } from './observers.ts';

/**
 * Writes what the texture unit in SystemVerilog does in a run, cycle by cycle, as its bench writes it: a line for each
 * quad or pass that a stage takes in, for each line of texels that is read from memory, and for each result. A line
 * begins with its cycle. Within a cycle the last stage comes first.
 *
 *     12 address
 *     14 tag
 *     14 request 81
 *     310 result 0 3f800000 00000000 ...
 *     310 end
 *
 * A request has the number of the line: its byte address / `cache.lineBytes`. A result has the number of the quad and
 * the float32 patterns of r, g, b and a of lanes 0 to 3, `-` for lanes that want none. Every NaN is 7fc00000.
 *
 * @throws as `Pipeline`
 */
export function writeUnitLog(
  design: Design,
  memory: TexelMemory,
  states: readonly TextureState[],
  quads: QuadBatch,
  sink: TextSink,
): void {
  const result: QuadSink = (quad, _x, _y, active, colors, first) => {
    const patterns = Array.from({ length: 4 * QUAD_LANES }, (_, n) =>
      ((active >> (n >> 2)) & 1) === 0
        ? '-'
        : patternOf(colors[first + n])
            .toString(16)
            .padStart(8, '0'),
    );
    sink(`${pipeline.now} result ${quad} ${patterns.join(' ')}\n`);
  };
  const log: PipelineObserver = Object.assign(new SilentObserver(), {
    enter: (cycle: number, stage: Stage) => sink(`${cycle} ${stage}\n`),
    miss: (cycle: number, address: number) => sink(`${cycle} request ${address / design.cache.lineBytes}\n`),
    end: (cycles: number) => sink(`${cycles} end\n`),
  });
  const pipeline = new Pipeline(design, memory, states, result, log);
  pipeline.run(quads);
  pipeline.finish();
}

function patternOf(x: number): number {
  return Number.isNaN(x) ? NAN_BITS : floatBits(x);
}
