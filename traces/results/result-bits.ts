import { NAN_BITS } from '../../rtl-model/fixed-point/float32.ts';
import { TextBytes } from '../encodings/text-bytes.ts';
import type { ByteSink } from '../encodings/trace-encoding.ts';
import type { LaneAnswer } from '../requests/lane-results.ts';
import type { ResultOutput } from './result-trace.ts';

/** The digits of a lane without a texel: unknown bits in Verilog. */
const NO_TEXEL = Array<string>(4).fill('x'.repeat(8)).join(' ');

/** Writes the bits of results for `$readmemh`: a line a request, four words of 32 bits for each of its lanes. */
export function resultBits(bytes: ByteSink): ResultOutput {
  const text = new TextBytes();
  const flush = () => bytes(text.take());
  return {
    answer: (answer) => text.text(`${Array.from({ length: answer.lanes }, (_, l) => laneText(answer, l)).join(' ')}\n`),
    fault: () => text.text(`${NO_TEXEL}\n`),
    flush,
    end: flush,
  };
}

function laneText({ shape, active, colors, first }: LaneAnswer, lane: number): string {
  if (((active >> lane) & 1) === 0 || shape.result === 'footprint') return NO_TEXEL;
  const words = new Uint32Array(colors.buffer, colors.byteOffset + 4 * (first + 4 * lane), 4);
  return Array.from(words, (bits, c) => {
    const nan = shape.result === 'float' && Number.isNaN(colors[first + 4 * lane + c]);
    return (nan ? NAN_BITS : bits).toString(16).padStart(8, '0');
  }).join(' ');
}
