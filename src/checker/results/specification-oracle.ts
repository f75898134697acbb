import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type Answer, OPEN } from '../../specification/answers/answer.ts';
import { longestAxes } from '../../specification/texels/cube.ts';
import { boundImage } from '../../specification/texels/image-parts.ts';
import { type Lane, operandIndex } from '../../specification/state/lane.ts';
import { type SampleState, sampleState } from '../../specification/state/state.ts';
import { isCube, textureView } from '../../specification/state/view.ts';
import { isUndefined, requestViolations, stateViolations } from '../validity/check-state.ts';
import { type ResolvedState, resolveState } from '../validity/resolved-state.ts';
import type { Profile } from '../profiles.ts';
import { oneOf } from './either-answer.ts';
import { hulls, type Interval } from '../../specification/exact/interval.ts';
import { PermittedOracles } from './permitted-oracles.ts';
import { boundsOf, readingAt, samplerAt } from './permitted-readings.ts';
import { FINEST_BITS } from './snapped-hull.ts';
import { isSpecified, type KnownSteps, specifiedColor } from './specified-color.ts';
import { isFar } from './specified-coordinates.ts';

/** A state with its references followed, and whether its results are undefined. */
interface ResolvedTexture {
  readonly state: ResolvedState;
  readonly open: boolean;
}

/** The results that an active lane of a batch may return. */
export interface ResultOracle {
  answer(batch: QuadBatch, quad: number, lane: number): Answer;
  /**
   * The colours that a sample may still have where steps of it are known; null where nothing is said of single steps:
   * of other operations, of cubes, and of what the specification leaves open. A design has no such freedom.
   */
  remaining?(batch: QuadBatch, quad: number, lane: number, known: KnownSteps): readonly Interval[] | null;
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
 * The results that a specification allows, whoever made the design. Samples are judged by the hull over all permitted
 * designs (`specifiedColor`). The other operations have no hull of their own: they are right if one of those may return
 * them, or what lies between (`PermittedOracles`).
 */
export class SpecificationOracle implements ResultOracle {
  private readonly profile: Profile;
  private readonly images: readonly ImageSource[];
  private readonly textures: readonly TextureState[];
  /** The states of each texture, by the axis that wins in cubes. */
  private readonly states = new Map<number | undefined, (readonly SampleState[] | undefined)[]>();
  private readonly resolved: (ResolvedTexture | undefined)[] = [];
  /** The oracles that were asked for, by the axis that wins in cubes. */
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

  remaining(batch: QuadBatch, quad: number, lane: number, known: KnownSteps): readonly Interval[] | null {
    const at = { batch, quad, lane };
    const index = batch.state[quad];
    const { image, instruction } = this.textures[index];
    const view = textureView(this.textures[index], this.images);
    if (image === null || view === null || isCube(view.viewType) || !SAMPLING.has(instruction.op ?? 'sample'))
      return null;
    if (this.leavesUndefined(at)) return null;
    const states = this.statesOf(index, image, undefined);
    if (states.some((state) => !isSpecified(state) || isFar(state, at, this.profile))) return null;
    return states.map((state) => specifiedColor(state, at, this.profile, known)).reduce(hulls);
  }

  /** Each axis that may win in cubes (Vulkan: Cube Map Face Selection); undefined alone where z does. */
  private majorAxes(at: Lane): readonly (number | undefined)[] {
    const texture = this.textures[at.batch.state[at.quad]];
    const view = textureView(texture, this.images);
    const meetsFace = view !== null && isCube(view.viewType) && DIRECTED.has(texture.instruction.op ?? 'sample');
    if (!meetsFace || this.profile.specification !== 'Vulkan') return [undefined];
    const { s, t, r } = at.batch;
    const lane = operandIndex(at);
    const axes = longestAxes([s[lane], t[lane], r[lane]]);
    return axes.length < 2 ? [undefined] : axes;
  }

  private answerAlong(at: Lane, axis: number | undefined): Answer {
    const index = at.batch.state[at.quad];
    const { image, instruction } = this.textures[index];
    const samples = SAMPLING.has(instruction.op ?? 'sample');
    const states = image === null || !samples ? [] : this.statesOf(index, image, axis);
    if (states.some((state) => isFar(state, at, this.profile))) return OPEN;
    const permitted = this.permittedAlong(axis);
    if (states.length === 0 || !states.every(isSpecified)) return permitted.answer(at);
    const ways = [states.map((state) => specifiedColor(state, at, this.profile)).reduce(hulls)];
    return { type: 'float', ways, ...(instruction.sparse === true && permitted.resident(at)) };
  }

  /**
   * True for a result that Vulkan calls poison or undefined (docs/validity.md), and the size of a level that is not
   * there.
   */
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

  /** One for each bound of what may be read. */
  private statesOf(index: number, image: number, axis: number | undefined): readonly SampleState[] {
    const known = this.states.get(axis) ?? [];
    this.states.set(axis, known);
    return (known[index] ??= this.makeStates(index, image, axis));
  }

  private makeStates(index: number, image: number, axis: number | undefined): readonly SampleState[] {
    const { view, sampler, instruction } = this.textures[index];
    const source = boundImage(this.images[image]);
    const seen = textureView(this.textures[index], this.images);
    return boundsOf(sampler, seen, this.profile).map((bound) => {
      const bordered = samplerAt(bound, sampler, seen, this.profile);
      const reading = readingAt(bound, axis, this.profile);
      return sampleState(SPECIFIED_DESIGN, source, bordered, instruction, view, reading);
    });
  }

  private permittedAlong(axis: number | undefined): PermittedOracles {
    const { profile, images, textures } = this;
    const known = this.permitted.get(axis) ?? new PermittedOracles(profile, images, textures, axis);
    this.permitted.set(axis, known);
    return known;
  }
}

/** Operations whose texels the address unit selects by coordinates that are no integers. */
const SAMPLING: ReadonlySet<Operation> = new Set(['sample', 'gather']);
/** Operations that take directions into cubes. */
const DIRECTED: ReadonlySet<Operation> = new Set([...SAMPLING, 'query_lod']);
