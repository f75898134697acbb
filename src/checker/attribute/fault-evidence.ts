import { LANE_VERDICT, type WrongLane } from '../judge/judge-lanes.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { offsetsOf, operandIndex } from '../../specification/state/lane.ts';
import { axesOf, isArray, isCube, textureView } from '../../specification/state/view.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { ResultLane } from './changed-questions.ts';
import type { Fault } from './faults.ts';

/** A property of some requests, and the fault of the step that serves it. */
interface Trait {
  readonly fault: Fault;
  readonly has: (texture: TextureState, view: ImageView) => boolean;
}

/** Conversions of texels that a format has for itself. */
const CONVERTED = ['snorm', 'srgb', 'sfloat', 'ufloat', 'uscaled', 'sscaled', 'uint', 'sint'] as const;

/** All traits, those of the rarest steps first: the first counts where two have as many requests. */
const TRAITS: readonly Trait[] = [
  // By the operands of a lane: `isOutside`.
  { fault: 'address-unit/bounds', has: () => false },
  { fault: 'texel-decoder/ycbcr', has: ({ sampler }) => sampler.ycbcrConversion !== null },
  { fault: 'texel-decoder/block', has: (_, { format }) => format.codec !== null },
  { fault: 'front-end/projection', has: ({ instruction }) => instruction.projected },
  { fault: 'filter-unit/reduction', has: ({ sampler }) => sampler.reductionMode !== 'weighted_average' },
  { fault: 'filter-unit/filter', has: ({ sampler }) => [sampler.magFilter, sampler.minFilter].includes('cubic') },
  { fault: 'filter-unit/comparison', has: ({ instruction }) => instruction.dref === true },
  { fault: 'address-unit/slice', has: (_, { slices }) => slices !== undefined },
  {
    fault: 'address-unit/border-color',
    has: ({ sampler }, view) => modesOf(sampler, view).includes('clamp_to_border'),
  },
  { fault: 'address-unit/cube-edge', has: (_, { viewType }) => isCube(viewType) },
  { fault: 'texel-decoder/components', has: (_, { components }) => components.some((one) => one !== 'identity') },
  ...CONVERTED.map((type): Trait => ({
    fault: 'texel-decoder/conversion',
    has: (_, { format }) => format.componentType === type,
  })),
  { fault: 'texel-decoder/conversion', has: (_, { format }) => format.order.length < 4 && format.bits[0] % 8 !== 0 },
  { fault: 'lod-unit/anisotropy', has: ({ sampler }) => sampler.anisotropyEnable },
  {
    fault: 'lod-unit/scale-factor',
    has: ({ instruction }, { levelCount }) => instruction.lod === 'gradient' && levelCount > 1,
  },
  { fault: 'lod-unit/lod-clamp', has: (_, { minLod }) => minLod > 0 },
  { fault: 'address-unit/layer', has: (_, { viewType }) => isArray(viewType) },
];

function modesOf({ addressModeU, addressModeV, addressModeW }: TextureState['sampler'], { viewType }: ImageView) {
  return [addressModeU, addressModeV, addressModeW].slice(0, axesOf(viewType));
}

/** Operations on texels by whole numbers, which may lie outside of the image. */
const BY_TEXEL = ['fetch', 'read', 'write', 'atomic'];

/** True for a texel that lies outside of the view. */
function isOutside({ batch, images, states }: MeasuredTrace, view: ImageView, { quad, lane }: ResultLane): boolean {
  const { instruction, image } = states[batch.state[quad]];
  if (!BY_TEXEL.includes(instruction.op ?? 'sample')) return false;
  const at = operandIndex({ batch, quad, lane });
  const offsets = offsetsOf({ instruction }, { batch, quad, lane });
  const { width, height, depth = 1 } = images[image!];
  const level = view.baseMipLevel + batch.level[at];
  const sizes = [width, height, depth].map((size) => Math.max(1, size >> level));
  const places = [batch.i[at], batch.j[at], batch.k[at]]
    .slice(0, axesOf(view.viewType))
    .map((texel, axis) => texel + offsets[axis]);
  const layer = isArray(view.viewType) ? batch.integerLayer[at] : 0;
  const inside = places.every((place, axis) => place >= 0 && place < sizes[axis]);
  return !inside || layer < 0 || layer >= view.layerCount || level >= view.baseMipLevel + view.levelCount;
}

/**
 * The fault of results that no hypothesis explains, by what they alone exercise: the trait that all of them have and the
 * fewest other results of the table. If they are most of the wrong results, those that a hypothesis explained have to
 * have it, too: then those explanations were accidents. Accesses outside of the image alone are a fault of these.
 *
 * @param lanes the verdicts on all lanes of the table
 * @returns the results with their fault; none where no trait is theirs alone
 */
export function faultsByEvidence(
  trace: MeasuredTrace,
  lanes: Uint8Array,
  wrong: readonly WrongLane[],
  faults: ReadonlyMap<WrongLane, Fault>,
): ReadonlyMap<WrongLane, Fault> {
  const traitsOf = (at: ResultLane): readonly boolean[] => {
    const texture = trace.states[trace.batch.state[at.quad]];
    const view = textureView(texture, trace.images);
    return view === null
      ? TRAITS.map(() => false)
      : TRAITS.map(({ fault, has }) =>
          fault === 'address-unit/bounds' ? isOutside(trace, view, at) : has(texture, view),
        );
  };
  const outside = wrong.every((lane) => traitsOf(lane)[0]);
  const unexplained = outside ? wrong : wrong.filter((lane) => !faults.has(lane));
  if (unexplained.length === 0) return new Map();
  const concerned = 2 * unexplained.length >= wrong.length ? wrong : unexplained;
  const shared = concerned.map(traitsOf).reduce((all, traits) => all.map((held, n) => held && traits[n]));
  if (!shared.includes(true)) return new Map();
  const counts = TRAITS.map(() => 0);
  for (const [n, verdict] of lanes.entries()) {
    if (verdict === LANE_VERDICT.unmeasured) continue;
    for (const [trait, held] of traitsOf({ quad: n >> 2, lane: n & 3 }).entries()) counts[trait] += Number(held);
  }
  const fewest = Math.min(...counts.filter((_, n) => shared[n]));
  const { fault } = TRAITS[counts.findIndex((count, n) => shared[n] && count === fewest)];
  return new Map(concerned.map((lane) => [lane, fault]));
}
