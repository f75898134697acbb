import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { allowedAt, formatOf, redImage, type Request } from '../../oracle/allowed-at.ts';

const GRID = redImage({ width: 4, height: 4 }, [...Array(16).keys()]);
const GATHER: Partial<Instruction> = { op: 'gather' };

function codes(request: Request): string {
  return allowedAt(request)
    .map(({ lower, upper }) => (lower === upper ? Math.round(lower * 255) : '?'))
    .join(' ');
}

describe('a gather', () => {
  it('returns (0,1), (1,1), (1,0), (0,0) of the square that linear filtering weighs', () => {
    // 0.5 * 4 - 0.5 is 1.5: texels 1 and 2.
    const lanes = [{ s: 0.5, t: 0.5, lod: 5 }];
    expect(codes({ image: GRID, instruction: GATHER, lanes })).toBe('9 10 6 5');
    expect(codes({ image: GRID, instruction: GATHER, lanes, offset: [1, 0, 0] })).toBe('10 11 7 6');
    expect(codes({ image: GRID, instruction: GATHER, lanes, sampler: { magFilter: 'nearest' } })).toBe('9 10 6 5');
  });

  it('starts at the texel that nearest finds, where told, and goes where the offsets say', () => {
    const gatherOffsets = [
      [0, 0],
      [1, 0],
      [0, -1],
      [-2, 1],
    ] as const;
    const lanes = [{ s: 0.5, t: 0.5 }];
    expect(codes({ image: GRID, instruction: { ...GATHER, gatherOffsets }, lanes })).toBe('5 6 1 11');
    const instruction: Partial<Instruction> = { ...GATHER, gatherOffsets, gatherOrigin: 'nearest' };
    expect(codes({ image: GRID, instruction, lanes })).toBe('10 11 6 12');
  });

  it('returns the component that the swizzle has put there', () => {
    const image = { ...redImage({ width: 1, height: 1 }, [50, 60]), format: formatOf('r8g8_unorm') };
    const component = (n: number) =>
      codes({
        image,
        view: { components: ['g', 'r', 'one', 'zero'] },
        instruction: { ...GATHER, component: n },
      }).split(' ')[0];
    expect([0, 1, 2, 3].map(component)).toEqual(['60', '50', '255', '0']);
  });

  it('compares each texel, and filters none', () => {
    const image = { ...redImage({ width: 2, height: 2 }, [0, 10, 0, 20, 0, 30, 0, 40]), format: formatOf('d16_unorm') };
    const sampler = { compareEnable: true, compareOp: 'less' } as const;
    const lanes = [{ s: 0.5, t: 0.5, dref: 6000 / 65_535 }];
    expect(codes({ image, sampler, instruction: { ...GATHER, dref: true }, lanes })).toBe('255 255 0 0');
  });

  it('reads the base level of the view, and nothing where the minimum LOD is a level above it', () => {
    const image = redImage({ width: 2, height: 2 }, [1, 2, 3, 4], [9]);
    const at = (minLod: number) => codes({ image, view: { minLod }, instruction: GATHER, lanes: [{ s: 0.5, t: 0.5 }] });
    expect([at(0), at(0.75), at(1), at(1.25)]).toEqual(['3 4 2 1', '3 4 2 1', '0 0 0 0', '0 0 0 0']);
    expect(codes({ image, view: { baseMipLevel: 1, levelCount: 1 }, instruction: GATHER })).toBe('9 9 9 9');
  });

  it('compares the 0 of what the minimum LOD takes away (D3D11.3 5.8.6)', () => {
    const image = { ...redImage({ width: 1, height: 1 }, [0, 80]), format: formatOf('d16_unorm') };
    const sampler = { compareEnable: true, compareOp: 'greater' } as const;
    const lanes = [{ s: 0.5, t: 0.5, dref: 0.25 }];
    const at = (minLod: number) =>
      codes({ image, sampler, view: { minLod }, instruction: { ...GATHER, dref: true }, lanes });
    expect([at(0), at(0.25)]).toEqual(['0 0 0 0', '255 255 255 255']);
  });

  it('has the mean of the three at a corner of a cube, or of the two', () => {
    const image = redImage({ width: 1, height: 1, layers: 6 }, [30, 0, 90, 0, 240, 0]);
    const allowed = allowedAt({
      image,
      view: { viewType: 'cube' },
      instruction: GATHER,
      lanes: [{ s: 1, t: 1, r: 1 }],
    }).map(({ lower, upper }) => [Math.round(lower * 255), Math.round(upper * 255)]);
    // On face +z: below is z itself and +x, above is +y and the corner.
    expect(allowed).toEqual([
      [240, 240],
      [30, 30],
      [60, 120],
      [90, 90],
    ]);
  });

  it('has any integer from the least of the three to the greatest at a corner', () => {
    const codes6 = redImage({ width: 1, height: 1, layers: 6 }, [30, 0, 90, 0, 240, 0]);
    const image = { ...codes6, format: formatOf('r8_uint') };
    const [, , corner] = allowedAt({
      image,
      view: { viewType: 'cube' },
      instruction: GATHER,
      lanes: [{ s: 1, t: 1, r: 1 }],
    });
    expect(corner).toEqual({ lower: 30, upper: 240 });
  });
});
