import { allForFull, plotOf, DIAGONAL, type PlottedPoint } from '../../probes/measurement.ts';
import type { Profile } from '../../profiles.ts';
import { type Effort, type Progress, type Rule, verdictOf, type Witness } from '../../rule.ts';
import { addressed, LINEAR, TRILINEAR, EXPLICIT_LOD } from '../../probes/states.ts';
import { coordinatesAlong, IMAGE_AXES, imageAlong } from '../../probes/image-axes.ts';
import { stepOf, type Question, askRequests, witnessOf, type Operands } from '../../probes/requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Subject } from '../../subject.ts';
import { vulkanRule } from '../kinds/specification-rule.ts';

/** A weight that should follow a position from 0 to 1: component r of the result. */
interface GridWindow extends Question {
  readonly operands: (position: number) => Operands;
}

/** The largest number of bits that is counted. */
const MOST_BITS = 24;

/** The fineness of weights over positions, in all windows swept so far. */
class GridSweep {
  tried = 0;
  /** The largest step between neighbouring positions, and the largest distance from the position. */
  largestJump = 0;
  largestError = 0;
  /** Least fraction bits that hold every weight, 0 to MOST_BITS. */
  heldBits = 0;
  witness: Witness | null = null;
  /** The staircase of the first window. */
  curve: readonly PlottedPoint[] = [];

  /** Fraction bits that the weights have at least: of a grid of 2^-b, b. */
  get bits(): number {
    return -Math.log2(Math.max(this.largestJump, this.largestError));
  }

  /** Asks `steps + 1` positions of a window. */
  *sweep(subject: Subject, window: GridWindow, steps: number): Generator<Progress, void> {
    const weights = new Float64Array(steps + 1);
    const requests = { ...window, count: steps + 1, operands: (n: number) => window.operands(n / steps) };
    yield* askRequests(subject, requests, (result, at, n) => (weights[n] = result[at]));
    for (let n = 0; n <= steps; n++) {
      const position = n / steps;
      const error = Math.abs(weights[n] - position);
      const jump = n === 0 ? 0 : Math.abs(weights[n] - weights[n - 1]);
      if (!(Math.max(error, jump) <= Math.max(this.largestJump, this.largestError))) {
        const raw = { before: String(n === 0 ? weights[0] : weights[n - 1]) };
        this.witness = witnessOf(requests, n, `a weight near ${position}`, weights[n], raw);
      }
      this.largestError = Math.max(this.largestError, Number.isNaN(error) ? Infinity : error);
      this.largestJump = Math.max(this.largestJump, Number.isNaN(jump) ? Infinity : jump);
      while (this.heldBits < MOST_BITS && !Number.isInteger(weights[n] * 2 ** this.heldBits)) this.heldBits++;
    }
    if (this.tried === 0) this.curve = Array.from(weights, (weight, n) => [n / steps, weight] as const);
    this.tried += steps + 1;
  }
}

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

/** q of projected coordinates: no power of two, so that quotients take all their bits. */
const DIVISOR = 3;

/** The same windows of a 1D image at projected coordinates; the last two texels first, where quotients are largest. */
function projectedWindows(sweepBits: number): readonly GridWindow[] {
  return texelWindows(sweepBits)
    .filter((_, n) => IMAGE_AXES[n >> 1].type === '1d')
    .map(({ operands, ...window }) => ({
      ...window,
      instruction: { ...EXPLICIT_LOD, projected: true },
      operands: (position: number) => ({ s: DIVISOR * operands(position).s!, q: DIVISOR }),
    }))
    .toReversed();
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
    name: 'Unnormalized Texel Coordinate Operations/subtexel',
    of: 'Linear weights',
    x: 'u - 0.5, in texels',
    method:
      'linear filtering of texels 0 and 1 in float32, swept between the first two and the last two texels of every axis ' +
      'of 1D, 2D and 3D images',
    windows: texelWindows,
  },
  {
    limit: 'mipmapPrecisionBits',
    name: 'Image Level(s) Selection/mipmap',
    of: 'Level weights',
    x: 'LOD',
    method: 'explicit LODs swept between each two of 13 levels that hold 0 or 1 in float32',
    windows: levelWindows,
  },
];

const PROJECTED: SnappedQuantity = {
  limit: 'subTexelPrecisionBits',
  name: 'Projection Operation/projected-subtexel',
  of: 'Linear weights at projected coordinates',
  x: 's / q, in texels',
  method: `linear filtering of texels 0 and 1 in float32 with q = ${DIVISOR}, swept between the last two and the first two texels of a 1D image`,
  windows: projectedWindows,
};

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

/** The rule that there are at least as many bits as the profile requires, or exactly those that are claimed. */
function bitsRule(quantity: SnappedQuantity, exactly: boolean): Rule {
  const { name, of, x, limit, method } = quantity;
  return vulkanRule(`${name}-${exactly ? 'claim' : 'precision'}`, {
    title: exactly ? `${of} snap to the claimed ${limit}` : `${of} have ${limit}`,
    limit: exactly
      ? `2^${limit} divisions as claimed are what is there: every weight is a multiple of 2^-bits, and no step is larger`
      : `${limit} of 4 (Vulkan 1.0), 8 and 6 (1.4) or what is claimed: no step between weights, and no distance of a weight ` +
        'from its position, is larger than 2^-bits',
    method: `${method}, in steps of a quarter of the ${exactly ? 'claimed ' : ''}grid or 2^-${LEAST_SWEEP_BITS}`,
    unit: 'bits',
    *check(subject, profile, effort) {
      const sweep = yield* sweepAll(subject, quantity, profile, effort);
      const required = exactly ? subject.design.limits[limit] : profile[limit];
      const measured = exactly && sweep.heldBits > required ? sweep.heldBits : sweep.bits;
      const more = measured - required;
      return {
        verdict: verdictOf(exactly ? more === 0 : more >= 0),
        required,
        measured,
        margin: exactly ? -Math.abs(more) : more,
        witness: sweep.witness,
        cases: { tried: sweep.tried, ...allForFull(effort) },
        plots: [
          plotOf({ title: `${of} over the position`, x, y: 'weight' }, { measured: sweep.curve, unsnapped: DIAGONAL }),
        ],
      };
    },
  });
}

export const PRECISION_RULES = [
  ...QUANTITIES.flatMap((quantity) => [bitsRule(quantity, false), bitsRule(quantity, true)]),
  bitsRule(PROJECTED, false),
];
