import { describe, expect, it } from 'vitest';
import { BC6H_EXACT, BC7_EXACT, BLOCK_TOLERANCE } from '../../../../../src/checker/rules/d3d11/block-decoding.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { distorted, failed, found, RIGHT } from './wrong-subjects.ts';

const RULES = [BLOCK_TOLERANCE, BC6H_EXACT, BC7_EXACT];

describe('the rules on block compression', () => {
  it('pass a right design, with tolerance to spare', () => {
    expect(failed(designSubject(RIGHT), RULES)).toEqual([]);
    expect(found(designSubject(RIGHT), BLOCK_TOLERANCE).margin).toBeGreaterThan(0);
  });

  it('find the reserved mode of BC7 that is opaque', () => {
    const subject = distorted({
      answer: (result, { images }) => {
        if (!images[0].format.name.startsWith('bc7')) return;
        for (let at = 0; at < result.length; at += 4) {
          if (result[at] + result[at + 1] + result[at + 2] + result[at + 3] === 0) result[at + 3] = 1;
        }
      },
    });
    expect(failed(subject, RULES)).toEqual(['bc7-exact']);
  });

  it('find BC4 endpoints that are not exact', () => {
    const subject = distorted({
      answer: (result, { images }) => {
        if (!images[0].format.name.startsWith('bc4_u')) return;
        result.forEach((x, n) => x > 0 && x < 1 && (result[n] = x + 2 ** -20));
      },
    });
    expect(failed(subject, RULES)).toEqual(['block-tolerance']);
  });

  it('allow BC1 0.03 of the distance of its endpoints beyond 1/255', () => {
    const subject = distorted({
      answer: (result, { images, batch }) => {
        const { format, width, height, levels } = images[0];
        if (!format.name.startsWith('bc1')) return;
        batch.s.forEach((s, lane) => {
          const [i, j] = [Math.floor((s * width) / 4), Math.floor((batch.t[lane] * height) / 4)];
          const block = 8 * (i + (width / 4) * j);
          // Red, the highest bits: endpoints at least half apart.
          const far = Math.abs(levels[0][block + 1] - levels[0][block + 3]) > 128;
          if (far && result[4 * lane] > 0 && result[4 * lane] < 0.9) result[4 * lane] += 0.05;
        });
      },
    });
    const { verdict, witness } = found(subject, BLOCK_TOLERANCE);
    expect(verdict).toBe('fail');
    const [low0, high0, low1, high1] = witness!.raw.block.match(/../g)!.map((byte) => parseInt(byte, 16));
    const channel = 'rgb'.indexOf(witness!.inputs.component);
    const [shift, bits] = [11, 5, 0].map((at, c) => [at, c === 1 ? 6 : 5])[channel];
    const [a, b] = [low0 + 256 * high0, low1 + 256 * high1].map((color) => (color >> shift) % 2 ** bits);
    const promoted = (x: number) => (x << (8 - bits)) + (x >> (2 * bits - 8));
    const distance = Math.max(Math.abs(promoted(a) - promoted(b)) / 255, Math.abs(a - b) / (2 ** bits - 1));
    expect(Number(witness!.expected.split('within ')[1])).toBeCloseTo(1 / 255 + 0.03 * distance, 12);
  });
});
