import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction, Operation } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type Answer, OPEN } from '../../specification/answers/answer.ts';
import { ANYTHING, type Interval, interval } from '../../specification/exact/interval.ts';
import type { Lane } from '../../specification/state/lane.ts';
import { OperationOracle } from '../../specification/operations/operation-oracle.ts';
import { textureView } from '../../specification/state/view.ts';
import { SAMPLERLESS } from '../validity/state-facts.ts';
import type { Profile } from '../profiles.ts';
import { approximatedLod } from './specified-lod.ts';
import type { Bound } from './block-decoding.ts';
import { either } from './either-answer.ts';
import { permittedDesigns, preciseDesigns } from './permitted-designs.ts';
import { boundsOf, readingAt, samplerAt } from './permitted-readings.ts';
import { accurately, type Computed, CONVERSION, filteredBy } from './result-accuracy.ts';
import { srgbHalfCode } from '../../specification/texels/srgb.ts';

/**
 * The results of one of the permitted designs, or between two of them, at every bound of the texels that they may read.
 * A comparison of Vulkan returns r alone (OpImageSampleDref...).
 */
export class PermittedOracles {
  private readonly profile: Profile;
  private readonly images: readonly ImageSource[];
  private readonly textures: readonly TextureState[];
  /** The oracles of every permitted design. */
  private readonly bounds: Readonly<Record<Bound, readonly OperationOracle[]>>;
  /** The oracles of the precise designs, with the described texels. */
  private readonly precise: readonly OperationOracle[];

  /** @param majorAxis that wins in cubes, z if undefined */
  constructor(
    profile: Profile,
    images: readonly ImageSource[],
    textures: readonly TextureState[],
    majorAxis: number | undefined,
  ) {
    this.profile = profile;
    this.images = images;
    this.textures = textures;
    const oracles = (designs: readonly Design[], bound: Bound) => {
      const bordered = textures.map((texture) => {
        const view = textureView(texture, images);
        return { ...texture, sampler: samplerAt(bound, texture.sampler, view, profile) };
      });
      const reading = readingAt(bound, majorAxis, profile);
      return designs.map((design) => new OperationOracle(design, images, bordered, reading));
    };
    const designs = permittedDesigns(profile);
    this.bounds = {
      least: oracles(designs, 'least'),
      described: oracles(designs, 'described'),
      greatest: oracles(designs, 'greatest'),
    };
    this.precise = oracles(preciseDesigns(profile), 'described');
  }

  answer(lane: Lane): Answer {
    const texture = this.textures[lane.batch.state[lane.quad]];
    const { sampler, instruction } = texture;
    const { op = 'sample' } = instruction;
    const { specification } = this.profile;
    if (op === 'sample' && isLeftOpen(sampler, instruction, this.profile)) return OPEN;
    const view = textureView(texture, this.images);
    if (op === 'query_lod' && view !== null && specification === 'Vulkan') {
      return approximatedLod(answerOf(this.precise, lane), view, sampler, this.profile);
    }
    const most = SAMPLERLESS.includes(op) ? 1 : Infinity;
    const oracles = boundsOf(sampler, view, this.profile).flatMap((bound) => this.bounds[bound].slice(0, most));
    const answer = answerOf(oracles, lane);
    if (view === null || answer.type !== 'float' || op === 'query_lod') return answer;
    const { ways } = view.format.componentType === 'srgb' ? decodedRoughly(answer) : answer;
    if (ways === undefined) return answer;
    const computed = computedBy(op, sampler, view);
    const scalar = op === 'sample' && instruction.dref === true && specification === 'Vulkan';
    const component = (range: Interval, c: number) =>
      scalar && c > 0 ? ANYTHING : accurately(range, computed, this.profile);
    return { ...answer, ways: ways.map((way) => way.map(component)) };
  }

  /** The residency of the texels that a sample touches. */
  resident(lane: Lane): Pick<Answer, 'resident'> {
    const { resident } = answerOf(this.precise.slice(0, 1), lane);
    return resident === undefined ? {} : { resident };
  }
}

function answerOf(oracles: readonly OperationOracle[], { batch, quad, lane }: Lane): Answer {
  return oracles.map((oracle) => oracle.answer(batch, quad, lane)).reduce(either);
}

/** Anisotropic filtering is the implementation's, and D3D11.3 has no cubic filter. */
function isLeftOpen(sampler: Sampler, { lod }: Instruction, { specification }: Profile): boolean {
  const cubic = sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic';
  return (sampler.anisotropyEnable && lod !== 'explicit') || (cubic && specification === 'D3D11.3');
}

const TYPES_OF_FLOATS: ReadonlySet<string> = new Set(['sfloat', 'ufloat', 'uscaled', 'sscaled']);

/** The operations on a normalized format; the designs themselves allow for those on floats. */
function computedBy(op: Operation, sampler: Sampler, view: ImageView): Computed {
  if (TYPES_OF_FLOATS.has(view.format.componentType)) return { operations: 0, largest: 1 };
  return op === 'sample' ? filteredBy(sampler, view) : { operations: CONVERSION, largest: 1 };
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
