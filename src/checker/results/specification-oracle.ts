import type { Design } from '../../../rtl-model/design.ts';
import type { ImageSource } from '../../../rtl-model/image.ts';
import type { ImageView } from '../../../rtl-model/image-view.ts';
import type { Instruction, Operation } from '../../../rtl-model/instruction.ts';
import type { QuadBatch } from '../../../rtl-model/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/sampler.ts';
import type { TextureState } from '../../../rtl-model/texture-state.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type Answer, OPEN, type Way } from '../../oracle/answer.ts';
import { longestAxes } from '../../oracle/cube.ts';
import { boundImage } from '../../oracle/image-parts.ts';
import { ANYTHING, hull, type Interval, interval } from '../../oracle/interval.ts';
import { type Lane, operandIndex } from '../../oracle/lane.ts';
import { OperationOracle } from '../../oracle/operation-oracle.ts';
import { type SampleState, sampleState } from '../../oracle/state.ts';
import { isCube, wholeView } from '../../oracle/view.ts';
import { isUndefined, requestViolations, stateViolations } from '../../validity/check-state.ts';
import { type ResolvedState, resolveState } from '../../validity/resolved-state.ts';
import type { Profile } from '../profiles.ts';
import type { Bound } from './block-decoding.ts';
import { permittedDesigns, preciseDesigns } from './permitted-designs.ts';
import { boundsOf, readingAt, samplerAt } from './permitted-readings.ts';
import { accurately, type Computed, CONVERSION, filteredBy } from './result-accuracy.ts';
import { FINEST_BITS } from './snapped-hull.ts';
import { isSpecified, specifiedColor } from './specified-color.ts';
import { isFar } from './specified-coordinates.ts';
import { computed } from './specified-lod.ts';
import { srgbHalfCode } from './srgb-tolerance.ts';

/** Of the permitted designs at each bound of what they read, and of the precise ones alone. */
type PermittedOracles = Readonly<Record<Bound | 'precise', readonly OperationOracle[]>>;

/** A state with its references followed, and whether its results are undefined. */
interface ResolvedTexture {
  readonly state: ResolvedState;
  readonly open: boolean;
}

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
 * return them, or what lies between. Of a comparison Vulkan returns r alone (OpImageSampleDref...).
 */
export class SpecificationOracle implements ResultOracle {
  private readonly profile: Profile;
  private readonly images: readonly ImageSource[];
  private readonly textures: readonly TextureState[];
  /** By the axis that wins in cubes: of each texture. */
  private readonly states = new Map<number | undefined, (readonly SampleState[] | undefined)[]>();
  private readonly resolved: (ResolvedTexture | undefined)[] = [];
  /** By the axis that wins in cubes, as they are asked for. */
  private readonly permitted = new Map<number | undefined, PermittedOracles>();

  constructor(profile: Profile, images: readonly ImageSource[], textures: readonly TextureState[]) {
    this.profile = profile;
    this.images = images;
    this.textures = textures;
  }

  answer(batch: QuadBatch, quad: number, lane: number): Answer {
    const at = { batch, quad, lane };
    if (this.leavesUndefined(at)) return OPEN;
    return this.majorAxes(at)
      .map((axis) => this.answerAlong(at, axis))
      .reduce(oneOf);
  }

  /** In cubes each axis that may win (Vulkan: Cube Map Face Selection); one without a name where z does. */
  private majorAxes(at: Lane): readonly (number | undefined)[] {
    const view = this.viewOf(at.batch.state[at.quad]);
    if (this.profile.specification !== 'Vulkan' || view === null || !isCube(view.viewType)) return [undefined];
    const { s, t, r } = at.batch;
    const lane = operandIndex(at);
    const axes = longestAxes([s[lane], t[lane], r[lane]]);
    return axes.length < 2 ? [undefined] : axes;
  }

  private answerAlong(at: Lane, axis: number | undefined): Answer {
    const { batch, quad, lane } = at;
    const index = batch.state[quad];
    const { image, instruction } = this.textures[index];
    const samples = SAMPLING.has(instruction.op ?? 'sample');
    const states = image === null || !samples ? [] : this.statesOf(index, image, axis);
    if (states.some((state) => isFar(state, at, this.profile))) return OPEN;
    if (states.length === 0 || !states.every(isSpecified)) return this.permittedAnswer(at, axis);
    const ways = [states.map((state) => specifiedColor(state, at, this.profile)).reduce(hullOf)];
    if (instruction.sparse !== true) return { type: 'float', ways };
    return { ...this.permittedAlong(axis).described[0].answer(batch, quad, lane), ways };
  }

  /** What Vulkan calls poison, or undefined (docs/validity.md); and the size of a level that is not there. */
  private leavesUndefined({ batch, quad, lane }: Lane): boolean {
    if (this.profile.specification !== 'Vulkan') return false;
    const index = batch.state[quad];
    const { state, open } = (this.resolved[index] ??= this.resolve(index));
    const level = batch.level[operandIndex({ batch, quad, lane })];
    const noLevel = state.instruction.op === 'query_size' && !(level >= 0 && level < state.view.levelCount);
    return open || noLevel || isUndefined(requestViolations(state, batch, quad, lane, SPECIFIED_DESIGN.limits));
  }

  private resolve(index: number): ResolvedTexture {
    const state = resolveState(this.textures[index], this.images);
    return { state, open: isUndefined(stateViolations(state, SPECIFIED_DESIGN.limits)) };
  }

  private permittedAnswer({ batch, quad, lane }: Lane, axis: number | undefined): Answer {
    const { image, sampler, instruction } = this.textures[batch.state[quad]];
    const { op = 'sample' } = instruction;
    if (op === 'sample' && isLeftOpen(sampler, instruction, this.profile)) return OPEN;
    const view = this.viewOf(batch.state[quad]);
    const permitted = this.permittedAlong(axis);
    const answerOf = (oracles: readonly OperationOracle[]) =>
      oracles.map((oracle) => oracle.answer(batch, quad, lane)).reduce(either);
    if (op === 'query_lod' && view !== null && this.profile.specification === 'Vulkan') {
      return approximated(answerOf(permitted.precise), view, sampler, this.profile);
    }
    const designs = SAME_OF_ALL.has(op) ? 1 : permitted.described.length;
    const bounds = boundsOf(sampler, view, this.profile);
    const answer = answerOf(bounds.flatMap((bound) => permitted[bound].slice(0, designs)));
    if (image === null || view === null || answer.type !== 'float' || op === 'query_lod') return answer;
    const computedBy = this.computedBy(op, sampler, view);
    const { ways } = view.format.componentType === 'srgb' ? decodedRoughly(answer) : answer;
    if (ways === undefined) return answer;
    const scalar = op === 'sample' && instruction.dref === true && this.profile.specification === 'Vulkan';
    const component = (range: Interval, c: number) =>
      scalar && c > 0 ? ANYTHING : accurately(range, computedBy, this.profile);
    return { ...answer, ways: ways.map((way) => way.map(component)) };
  }

  /** One for each bound of what may be read. */
  private statesOf(index: number, image: number, axis: number | undefined): readonly SampleState[] {
    const known = this.states.get(axis) ?? [];
    this.states.set(axis, known);
    return (known[index] ??= this.makeStates(index, image, axis));
  }

  private makeStates(index: number, image: number, axis: number | undefined): readonly SampleState[] {
    const { view, sampler, instruction } = this.textures[index];
    const source = boundImage(this.images[image]);
    const seen = this.viewOf(index);
    return boundsOf(sampler, seen, this.profile).map((bound) => {
      const bordered = samplerAt(bound, sampler, seen, this.profile);
      const reading = readingAt(bound, axis, this.profile);
      return sampleState(SPECIFIED_DESIGN, source, bordered, instruction, view, reading);
    });
  }

  /** Of a normalized format; the designs themselves allow for what floats are filtered with. */
  private computedBy(op: Operation, sampler: Sampler, view: ImageView): Computed {
    if (TYPES_OF_FLOATS.has(view.format.componentType)) return { operations: 0, largest: 1 };
    return op === 'sample' ? filteredBy(sampler, view) : { operations: CONVERSION, largest: 1 };
  }

  private permittedAlong(axis: number | undefined): PermittedOracles {
    const known = this.permitted.get(axis) ?? this.makeOracles(axis);
    this.permitted.set(axis, known);
    return known;
  }

  private makeOracles(axis: number | undefined): PermittedOracles {
    const designs = permittedDesigns(this.profile);
    return {
      least: this.oraclesOf(designs, 'least', axis),
      described: this.oraclesOf(designs, 'described', axis),
      greatest: this.oraclesOf(designs, 'greatest', axis),
      precise: this.oraclesOf(preciseDesigns(this.profile), 'described', axis),
    };
  }

  private oraclesOf(designs: readonly Design[], bound: Bound, axis: number | undefined): readonly OperationOracle[] {
    const textures = this.textures.map((texture, index) => ({
      ...texture,
      sampler: samplerAt(bound, texture.sampler, this.viewOf(index), this.profile),
    }));
    const reading = readingAt(bound, axis, this.profile);
    return designs.map((design) => new OperationOracle(design, this.images, textures, reading));
  }

  private viewOf(index: number): ImageView | null {
    const { image, view } = this.textures[index];
    return image === null ? null : (view ?? wholeView(this.images[image]));
  }
}

/** Anisotropic filtering is the implementation's, and D3D11.3 has no cubic filter. */
function isLeftOpen(sampler: Sampler, { lod }: Instruction, { specification }: Profile): boolean {
  const cubic = sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic';
  return (sampler.anisotropyEnable && lod !== 'explicit') || (cubic && specification === 'D3D11.3');
}

const TYPES_OF_FLOATS: ReadonlySet<string> = new Set(['sfloat', 'ufloat', 'uscaled', 'sscaled']);

/** Operations whose texels the address unit selects by coordinates that are no integers. */
const SAMPLING: ReadonlySet<Operation> = new Set(['sample', 'gather']);

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
 * A queried LOD (Vulkan: Scale Factor Operation, LOD Query): sqrt(2) times the sum of the components is allowed, half a
 * level beyond it, and with anisotropy whatever the implementation does. It is computed to the profile's bits, so that
 * r may be a level off where it is a nearest one; and what is out of range may be held to some maximum or minimum.
 */
function approximated(answer: Answer, { levelCount }: ImageView, sampler: Sampler, profile: Profile): Answer {
  if (answer.ways === undefined) return answer;
  if (sampler.anisotropyEnable) return { ...answer, ways: undefined };
  const ways = answer.ways.map(([level, lod, ...others]) => {
    const sloped = computed(interval(lod.lower, lod.upper + 0.5), profile);
    const further = sampler.mipmapMode === 'nearest' ? 1 : sloped.upper - lod.upper;
    const nearer = sampler.mipmapMode === 'nearest' ? 1 : lod.lower - sloped.lower;
    const last = Math.max(level.upper, Math.min(levelCount - 1, level.upper + further));
    return [interval(Math.max(0, level.lower - nearer), last), heldInRange(sloped), ...others];
  });
  return { ...answer, ways };
}

/** LODs of which any number of this magnitude or more may stand for any other: no image has so many levels. */
const OUT_OF_RANGE = 16;

function heldInRange({ lower, upper }: Interval): Interval {
  return interval(lower > OUT_OF_RANGE ? OUT_OF_RANGE : lower, upper < -OUT_OF_RANGE ? -OUT_OF_RANGE : upper);
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

/** What one of two rules gives, nothing between them. */
function oneOf(a: Answer, b: Answer): Answer {
  if (a.ways === undefined || b.ways === undefined) return { ...a, ways: undefined };
  return { ...a, ways: [...a.ways, ...b.ways], ...eitherResidency(a, b) };
}

/** What either of two designs may return; ways that are alone are joined, for a design may lie between. */
function either(a: Answer, b: Answer): Answer {
  if (a.ways === undefined || b.ways === undefined) return { ...a, ways: undefined };
  return { ...a, ways: joined(a.ways, b.ways), ...eitherResidency(a, b) };
}

function hullOf(a: Way, b: Way): Way {
  return a.map((range, c) => hull(range, b[c]));
}

function joined(a: readonly Way[], b: readonly Way[]): readonly Way[] {
  if (a.length === 1 && b.length === 1) return [hullOf(a[0], b[0])];
  return [...a, ...b];
}

function eitherResidency(a: Answer, b: Answer): Pick<Answer, 'resident'> {
  if (a.resident === undefined || b.resident === undefined) return {};
  return { resident: [...new Set([...a.resident, ...b.resident])] };
}
