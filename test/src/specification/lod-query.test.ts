import { describe, expect, it } from 'vitest';
import { allowedAt, redImage, type Request } from '../../oracle/allowed-at.ts';

const CHAIN = redImage(
  { width: 64, height: 64 },
  ...Array.from({ length: 7 }, (_, level) => Array(4 ** (6 - level)).fill(level)),
);

/** Lanes of a quad that moves by a number of texels of 64 from lane to lane. */
function quad(texels: number): NonNullable<Request['lanes']> {
  return [{ s: 0 }, { s: texels / 64 }, { t: texels / 64 }, { s: texels / 64, t: texels / 64 }];
}

function query(texels: number, more: Partial<Request> = {}): string {
  return allowedAt({ image: CHAIN, instruction: { op: 'query_lod', lod: 'implicit' }, lanes: quad(texels), ...more })
    .map(({ lower, upper }) => (lower === upper ? lower : `${lower}..${upper}`))
    .join(' ');
}

describe('the LOD query', () => {
  it('returns the level and the LOD before the clamp', () => {
    const sampler = { mipmapMode: 'linear' } as const;
    expect(query(4, { sampler })).toBe('2 2 0 0');
    expect(query(0.25, { sampler })).toBe('0 -2 0 0');
    expect(query(4, { sampler: { ...sampler, mipLodBias: 0.5, maxLod: 1.25 } })).toBe('1.25 2.5 0 0');
    expect(query(4, { sampler: { mipmapMode: 'nearest', mipLodBias: 0.75 } })).toBe('3 2.75 0 0');
  });

  it('counts levels from the base of the view, which scales the derivatives', () => {
    const sampler = { mipmapMode: 'linear' } as const;
    expect(query(8, { sampler, view: { baseMipLevel: 2, levelCount: 3 } })).toBe('1 1 0 0');
    expect(query(64, { sampler, view: { baseMipLevel: 2, levelCount: 3 } })).toBe('2 4 0 0');
  });

  it('is held by the minimum LOD of the view as D3D11.3 5.8.6 works out', () => {
    const sampler = { mipmapMode: 'linear', minLod: 1.25, maxLod: 4 } as const;
    // -2 on a base level of 32 texels.
    const at = (minLod: number) => query(0.5, { sampler, view: { baseMipLevel: 1, levelCount: 6, minLod } });
    expect([at(3.5), at(5.5), at(6.5)]).toEqual(['2.5 -2 0 0', '4.5 -2 0 0', '0 -2 0 0']);
  });

  it('takes no bias and no minimum of the instruction', () => {
    const lanes = quad(4).map((lane) => ({ ...lane, lod: 3, minLod: 5 }));
    expect(query(4, { lanes, sampler: { mipmapMode: 'linear' } })).toBe('2 2 0 0');
  });
});
