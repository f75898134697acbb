import { allForFull } from '../../probes/all-for-full.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { axisShape, COORDINATES, IMAGE_AXES, setCoordinate } from '../../probes/image-axes.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import type { Effort, Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const SECTION = 'Unnormalized Texel Coordinate Operations';
const BORDER = [1, 1, 1, 1] as const;
const FILTERS = { nearest: POINT, linear: LINEAR } as const;
type AxisFilter = keyof typeof FILTERS;

/** Small integers, no three of them in line: a wrong texel or weight shows. */
function axisTexel(i: number): number {
  return 2 + i * i;
}

function texelAt(i: number, size: number, mode: AddressMode): number {
  const texel = wrappedTexel(i, size, mode);
  return texel === BORDER_TEXEL ? 1 : axisTexel(texel);
}

/** What a filter gives at `u` texels; exact in float32 for fractions of a few bits. */
function filteredAt(u: number, size: number, mode: AddressMode, filter: AxisFilter): number {
  if (filter === 'nearest') return texelAt(Math.floor(u), size, mode);
  const i0 = Math.floor(u - 0.5);
  const alpha = u - 0.5 - i0;
  return (1 - alpha) * texelAt(i0, size, mode) + alpha * texelAt(i0 + 1, size, mode);
}

interface AxisCase {
  readonly filter: AxisFilter;
  readonly sizes: readonly number[];
  readonly modes: readonly AddressMode[];
  /** From -2 sizes to 3 sizes for `full`, from -1 to 2 for `quick`, in steps of 1 / grid. */
  readonly grid: number;
  readonly effort: Effort;
  readonly unnormalized: boolean;
}

function axisSteps({ filter, sizes, modes, grid, effort, unnormalized }: AxisCase): readonly JudgedStep[] {
  const beyond = effort === 'full' ? 2 : 1;
  const axes = IMAGE_AXES.filter(({ type }) => !unnormalized || type !== '3d');
  return axes.flatMap((along) =>
    sizes.flatMap((size) => {
      const image = texelImage('r32_sfloat', axisShape(along, size), ({ i, j, k }) => [
        axisTexel([i, j, k][along.axis]),
      ]);
      return modes.map((mode): JudgedStep => {
        const texels = (n: number) => n / grid - beyond * size;
        const coordinate = (n: number) => (unnormalized ? texels(n) : texels(n) / size);
        return {
          image,
          sampler: {
            ...FILTERS[filter],
            ...addressed(unnormalized ? mode : 'clamp_to_edge'),
            [`addressMode${'UVW'[along.axis]}`]: mode,
            borderColor: BORDER,
            ...(unnormalized && { unnormalizedCoordinates: true, maxLod: 0 }),
          },
          instruction: EXPLICIT_LOD,
          count: (2 * beyond + 1) * size * grid,
          fill(batch, lane, n) {
            for (const axis of [0, 1, 2]) setCoordinate(batch, lane, axis, 0.5);
            setCoordinate(batch, lane, along.axis, coordinate(n));
          },
          expect(n, expected) {
            expected.fill(NaN);
            expected[0] = filteredAt(texels(n), size, mode, filter);
          },
          inputs: (n) => ({
            type: along.type,
            size,
            filter,
            addressMode: mode,
            unnormalizedCoordinates: unnormalized,
            [COORDINATES[along.axis]]: coordinate(n),
          }),
          raw: (n) => ({ [`${'uvw'[along.axis]} * ${grid}`]: String(Math.round(texels(n) * grid)) }),
        };
      });
    }),
  );
}

const POSITIONS = 'every multiple of 2^-subTexelPrecisionBits from -2 sizes to 3 sizes (-1 to 2 for quick)';

export const NEAREST_TEXEL = vulkanRule({
  section: SECTION,
  name: 'nearest-texel',
  title: 'Nearest filtering takes texel floor(u)',
  limit: 'the texel that the coordinate lies within, a lower edge included, for every snapped coordinate',
  method: `${POSITIONS} on sizes 1, 2, 4 and 8, every axis of 1D, 2D and 3D images, every address mode`,
  unit: 'cases',
  check(subject, profile, effort) {
    const grid = 2 ** profile.subTexelPrecisionBits;
    const sizes = effort === 'full' ? [1, 2, 4, 8] : [1, 4];
    const modes = effort === 'full' ? ADDRESS_MODES : (['repeat', 'clamp_to_border'] as const);
    const cases = { filter: 'nearest', sizes, modes, grid, effort, unnormalized: false } as const;
    return judgeLanes(subject, axisSteps(cases), allForFull(effort));
  },
});

export const LINEAR_TEXELS = vulkanRule({
  section: SECTION,
  name: 'linear-texels',
  title: 'Linear filtering takes texels floor(u - 0.5) and the next, with alpha = frac(u - 0.5)',
  limit: '(1 - alpha) tau_i0 + alpha tau_i1 exactly, for every snapped coordinate; float32 holds all of it',
  method: `${POSITIONS} on sizes 1, 2 and 4, every axis of 1D, 2D and 3D images, every address mode, in float32`,
  unit: 'cases',
  check(subject, profile, effort) {
    const grid = 2 ** profile.subTexelPrecisionBits;
    const sizes = effort === 'full' ? [1, 2, 4] : [2];
    const modes = effort === 'full' ? ADDRESS_MODES : (['mirrored_repeat', 'clamp_to_border'] as const);
    const cases = { filter: 'linear', sizes, modes, grid, effort, unnormalized: false } as const;
    return judgeLanes(subject, axisSteps(cases), allForFull(effort));
  },
});

export const UNNORMALIZED_TEXELS = vulkanRule({
  section: 'Sampling Coordinate Systems',
  name: 'unnormalized-coordinates',
  title: 'Unnormalized coordinates are texels already',
  limit: 'what nearest and linear filtering give at u = s, v = t, for every snapped coordinate',
  method: `${POSITIONS} on sizes 1, 3, 4 and 7, the axes of 1D and 2D images, both filters, clamp_to_edge and clamp_to_border`,
  unit: 'cases',
  check(subject, profile, effort) {
    const grid = 2 ** profile.subTexelPrecisionBits;
    const sizes = effort === 'full' ? [1, 3, 4, 7] : [3];
    const modes = ['clamp_to_edge', 'clamp_to_border'] as const;
    const steps = (['nearest', 'linear'] as const).flatMap((filter) =>
      axisSteps({ filter, sizes, modes, grid, effort, unnormalized: true }),
    );
    return judgeLanes(subject, steps, allForFull(effort));
  },
});

/** Of the weights along each of several axes at once: with 8 bits of texels, 4 * 3 + 8 bits are exact in float32. */
const PRODUCT_BITS = 4;

/** Texels of 3D images along u, v and w; 2D ones lack the last. */
function productSteps(axes: 2 | 3, mode: AddressMode, bits: number): JudgedStep {
  const grid = 2 ** bits;
  const texel = (i: number, j: number, k: number) =>
    2 + i + 3 * j + 7 * k + 5 * i * j + 11 * i * k + 13 * j * k * (1 + i);
  const shape = { type: axes === 2 ? '2d' : '3d', width: 2, height: 2, depth: axes === 2 ? 1 : 2 } as const;
  // From a quarter of a texel left of the first centre on, once around the image.
  const per = 2 * grid;
  const position = (n: number, axis: number) => (Math.floor(n / per ** axis) % per) / grid + 0.25;
  return {
    image: texelImage('r32_sfloat', shape, ({ i, j, k }) => [texel(i, j, k)]),
    sampler: { ...LINEAR, ...addressed(mode) },
    instruction: EXPLICIT_LOD,
    count: per ** axes,
    fill(batch, lane, n) {
      for (let axis = 0; axis < axes; axis++) setCoordinate(batch, lane, axis, position(n, axis) / 2);
    },
    expect(n, expected) {
      let sum = 0;
      for (let corner = 0; corner < 2 ** axes; corner++) {
        let weight = 1;
        const at = [0, 0, 0];
        for (let axis = 0; axis < axes; axis++) {
          const shifted = position(n, axis) - 0.5;
          const floor = Math.floor(shifted);
          const second = (corner >> axis) & 1;
          weight *= second === 1 ? shifted - floor : 1 - (shifted - floor);
          at[axis] = wrappedTexel(floor + second, 2, mode);
        }
        sum += weight * texel(at[0], at[1], at[2]);
      }
      expected.fill(NaN);
      expected[0] = sum;
    },
    inputs: (n) => ({
      type: shape.type,
      addressMode: mode,
      s: position(n, 0) / 2,
      t: position(n, 1) / 2,
      ...(axes === 3 && { r: position(n, 2) / 2 }),
    }),
  };
}

export const LINEAR_PRODUCTS = vulkanRule({
  section: 'Texel Linear Filtering',
  name: 'weight-products',
  title: 'Linear filtering weights each texel by the product of its weights along the axes',
  limit: 'the sum of w_i w_j (w_k) tau over 4 and 8 texels, exactly: float32 holds all of it',
  method:
    'all positions of 4 fraction bits (2D) and 3 (3D; 2 for quick) once around images of 2x2 and 2x2x2 texels, repeat, clamp ' +
    'to edge and mirrored repeat',
  unit: 'cases',
  check(subject, _profile, effort) {
    const modes = ['repeat', 'clamp_to_edge', 'mirrored_repeat'] as const;
    const bits = effort === 'full' ? PRODUCT_BITS - 1 : 2;
    const steps = modes.flatMap((mode) => [productSteps(2, mode, PRODUCT_BITS), productSteps(3, mode, bits)]);
    return judgeLanes(subject, steps, allForFull(effort));
  },
});

/** Vulkan: Unnormalized Texel Coordinate Operations, Texel Linear Filtering. */
export const COORDINATE_RULES: readonly Rule[] = [NEAREST_TEXEL, LINEAR_TEXELS, UNNORMALIZED_TEXELS, LINEAR_PRODUCTS];
