import type { Design } from '../../../rtl-model/design.ts';
import type { ImageSource } from '../../../rtl-model/image.ts';
import type { ImageView } from '../../../rtl-model/image-view.ts';
import type { Instruction, Operation } from '../../../rtl-model/instruction.ts';
import type { QuadBatch } from '../../../rtl-model/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/sampler.ts';
import type { TextureState } from '../../../rtl-model/texture-state.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type Answer, type Way } from '../../oracle/answer.ts';
import { boundImage } from '../../oracle/image-parts.ts';
import { hull, type Interval, interval } from '../../oracle/interval.ts';
import { OperationOracle } from '../../oracle/operation-oracle.ts';
import { recordDecoding } from '../../oracle/record-decoding.ts';
import { type SampleState, sampleState } from '../../oracle/state.ts';
import { wholeView } from '../../oracle/view.ts';
import type { Profile } from '../profiles.ts';
import { permittedDesigns } from './permitted-designs.ts';
import { FINEST_BITS } from './snapped-hull.ts';
import { isSpecified, specifiedColor } from './specified-color.ts';
import { srgbHalfCode } from './srgb-tolerance.ts';

/** What an active lane of a batch may return. */
export interface ResultOracle {
  answer(batch: QuadBatch, quad: number, lane: number): Answer;
}

const BASE = PRESETS.get('full-quality')!;

/** Adds no error of its own: what narrows is the profile's to say. */
const SPECIFIED_DESIGN: Design = {
  ...BASE,
  name: 'specified',
  address: {
    ...BASE.address,
    coordinate: { integerBits: 31, fractionBits: FINEST_BITS },
    scalePrecision: 'exact',
    rangeReduction: false,
  },
  filter: { ...BASE.filter, weightBits: FINEST_BITS, guardBits: 64, srgbLinearBits: 24, floatPath: 'float32-steps' },
};

/**
 * What a specification allows, whoever made the design. Samples are judged by the hull over all permitted designs
 * (`specifiedColor`). The other operations have no hull of their own: they are right if one of `permittedDesigns` may
 * return them, or what lies between.
 */
export class SpecificationOracle implements ResultOracle {
  private readonly profile: Profile;
  private readonly images: readonly ImageSource[];
  private readonly textures: readonly TextureState[];
  private readonly states: (SampleState | null | undefined)[] = [];
  private readonly permitted: readonly OperationOracle[];

  constructor(profile: Profile, images: readonly ImageSource[], textures: readonly TextureState[]) {
    this.profile = profile;
    this.images = images;
    this.textures = textures;
    this.permitted = permittedDesigns(profile).map((design) => new OperationOracle(design, images, textures));
  }

  answer(batch: QuadBatch, quad: number, lane: number): Answer {
    const index = batch.state[quad];
    const state = (this.states[index] ??= this.specifiedState(index));
    if (state === null) return this.permittedAnswer(batch, quad, lane);
    const ways = [specifiedColor(state, { batch, quad, lane }, this.profile)];
    if (state.instruction.sparse !== true) return { type: 'float', ways };
    return { ...this.permitted[0].answer(batch, quad, lane), ways };
  }

  private permittedAnswer(batch: QuadBatch, quad: number, lane: number): Answer {
    const { image, view, sampler, instruction } = this.textures[batch.state[quad]];
    const { op = 'sample' } = instruction;
    if (op === 'sample' && isLeftOpen(sampler, instruction, this.profile)) return { type: 'float', ways: undefined };
    const designs = SAME_OF_ALL.has(op) ? this.permitted.slice(0, 1) : this.permitted;
    const answer = designs.map((oracle) => oracle.answer(batch, quad, lane)).reduce(either);
    if (image === null || answer.type !== 'float') return answer;
    const seen = view ?? wholeView(this.images[image]);
    if (op === 'query_lod') return approximated(answer, seen, sampler, this.profile);
    return seen.format.componentType === 'srgb' ? decodedRoughly(answer) : answer;
  }

  /** Null for an operation that `specifiedColor` does not know. */
  private specifiedState(index: number): SampleState | null {
    const { image, view, sampler, instruction } = this.textures[index];
    if (image === null || (instruction.op ?? 'sample') !== 'sample') return null;
    const source = boundImage(this.images[image]);
    const state = sampleState(SPECIFIED_DESIGN, source, sampler, instruction, view, recordDecoding);
    return isSpecified(state) ? state : null;
  }
}

/** Anisotropic filtering is the implementation's, and D3D11.3 has no cubic filter. */
function isLeftOpen(sampler: Sampler, { lod }: Instruction, { specification }: Profile): boolean {
  const cubic = sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic';
  return (sampler.anisotropyEnable && lod !== 'explicit') || (cubic && specification === 'D3D11.3');
}

/** Operations that no width of a design has a part in. */
const SAME_OF_ALL: ReadonlySet<Operation> = new Set([
  'fetch',
  'read',
  'write',
  'query_size',
  'query_levels',
  'query_samples',
  'sample_position',
]);

/**
 * A queried LOD (Vulkan: Scale Factor Operation): sqrt(2) times the sum of the components is allowed, half a level beyond
 * it, and with anisotropy whatever the implementation does. r may be a level further, for it may be a nearest one.
 */
function approximated(answer: Answer, { levelCount }: ImageView, sampler: Sampler, { specification }: Profile): Answer {
  if (specification !== 'Vulkan' || answer.ways === undefined) return answer;
  if (sampler.anisotropyEnable) return { ...answer, ways: undefined };
  const ways = answer.ways.map(([level, lod, ...others]) => {
    const further = sampler.mipmapMode === 'nearest' ? 1 : 0.5;
    const last = Math.max(level.upper, Math.min(levelCount - 1, level.upper + further));
    return [interval(level.lower, last), interval(lod.lower, lod.upper + 0.5), ...others];
  });
  return { ...answer, ways };
}

/** sRGB texels may be half a code off (D3D11.3 3.2.3.7). */
function decodedRoughly(answer: Answer): Answer {
  const widen = ({ lower, upper }: Interval) => {
    const distance = srgbHalfCode(Math.max(0, Math.min(1, upper)));
    return interval(lower - distance, upper + distance);
  };
  const exact = ({ lower, upper }: Interval) => lower === upper && (lower === 0 || lower === 1);
  return {
    ...answer,
    ...(answer.ways && { ways: answer.ways.map((way) => way.map((range) => (exact(range) ? range : widen(range)))) }),
  };
}

/** What either of two designs may return; ways that are alone are joined, for a design may lie between. */
function either(a: Answer, b: Answer): Answer {
  if (a.ways === undefined || b.ways === undefined) return { ...a, ways: undefined };
  return { ...a, ways: joined(a.ways, b.ways), ...eitherResidency(a, b) };
}

function joined(a: readonly Way[], b: readonly Way[]): readonly Way[] {
  if (a.length === 1 && b.length === 1) return [a[0].map((range, c) => hull(range, b[0][c]))];
  return [...a, ...b];
}

function eitherResidency(a: Answer, b: Answer): Pick<Answer, 'resident'> {
  if (a.resident === undefined || b.resident === undefined) return {};
  return { resident: [...new Set([...a.resident, ...b.resident])] };
}
