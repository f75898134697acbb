import { allForFull } from '../../../probes/measurement.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT, EXPLICIT_LOD } from '../../../probes/states.ts';
import { coordinatesAlong, IMAGE_AXES, imageAlong, modeAlong } from '../../../probes/image-axes.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { sized, texelImage } from '../../../probes/texel-image.ts';
import type { Effort } from '../../../rule.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

interface AxisCase {
  readonly filter: 'nearest' | 'linear';
  readonly sizes: readonly number[];
  readonly modes: readonly AddressMode[];
  /** Fraction bits of the positions. */
  readonly bits: number;
  readonly effort: Effort;
  readonly unnormalized?: boolean;
}

/** Positions from -2 sizes to 3 sizes for `full`, from -1 to 2 for `quick`. */
function axisSteps({ filter, sizes, modes, bits, effort, unnormalized = false }: AxisCase): readonly JudgedRequests[] {
  const [grid, beyond] = [2 ** bits, effort === 'full' ? 2 : 1];
  const axes = IMAGE_AXES.filter(({ type }) => !unnormalized || type !== '3d');
  return axes.flatMap((along) =>
    sizes.flatMap((size) => {
      // Small integers, no three of them in line: a wrong texel or weight shows, and float32 holds every result.
      const image = imageAlong(along, size, (i) => 2 + i * i);
      return modes.map((mode) => ({
        image,
        sampler: {
          ...(filter === 'nearest' ? POINT : LINEAR),
          ...(unnormalized ? addressed(mode) : modeAlong(along, mode)),
          borderColor: [1, 1, 1, 1],
          ...(unnormalized && { unnormalizedCoordinates: true, maxLod: 0 }),
        },
        instruction: EXPLICIT_LOD,
        count: (2 * beyond + 1) * size * grid,
        operands: (n) => coordinatesAlong(along, (n / grid - beyond * size) / (unnormalized ? 1 : size)),
      }));
    }),
  );
}

const POSITIONS = 'every multiple of 2^-subTexelPrecisionBits from -2 sizes to 3 sizes (-1 to 2 for quick)';

const NEAREST_TEXEL = specifiedByVulkan('Unnormalized Texel Coordinate Operations/nearest-texel', {
  title: 'Nearest filtering takes texel floor(u)',
  limit: 'the texel that the coordinate lies within, a lower edge included, for every snapped coordinate',
  method: `${POSITIONS} on sizes 1, 2, 4 and 8, every axis of 1D, 2D and 3D images, every address mode`,
  chosen: allForFull,
  requests({ profile, effort }) {
    const sizes = effort === 'full' ? [1, 2, 4, 8] : [1, 4];
    const modes = effort === 'full' ? ADDRESS_MODES : (['repeat', 'clamp_to_border'] as const);
    return axisSteps({ filter: 'nearest', sizes, modes, bits: profile.subTexelPrecisionBits, effort });
  },
});

export const LINEAR_TEXELS = specifiedByVulkan('Unnormalized Texel Coordinate Operations/linear-texels', {
  title: 'Linear filtering takes texels floor(u - 0.5) and the next, with alpha = frac(u - 0.5)',
  limit: '(1 - alpha) tau_i0 + alpha tau_i1 exactly, for every snapped coordinate; float32 holds all of it',
  method: `${POSITIONS} on sizes 1, 2 and 4, every axis of 1D, 2D and 3D images, every address mode, in float32`,
  chosen: allForFull,
  requests({ profile, effort }) {
    const sizes = effort === 'full' ? [1, 2, 4] : [2];
    const modes = effort === 'full' ? ADDRESS_MODES : (['mirrored_repeat', 'clamp_to_border'] as const);
    return axisSteps({ filter: 'linear', sizes, modes, bits: profile.subTexelPrecisionBits, effort });
  },
});

const UNNORMALIZED_TEXELS = specifiedByVulkan('Sampling Coordinate Systems/unnormalized-coordinates', {
  title: 'Unnormalized coordinates are texels already',
  limit: 'what nearest and linear filtering give at u = s, v = t, for every snapped coordinate',
  method: `${POSITIONS} on sizes 1, 3, 4 and 7, the axes of 1D and 2D images, both filters, clamp_to_edge and clamp_to_border`,
  chosen: allForFull,
  requests({ profile, effort }) {
    const sizes = effort === 'full' ? [1, 3, 4, 7] : [3];
    const modes = ['clamp_to_edge', 'clamp_to_border'] as const;
    const bits = profile.subTexelPrecisionBits;
    return (['nearest', 'linear'] as const).flatMap((filter) =>
      axisSteps({ filter, sizes, modes, bits, effort, unnormalized: true }),
    );
  },
});

/** Positions of `bits` fraction bits along every axis, from a quarter of a texel on, once around the image. */
function productSteps(axes: 2 | 3, mode: AddressMode, bits: number): JudgedRequests {
  const grid = 2 ** bits;
  const per = 2 * grid;
  const coordinate = (n: number, axis: number) => ((Math.floor(n / per ** axis) % per) / grid + 0.25) / 2;
  return {
    image: texelImage('r32_sfloat', sized(`${axes}d`, 2), ({ i, j, k }) => [
      2 + i + 3 * j + 7 * k + 5 * i * j + 11 * i * k + 13 * j * k * (1 + i),
    ]),
    sampler: { ...LINEAR, ...addressed(mode) },
    instruction: EXPLICIT_LOD,
    count: per ** axes,
    operands: (n) => ({ s: coordinate(n, 0), t: coordinate(n, 1), ...(axes === 3 && { r: coordinate(n, 2) }) }),
  };
}

const LINEAR_PRODUCTS = specifiedByVulkan('Texel Linear Filtering/weight-products', {
  title: 'Linear filtering weights each texel by the product of its weights along the axes',
  limit: 'the sum of w_i w_j (w_k) tau over 4 and 8 texels, exactly: float32 holds all of it',
  method:
    'all positions of 4 fraction bits (2D) and 3 (3D; 2 for quick) once around images of 2x2 and 2x2x2 texels, repeat, clamp ' +
    'to edge and mirrored repeat',
  chosen: allForFull,
  requests({ effort }) {
    const modes = ['repeat', 'clamp_to_edge', 'mirrored_repeat'] as const;
    // With 8 bits of texels, 3 axes of 4 bits are exact in float32.
    return modes.flatMap((mode) => [productSteps(2, mode, 4), productSteps(3, mode, effort === 'full' ? 3 : 2)]);
  },
});

export const COORDINATE_RULES = [NEAREST_TEXEL, LINEAR_TEXELS, UNNORMALIZED_TEXELS, LINEAR_PRODUCTS];
