import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type Answer, either, OPEN, type ResultRange } from '../../specification/answers/answer.ts';
import { LEAST_NORMAL } from '../../specification/exact/float32.ts';
import { ANY_COLOR, ANYTHING, hulls, type Interval, interval } from '../../specification/exact/interval.ts';
import { isAnisotropic } from '../../specification/lod/anisotropy.ts';
import { OperationOracle } from '../../specification/operations/operation-oracle.ts';
import { readsUndefinedTexels } from '../../specification/operations/read-texels.ts';
import { type Lane, operandIndex } from '../../specification/state/lane.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { isCube, textureView } from '../../specification/state/view.ts';
import { longestAxes } from '../../specification/texels/cube.ts';
import type { FaultySteps } from '../../specification/texels/reading.ts';
import type { Profile } from '../profiles.ts';
import { isOpenBy, requestViolations, stateViolations } from '../../validity/check-state.ts';
import type { Violation } from '../../validity/rule.ts';
import { type ResolvedState, resolveState } from '../../validity/resolved-state.ts';
import { SAMPLERLESS } from '../../validity/state-facts.ts';
import { type PermittedBound, boundsOf, readingAt, samplerAt } from './permitted-readings.ts';
import { PERMITTED_LIMITS, type PermittedDesigns, permittedDesigns } from './permitted-designs.ts';
import { accurately, computedBy } from './result-accuracy.ts';
import { constantsAlone, isSpecified, specifiedColor } from './specified-color.ts';
import type { KnownSteps } from './specified-level.ts';
import { isFar } from './specified-coordinates.ts';
import { specifiedQuery } from './specified-lod.ts';

/** A state with its references followed, and true if its results are undefined. */
interface ResolvedTexture {
  readonly state: ResolvedState;
  readonly open: boolean;
}

/**
 * The results that a specification allows, whoever made the design. Samples are judged by the hull over all permitted
 * designs (`specifiedColor`). The other operations have no hull of their own: a result is right if a permitted design
 * may return it at any bound of the texels that it may read, or if it lies between two of those.
 */
export class SpecificationOracle {
  private readonly designs: PermittedDesigns;
  private readonly resolved: (ResolvedTexture | undefined)[] = [];
  /** The oracles that were asked for, one for each design of a set. */
  private readonly oracles = new Map<string, readonly OperationOracle[]>();
  /** The oracle of `otherFilters`. */
  private filtered: SpecificationOracle | undefined;

  constructor(
    private readonly profile: Profile,
    private readonly images: readonly ImageSource[],
    private readonly textures: readonly TextureState[],
    private readonly faultySteps: FaultySteps = {},
  ) {
    this.designs = permittedDesigns(profile);
  }

  /** The results that an active lane of a batch may return. */
  answer(batch: QuadBatch, quad: number, lane: number): Answer {
    const at = { batch, quad, lane };
    if (this.leavesUndefined(at)) return OPEN;
    const texture = this.textures[batch.state[quad]];
    const view = textureView(texture, this.images);
    const bounds = boundsOf(texture.sampler, view, this.profile);
    const own = this.majorAxes(at, texture, view)
      .flatMap((axis) => bounds.map((group) => this.answerBetween(at, texture, view, axis, group)))
      .reduce((a, b) => either(a, b));
    if (otherFilters(texture, this.profile) === null) return own;
    const other = (this.filtered ??= this.withOtherFilters());
    return other.leavesUndefined(at) ? own : either(own, other.answer(batch, quad, lane));
  }

  private withOtherFilters(): SpecificationOracle {
    const { profile, images } = this;
    const textures = this.textures.map((texture) => {
      return { ...texture, sampler: otherFilters(texture, profile) ?? texture.sampler };
    });
    return new SpecificationOracle(profile, images, textures, this.faultySteps);
  }

  /**
   * The colours that a sample may still have if some of its steps are known. Null where single steps decide nothing:
   * other operations, cubes, filters that may be replaced, and results that the specification leaves open.
   */
  remaining(batch: QuadBatch, quad: number, lane: number, known: KnownSteps): readonly Interval[] | null {
    const { profile } = this;
    const at = { batch, quad, lane };
    const index = batch.state[quad];
    const texture = this.textures[index];
    const { sampler, instruction } = texture;
    const view = textureView(texture, this.images);
    const samples = view !== null && !isCube(view.viewType) && SAMPLING.has(instruction.op ?? 'sample');
    if (!samples || otherFilters(texture, profile) !== null || this.leavesUndefined(at)) return null;
    const bounds = boundsOf(sampler, view, profile).flat();
    const states = bounds.map((bound) => this.oraclesOf('specified', bound, undefined)[0].state(index)!);
    if (!states.every((state) => isSpecified(state, at) && !isFar({ state, lane: at, profile }))) return null;
    return states.map((state) => specifiedColor({ state, lane: at, profile }, known)).reduce(hulls);
  }

  /**
   * True for a result that the text calls undefined (docs/validity.md), with all features: the oracle reads those of the
   * profile itself.
   */
  private leavesUndefined({ batch, quad, lane }: Lane): boolean {
    const index = batch.state[quad];
    const { state, open } = (this.resolved[index] ??= this.resolve(index));
    return open || this.isOpen(requestViolations(state, batch, quad, lane, PERMITTED_LIMITS));
  }

  private isOpen(violations: readonly Violation[]): boolean {
    const { specification, text } = this.profile;
    const counted = text === 'current' ? violations : violations.filter(({ rule }) => !OF_CURRENT_TEXT.has(rule.id));
    return counted.length > 0 && isOpenBy(specification, counted);
  }

  private resolve(index: number): ResolvedTexture {
    const state = resolveState(this.textures[index], this.images);
    return { state, open: this.isOpen(stateViolations(state, PERMITTED_LIMITS)) };
  }

  /** Each axis that may win in cubes (Vulkan: Cube Map Face Selection); undefined alone where z does. */
  private majorAxes(at: Lane, { instruction }: TextureState, view: ImageView | null): readonly (number | undefined)[] {
    const meetsFace = view !== null && isCube(view.viewType) && DIRECTED.has(instruction.op ?? 'sample');
    if (!meetsFace || this.profile.specification !== 'Vulkan') return [undefined];
    const { s, t, r } = at.batch;
    const lane = operandIndex(at);
    const axes = longestAxes([s[lane], t[lane], r[lane]]);
    return axes.length < 2 ? [undefined] : axes;
  }

  /** @param bounds of the texels: results between the answers at the bounds are right as well */
  private answerBetween(
    at: Lane,
    texture: TextureState,
    view: ImageView | null,
    axis: number | undefined,
    bounds: readonly PermittedBound[],
  ): Answer {
    const { profile } = this;
    const { sampler, instruction } = texture;
    const { op = 'sample' } = instruction;
    if (view !== null && SAMPLING.has(op)) {
      const states = bounds.map((bound) => this.oraclesOf('specified', bound, axis)[0].state(at.batch.state[at.quad])!);
      if (states.some((state) => isFar({ state, lane: at, profile }))) return constantsOf(states[0]);
      const anisotropic = states.some((state) => isAnisotropic(state, at));
      if (states.every((state) => isSpecified(state, at))) {
        const designs = this.oraclesOf('free', 'described', axis);
        const described = instruction.sparse === true ? answerOf(designs, at).resident : undefined;
        // The samples of an anisotropic filter are the implementation's: they may reach texels without memory.
        const sparse = states[0].image.unbound?.length;
        const resident = described && anisotropic && sparse ? [...new Set([0, ...described])] : described;
        const open = designs.some((oracle) => readsUndefinedTexels(oracle.state(at.batch.state[at.quad])!, at));
        const color = () => states.map((state) => specifiedColor({ state, lane: at, profile })).reduce(hulls);
        const ways = open ? undefined : instruction.dref === true ? comparedWays(color(), profile) : [color()];
        return { type: 'float', ways, ...(resident && { resident }) };
      }
      const ofVulkan = usesCubic(sampler) && profile.specification === 'D3D11.3';
      if (op === 'sample' && (anisotropic || ofVulkan)) return constantsOf(states[0]);
    }
    if (op === 'query_lod' && view !== null) {
      const state = this.oraclesOf('specified', 'described', axis)[0].state(at.batch.state[at.quad])!;
      return specifiedQuery({ state, lane: at, profile });
    }
    // A layer that is an integer is not rounded.
    const most = SAMPLERLESS.includes(op) ? 1 : Infinity;
    const permitted = bounds.flatMap((bound) => this.oraclesOf('free', bound, axis).slice(0, most));
    const answer = answerOf(permitted, at);
    // D3D11.3 22.4.14: the number of cubes is undefined.
    if (op === 'query_size' && view?.viewType === 'cube_array' && profile.specification === 'D3D11.3') {
      return { ...answer, ways: answer.ways?.map(([x, y, , levels]) => [x, y, ANYTHING, levels]) };
    }
    if (view === null || answer.type !== 'float' || answer.ways === undefined) return answer;
    const flushes = profile.specification === 'Vulkan' || op === 'sample';
    const roughly = flushes ? flushedDenormals : (range: Interval) => range;
    const computed = computedBy(op, sampler, view, profile.text);
    const ways = answer.ways.map((way) => way.map((range) => accurately(roughly(range), computed, profile)));
    const compares = op === 'sample' && instruction.dref === true;
    return { ...answer, ways: compares ? ways.flatMap((way) => comparedWays(way, profile)) : ways };
  }

  /** The oracles of a set of designs that read texels at a bound; an axis wins in cubes, z if undefined. */
  private oraclesOf(
    set: keyof PermittedDesigns,
    bound: PermittedBound,
    axis: number | undefined,
  ): readonly OperationOracle[] {
    const { profile, images, oracles } = this;
    const key = `${set} ${bound} ${axis}`;
    const known = oracles.get(key);
    if (known !== undefined) return known;
    const textures = this.textures.map((texture) => {
      return { ...texture, sampler: samplerAt(bound, texture.sampler, textureView(texture, images), profile) };
    });
    const reading = { ...readingAt(bound, axis, profile, set === 'free'), faultySteps: this.faultySteps };
    const made = this.designs[set].map((design) => new OperationOracle(design, images, textures, reading));
    oracles.set(key, made);
    return made;
  }
}

/** Demands of the current text that Vulkan 1.1 does not have: there the results are defined. */
const OF_CURRENT_TEXT: ReadonlySet<string> = new Set([
  'vulkan/textures-component-swizzle/depth-stencil-one',
  'vulkan/textures-operation-validation/mirrored-offset',
]);
/** Operations whose texels the address unit selects by coordinates that are no integers. */
const SAMPLING: ReadonlySet<Operation> = new Set(['sample', 'gather']);
/** Operations that take directions into cubes. */
const DIRECTED: ReadonlySet<Operation> = new Set([...SAMPLING, 'query_lod']);

/**
 * The filters that an implementation may have in place of the sampler's for an anisotropic sample, whose scheme "should
 * consider" these (Vulkan: Texel Anisotropic Filtering): linear ones, then linear levels. Null where there are none.
 */
function otherFilters({ sampler, instruction }: TextureState, { specification }: Profile): Sampler | null {
  const { anisotropyEnable, magFilter, minFilter, mipmapMode } = sampler;
  const free =
    specification === 'Vulkan' && (instruction.op ?? 'sample') === 'sample' && instruction.lod !== 'explicit';
  if (!free || !anisotropyEnable || usesCubic(sampler)) return null;
  if (magFilter !== 'linear' || minFilter !== 'linear') return { ...sampler, magFilter: 'linear', minFilter: 'linear' };
  return mipmapMode === 'linear' ? null : { ...sampler, mipmapMode: 'linear' };
}

function answerOf(oracles: readonly OperationOracle[], { batch, quad, lane }: Lane): Answer {
  return oracles.map((oracle) => oracle.answer(batch, quad, lane)).reduce((a, b) => either(a, b, true));
}

/** The answer for a sample that only its format decides. */
function constantsOf(state: SampleState): Answer {
  return { type: 'float', ways: [state.instruction.op === 'gather' ? ANY_COLOR : constantsAlone(state)] };
}

/**
 * A comparison as it is returned: Vulkan's instructions return r alone (OpImageSampleDref...), D3D11.3 replicates it to
 * the components that are asked for (22.4.19).
 */
function comparedWays(way: ResultRange, { specification }: Profile): readonly ResultRange[] {
  const [r] = way;
  return specification === 'Vulkan' ? [[r, ANYTHING, ANYTHING, ANYTHING]] : [way, [r, r, r, r]];
}

/** True for a filter that D3D11.3 does not have. */
function usesCubic({ magFilter, minFilter }: Sampler): boolean {
  return magFilter === 'cubic' || minFilter === 'cubic';
}

/** A denormal may be flushed (Vulkan: Floating-Point Computation; D3D11.3 22.4.15, which keeps those of ld). */
function flushedDenormals({ lower, upper }: Interval): Interval {
  const flushed = (x: number) => (Math.abs(x) < LEAST_NORMAL ? 0 : x);
  return interval(Math.min(lower, flushed(lower)), Math.max(upper, flushed(upper)));
}
