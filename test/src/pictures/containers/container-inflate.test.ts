import { describe, expect, it } from 'vitest';
import { ZSTANDARD } from '../../../../src/pictures/containers/container-inflate.ts';
import { Dice } from '../../../oracle/dice.ts';
import { processorTime } from '../../../processor-time.ts';

/** The head of a frame (RFC 8878, 3.1.1): no size of its content, a window of 128 KiB. */
const HEAD = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
/** Blocks (3.1.1.2): no bytes; no bytes, the last; 128 KiB of one byte. */
const EMPTY = [0, 0, 0];
const LAST = [1, 0, 0];
const REPEATED = [0x02, 0x00, 0x10, 7];
/** A frame without texels (3.1.2). */
const SKIPPED = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];

/** A frame of the zstd command: literals that are compressed by a table, and sequences of matches. */
const FRAME = Buffer.from(
  'KLUv/WQAAz0CALQCAAECAwQFBgcICRIAAgQGCAoMDhASGwADBgkMDxIVGBskAAQIDBAUGBwgJAsgUDkPUQqQoPJZqXBCi9tS4UQNDgxSIXlI7NYsgw==',
  'base64',
);

function repeated(bytes: readonly number[], times: number): Uint8Array {
  const all = new Uint8Array(bytes.length * times);
  for (let n = 0; n < times; n++) all.set(bytes, n * bytes.length);
  return all;
}

const joined = (...parts: readonly ArrayLike<number>[]) => Buffer.concat(parts.map((part) => Uint8Array.from(part)));

/** The result, and the milliseconds and the bytes of memory that it took. */
function inflated(data: Uint8Array, bytes: number) {
  const [start, held] = [processorTime(), process.memoryUsage.rss()];
  let result: Uint8Array | Error;
  try {
    result = ZSTANDARD.inflate(data, bytes);
  } catch (error) {
    result = error as Error;
  }
  return { result, time: processorTime() - start, memory: process.memoryUsage.rss() - held };
}

describe('the decoder of Zstandard', () => {
  // Every step of it takes bytes of the input or gives bytes of the output. Here a step takes the fewest.
  it.each([
    ['empty blocks', joined(HEAD, repeated(EMPTY, 2 ** 20), LAST)],
    ['empty frames', repeated([...HEAD, ...LAST], 2 ** 19)],
    ['skipped frames', repeated(SKIPPED, 2 ** 19)],
    ['blocks of 128 KiB in 4 bytes', joined(HEAD, repeated(REPEATED, 2 ** 20), LAST)],
  ])('refuses millions of %s in time and memory that grow with their bytes', (_, data) => {
    const { result, time, memory } = inflated(data, 1024);
    expect(result).toBeInstanceOf(Error);
    expect(time).toBeLessThan(5000);
    expect(memory).toBeLessThan(2 ** 26);
  });

  it('gives what was asked for, or refuses, whatever bytes of a frame are damaged', () => {
    const dice = new Dice(16);
    let [worst, refused] = [0, 0];
    const start = process.memoryUsage.rss();
    for (let n = 0; n < 20_000; n++) {
      const data = new Uint8Array(FRAME);
      for (let changes = dice.integer(1, 3); changes > 0; changes--) {
        data[dice.integer(4, data.length - 1)] = dice.integer(0, 255);
      }
      const { result, time } = inflated(dice.chance(0.1) ? data.subarray(0, dice.integer(0, data.length)) : data, 1024);
      if (result instanceof Error) refused++;
      else expect(result).toHaveLength(1024);
      worst = Math.max(worst, time);
    }
    expect(refused).toBeGreaterThan(5000);
    expect(worst).toBeLessThan(1000);
    expect(process.memoryUsage.rss() - start).toBeLessThan(2 ** 27);
  });
});
