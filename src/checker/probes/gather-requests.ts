import { ADDRESS_MODES, type AddressMode, COMPARE_OPS } from '../../../rtl-model/state/sampler.ts';
import type { JudgedRequests } from './judged-requests.ts';
import type { Operands } from './requests.ts';
import { addressed, DREF_GATHER, GATHER, LINEAR, POINT } from './states.ts';
import { texelImage } from './texel-image.ts';

/** Texels along a side of the images. */
export const GATHER_SIZE = 4;
const COMPONENTS = [0, 1, 2, 3];

/** Another number for each texel, component and level; those of coarser levels are larger. */
export function numberedTexels(size: number, levels: number) {
  return texelImage('r32g32b32a32_sfloat', { width: size, height: size, levels }, ({ i, j, level }) =>
    COMPONENTS.map((c) => 16 + i + GATHER_SIZE * j + 64 * c + 1024 * level),
  );
}

/**
 * Gathers of every component from a two-level image, by a nearest filter and by a linear one with a bias: neither
 * counts.
 *
 * @param base levels of the image that are the first of the view  @param place of request n, in texels of that level
 */
export function componentGathers(
  modes: readonly AddressMode[],
  bases: readonly number[],
  count: number,
  place: (n: number) => readonly [u: number, v: number],
): readonly JudgedRequests[] {
  const image = numberedTexels(GATHER_SIZE, 2);
  return modes.flatMap((mode) =>
    COMPONENTS.flatMap((component) =>
      bases.map((base): JudgedRequests => ({
        image,
        sampler: {
          ...(component % 2 === 0 ? POINT : { ...LINEAR, mipLodBias: 1 }),
          ...addressed(mode),
          borderColor: [3, 3, 3, 3],
        },
        instruction: { ...GATHER, component },
        view: { baseMipLevel: base, levelCount: 2 - base },
        count,
        operands(n) {
          const [s, t] = place(n).map((x) => (x * 2 ** base) / GATHER_SIZE);
          return { s, t };
        },
      })),
    ),
  );
}

const DEPTHS = [-2, 0, 0.125, 0.25, 0.375, 0.5, 0.75, 1];
const REFERENCES = [-1e30, -2, 0, 0.2, 0.25, 0.5, 0.6, 1, 2, Infinity, NaN];
const CORNERS = (GATHER_SIZE - 1) ** 2;

/** Gathers that compare the depths between four texels with references below, at, between and above them, and NaN. */
export function comparedGathers(): readonly JudgedRequests[] {
  const image = texelImage('d32_sfloat', { width: GATHER_SIZE, height: GATHER_SIZE }, ({ i, j }) => [
    DEPTHS[(3 * i + 5 * j) % DEPTHS.length],
  ]);
  return COMPARE_OPS.map((compareOp) => ({
    image,
    sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
    instruction: DREF_GATHER,
    count: CORNERS * REFERENCES.length,
    operands: (n) => ({
      s: (1 + (n % (GATHER_SIZE - 1))) / GATHER_SIZE,
      t: (1 + (Math.floor(n / (GATHER_SIZE - 1)) % (GATHER_SIZE - 1))) / GATHER_SIZE,
      dref: REFERENCES[Math.floor(n / CORNERS)],
    }),
  }));
}

/** Gathers with offsets in the middle of an image, half way between texels, so that no snapping moves them to others. */
export function offsetGathers(
  offsets: Pick<JudgedRequests, 'instruction' | 'count'> & { readonly operands: (n: number) => Operands },
): readonly JudgedRequests[] {
  const image = numberedTexels(2 * GATHER_SIZE, 1);
  return ADDRESS_MODES.map((mode) => ({
    image,
    sampler: { ...POINT, ...addressed(mode), borderColor: [3, 0, 0, 1] },
    ...offsets,
    operands: (n) => ({ s: 0.5, t: 0.5, ...offsets.operands(n) }),
  }));
}
