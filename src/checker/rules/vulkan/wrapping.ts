import { allForFull } from '../../probes/all-for-full.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { axisShape, COORDINATES, IMAGE_AXES, setCoordinate } from '../../probes/image-axes.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

/** Opaque white, which no texel is: texel i holds i + 2. */
const BORDER = [1, 1, 1, 1] as const;
/** Along the axes that are not tried. */
const CENTRE = 0.5;

export const ADDRESS_MODE_WRAP = vulkanRule({
  section: 'Wrapping Operation',
  name: 'address-modes',
  title: 'Integer coordinates beyond an axis wrap as the address mode says',
  limit: 'the texel (or the border) of the formula of each mode, in every case',
  method:
    'nearest filtering at the centre of every index from -4 sizes to 5 sizes, sizes 1 to 17 (1 to 4 for quick), every axis of ' +
    '1D, 2D and 3D images, every mode',
  unit: 'cases',
  check(subject, _profile, effort) {
    const sizes = Array.from({ length: effort === 'full' ? 17 : 4 }, (_, n) => n + 1);
    const steps = IMAGE_AXES.flatMap((along) =>
      sizes.flatMap((size) => {
        const image = texelImage('r32_sfloat', axisShape(along, size), ({ i, j, k }) => [[i, j, k][along.axis] + 2]);
        return ADDRESS_MODES.map((mode): JudgedStep => {
          const indexOf = (n: number) => n - 4 * size;
          const coordinate = (n: number) => (indexOf(n) + 0.5) / size;
          return {
            image,
            sampler: { ...POINT, ...addressed(mode), borderColor: BORDER },
            instruction: EXPLICIT_LOD,
            count: 9 * size,
            fill(batch, lane, n) {
              for (const axis of [0, 1, 2]) setCoordinate(batch, lane, axis, CENTRE);
              setCoordinate(batch, lane, along.axis, coordinate(n));
            },
            expect(n, expected) {
              const texel = wrappedTexel(indexOf(n), size, mode);
              expected.fill(NaN);
              expected[0] = texel === BORDER_TEXEL ? 1 : texel + 2;
            },
            inputs: (n) => ({
              type: along.type,
              size,
              [`addressMode${'UVW'[along.axis]}`]: mode,
              [COORDINATES[along.axis]]: coordinate(n),
            }),
            raw: (n) => ({ [along.axis === 0 ? 'i' : along.axis === 1 ? 'j' : 'k']: String(indexOf(n)) }),
          };
        });
      }),
    );
    return judgeLanes(subject, steps, allForFull(effort));
  },
});

/** Along every axis of a 3D image at once, each with a mode of its own, so that modes of axes cannot be mixed up. */
export const MODES_BY_AXIS = vulkanRule({
  section: 'Wrapping Operation',
  name: 'mode-of-each-axis',
  title: 'i, j and k wrap by addressModeU, addressModeV and addressModeW',
  limit: 'the texel of the three formulas, or the border where any of them gives it',
  method:
    'all 125 combinations of modes on a 3D image of 2x3x4 texels, indices -3 to 6 of every axis, nearest filtering',
  unit: 'cases',
  check(subject, _profile, effort) {
    const size = [2, 3, 4];
    const image = texelImage('r32_sfloat', { type: '3d', width: 2, height: 3, depth: 4 }, ({ i, j, k }) => [
      2 + i + 2 * (j + 3 * k),
    ]);
    const modes = effort === 'full' ? ADDRESS_MODES : ADDRESS_MODES.slice(0, 4);
    const steps = modes.flatMap((addressModeU, u) =>
      modes.flatMap((addressModeV, v) =>
        modes
          .filter((_, w) => effort === 'full' || (u + v + w) % 3 === 0)
          .map((addressModeW): JudgedStep => {
            const all = [addressModeU, addressModeV, addressModeW];
            const indices = (n: number) => [(n % 10) - 3, (Math.floor(n / 10) % 10) - 3, Math.floor(n / 100) - 3];
            return {
              image,
              sampler: { ...POINT, addressModeU, addressModeV, addressModeW, borderColor: BORDER },
              instruction: EXPLICIT_LOD,
              count: 1000,
              fill(batch, lane, n) {
                indices(n).forEach((index, axis) => setCoordinate(batch, lane, axis, (index + 0.5) / size[axis]));
              },
              expect(n, expected) {
                const [i, j, k] = indices(n).map((index, axis) => wrappedTexel(index, size[axis], all[axis]));
                const border = Math.min(i, j, k) === BORDER_TEXEL;
                expected.fill(NaN);
                expected[0] = border ? 1 : 2 + i + 2 * (j + 3 * k);
              },
              inputs: (n) => ({ addressModeU, addressModeV, addressModeW, ijk: indices(n).join(' ') }),
            };
          }),
      ),
    );
    return judgeLanes(subject, steps, allForFull(effort));
  },
});

/** Between two texels, either of which may wrap: their mean, exact in every format that holds the texels. */
export const WRAPPED_PAIRS = vulkanRule({
  section: 'Wrapping Operation',
  name: 'wrapped-pairs',
  title: 'Linear filtering wraps each of its texels',
  limit: 'half way between indices i and i + 1 the mean of the texels that these two wrap to',
  method: 'every i from -4 sizes to 5 sizes, sizes 1, 2, 4 and 8, every axis of 1D, 2D and 3D images, every mode',
  unit: 'cases',
  check(subject) {
    const steps = IMAGE_AXES.flatMap((along) =>
      [1, 2, 4, 8].flatMap((size) => {
        const image = texelImage('r32_sfloat', axisShape(along, size), ({ i, j, k }) => [
          2 ** [i, j, k][along.axis] + 1,
        ]);
        return ADDRESS_MODES.map((mode): JudgedStep => {
          const value = (i: number) => {
            const texel = wrappedTexel(i, size, mode);
            return texel === BORDER_TEXEL ? 1 : 2 ** texel + 1;
          };
          const indexOf = (n: number) => n - 4 * size;
          return {
            image,
            sampler: {
              ...LINEAR,
              ...addressed('clamp_to_edge'),
              [`addressMode${'UVW'[along.axis]}`]: mode,
              borderColor: BORDER,
            },
            instruction: EXPLICIT_LOD,
            count: 9 * size,
            fill(batch, lane, n) {
              for (const axis of [0, 1, 2]) setCoordinate(batch, lane, axis, CENTRE);
              setCoordinate(batch, lane, along.axis, (indexOf(n) + 1) / size);
            },
            expect(n, expected) {
              expected.fill(NaN);
              expected[0] = (value(indexOf(n)) + value(indexOf(n) + 1)) / 2;
            },
            inputs: (n) => ({
              type: along.type,
              size,
              [`addressMode${'UVW'[along.axis]}`]: mode,
              [COORDINATES[along.axis]]: (indexOf(n) + 1) / size,
            }),
          };
        });
      }),
    );
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: Wrapping Operation. */
export const WRAPPING_RULES: readonly Rule[] = [ADDRESS_MODE_WRAP, MODES_BY_AXIS, WRAPPED_PAIRS];
