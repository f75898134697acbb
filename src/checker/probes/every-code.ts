import { d3d11Instruction } from '../../../rtl-model/state/d3d11-instruction.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { addressed, LINEAR, POINT } from './filters.ts';
import { askCases, stepOf } from './question.ts';

/** Ways to read a texel unfiltered: `linear` is a filtered read precisely on a texel (D3D11.3 19.1.2). */
export const READS = ['ld', 'point', 'linear'] as const;
export type Read = (typeof READS)[number];

/**
 * Reads every texel of an image of one level, in each of the ways.
 *
 * @param receive gets the result with r, g, b, a of texel n (row by row) at `at`
 */
export function* readTexels(
  subject: Subject,
  image: ImageSource,
  reads: readonly Read[],
  receive: (read: Read, result: Float32Array, at: number, n: number) => void,
): Generator<Progress, void> {
  const { width, height } = image;
  for (const [step, read] of reads.entries()) {
    const sampler = { ...(read === 'linear' ? LINEAR : POINT), ...addressed('clamp_to_edge') };
    const instruction = d3d11Instruction(read === 'ld' ? 'ld' : 'sample_l');
    const asked = askCases(
      subject,
      { image, sampler, instruction },
      width * height,
      (batch, lane, n) => {
        const [i, j] = [n % width, Math.floor(n / width)];
        batch.i[lane] = i;
        batch.j[lane] = j;
        batch.s[lane] = (i + 0.5) / width;
        batch.t[lane] = (j + 0.5) / height;
      },
      (result, at, n) => receive(read, result, at, n),
    );
    yield* stepOf(step, reads.length, asked);
  }
}
