import { allForFull } from '../../probes/measurement.ts';
import type { Profile } from '../../profiles.ts';
import type { Effort, Finding, Progress, Rule } from '../../rule.ts';
import { addressed, LINEAR, TRILINEAR, EXPLICIT_LOD } from '../../probes/states.ts';
import { GridSweep, type GridWindow } from '../../probes/grid-sweep.ts';
import { coordinatesAlong, IMAGE_AXES, imageAlong } from '../../probes/image-axes.ts';
import { stepOf } from '../../probes/requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Subject } from '../../subject.ts';
import { vulkanRule } from './vulkan-rule.ts';

/** The least fraction bits of the steps between positions; a grid that is finer looks like one of these bits. */
const LEAST_SWEEP_BITS = 10;
/** Bits of a coordinate, texel and fraction together: as many as a float32 holds exactly. */
const COORDINATE_BITS = 24;
/** Longest axes that are swept (the least maxImageDimension of Vulkan 1.0), and the same for 3D images. */
const LONGEST = { '1d': 12, '2d': 12, '3d': 8 } as const;

/** A quantity that Vulkan snaps to 2^bits divisions. */
interface SnappedQuantity {
  readonly limit: 'subTexelPrecisionBits' | 'mipmapPrecisionBits';
  readonly name: string;
  readonly section: string;
  readonly of: string;
  readonly x: string;
  readonly method: string;
  readonly windows: (sweepBits: number) => readonly GridWindow[];
}

/** Windows along every axis: between its first two texels, and between its last two. */
function texelWindows(sweepBits: number): readonly GridWindow[] {
  return IMAGE_AXES.flatMap((along) => {
    const size = 2 ** Math.min(LONGEST[along.type], COORDINATE_BITS - sweepBits);
    return [1, size - 1].map((second): GridWindow => {
      return {
        image: imageAlong(along, size, (i) => (i === second ? 1 : 0)),
        sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
        instruction: EXPLICIT_LOD,
        operands: (position) => coordinatesAlong(along, (second - 0.5 + position) / size),
      };
    });
  });
}

const LEVELS = 13;

/** Windows between each two levels of a full chain. */
function levelWindows(): readonly GridWindow[] {
  return Array.from({ length: LEVELS - 1 }, (_, finer): GridWindow => {
    const shape = { type: '1d', width: 2 ** (LEVELS - 1), height: 1, levels: LEVELS } as const;
    const image = texelImage('r32_sfloat', shape, ({ level }) => [level > finer ? 1 : 0]);
    return {
      image,
      sampler: TRILINEAR,
      instruction: EXPLICIT_LOD,
      operands: (position) => ({ lod: finer + position }),
    };
  });
}

const QUANTITIES: readonly SnappedQuantity[] = [
  {
    limit: 'subTexelPrecisionBits',
    name: 'subtexel',
    section: 'Unnormalized Texel Coordinate Operations',
    of: 'Linear weights',
    x: 'u - 0.5, in texels',
    method:
      'linear filtering of texels 0 and 1 in float32, swept between the first two and the last two texels of every axis ' +
      'of 1D, 2D and 3D images',
    windows: texelWindows,
  },
  {
    limit: 'mipmapPrecisionBits',
    name: 'mipmap',
    section: 'Image Level(s) Selection',
    of: 'Level weights',
    x: 'LOD',
    method: 'explicit LODs swept between each two of 13 levels that hold 0 or 1 in float32',
    windows: levelWindows,
  },
];

function* sweepAll(
  subject: Subject,
  { windows, limit }: SnappedQuantity,
  profile: Profile,
  effort: Effort,
): Generator<Progress, GridSweep> {
  const claimed = subject.design.limits[limit];
  const sweepBits = Math.max(LEAST_SWEEP_BITS, claimed + 2, profile[limit] + 2);
  const all = windows(sweepBits).filter((_, n) => effort === 'full' || n % 3 === 0);
  const sweep = new GridSweep();
  for (const [n, window] of all.entries()) {
    yield* stepOf(n, all.length, sweep.sweep(subject, window, 2 ** sweepBits));
  }
  return sweep;
}

function finding(
  quantity: SnappedQuantity,
  sweep: GridSweep,
  effort: Effort,
  fields: Pick<Finding, 'pass' | 'required' | 'measured' | 'margin'>,
) {
  return {
    ...fields,
    witness: sweep.witness,
    cases: { tried: sweep.tried, ...allForFull(effort) },
    plots: [sweep.plot(`${quantity.of} over the position`, quantity.x)],
  };
}

/** The rule that there are at least as many bits as the profile requires. */
function requiredBits(quantity: SnappedQuantity): Rule {
  const { name, section, of, limit, method } = quantity;
  return vulkanRule({
    name: `${name}-precision`,
    section,
    title: `${of} have ${limit}`,
    limit:
      `${limit} of 4 (Vulkan 1.0), 8 and 6 (1.4) or what is claimed: no step between weights, and no distance of a weight ` +
      'from its position, is larger than 2^-bits',
    method: `${method}, in steps of a quarter of the grid or 2^-${LEAST_SWEEP_BITS}`,
    unit: 'bits',
    *check(subject, profile, effort) {
      const sweep = yield* sweepAll(subject, quantity, profile, effort);
      const required = profile[limit];
      return finding(quantity, sweep, effort, {
        pass: sweep.bits >= required,
        required,
        measured: sweep.bits,
        margin: sweep.bits - required,
      });
    },
  });
}

/** The rule that there are as many divisions as are claimed, neither fewer nor more. */
function claimedBits(quantity: SnappedQuantity): Rule {
  const { name, section, of, limit, method } = quantity;
  return vulkanRule({
    name: `${name}-claim`,
    section,
    title: `${of} snap to the claimed ${limit}`,
    limit: `2^${limit} divisions as claimed are what is there: every weight is a multiple of 2^-bits, and no step is larger`,
    method: `${method}, in steps of a quarter of the claimed grid or 2^-${LEAST_SWEEP_BITS}`,
    unit: 'bits',
    *check(subject, profile, effort) {
      const sweep = yield* sweepAll(subject, quantity, profile, effort);
      const claimed = subject.design.limits[limit];
      const measured = sweep.heldBits > claimed ? sweep.heldBits : sweep.bits;
      return finding(quantity, sweep, effort, {
        pass: measured === claimed,
        required: claimed,
        measured,
        margin: -Math.abs(measured - claimed),
      });
    },
  });
}

/** Vulkan: Required Limits. */
export const PRECISION_RULES: readonly Rule[] = QUANTITIES.flatMap((quantity) => [
  requiredBits(quantity),
  claimedBits(quantity),
]);
