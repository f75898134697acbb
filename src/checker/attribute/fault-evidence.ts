import type { WrongLane } from '../judge/judge-lanes.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { type Lane, offsetsOf, operandIndex } from '../../specification/state/lane.ts';
import { addressModesOf, axesOf, isArray, isCube, textureView } from '../../specification/state/view.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { ResultLane } from './changed-questions.ts';
import type { Fault } from './faults.ts';
import { isPartOf, LEAST_EVIDENCE, type LikelyFault, likelyFault } from './likely-fault.ts';

/** A lane whose result is judged, with its state. */
interface TraitLane extends Pick<TextureState, 'sampler' | 'instruction'>, Pick<ImageView, 'format' | 'components'> {
  readonly trace: MeasuredTrace;
  readonly at: ResultLane;
  readonly image: ImageSource;
  readonly view: ImageView;
  readonly op: Operation;
}

/** A property of some requests, and the fault of the step that serves it. */
type Trait = readonly [fault: Fault, has: (lane: TraitLane) => boolean];

/** The faults of operations that have steps of their own. */
const OF_OPERATIONS: readonly (readonly [fault: Fault, ops: readonly Operation[]])[] = [
  ['address-unit/gather-order', ['gather']],
  ['address-unit/footprint', ['footprint']],
  ['filter-unit/box', ['box_filter']],
  ['filter-unit/weight-image', ['sample_weighted']],
  ['filter-unit/block-match', ['block_match']],
  ['texel-decoder/atomic', ['atomic']],
  ['lod-unit/query', ['query_lod', 'query_size', 'query_levels', 'query_samples', 'sample_position']],
];

/** Conversions of component types. Blocks have a decoding step of their own. */
const CONVERTED = [/snorm/, /srgb/, /float/, /scaled/, /int$/];

/** A trait of formats without blocks. */
function converted(has: (format: TexelFormat) => boolean): Trait {
  return ['texel-decoder/conversion', ({ format }) => format.codec === null && has(format)];
}

/** Steps that few requests need, those of one operation first. Among equally rare steps the first counts. */
const STEPS: readonly Trait[] = [
  ...OF_OPERATIONS.map(([fault, ops]): Trait => [fault, ({ op }) => ops.includes(op)]),
  ['address-unit/bounds', isOutside],
  ['texel-decoder/atomic', ({ trace, at, op }) => op === 'atomic' || isAfter(trace, at, 'atomic')],
  ['texel-decoder/write', ({ trace, at, op }) => op === 'atomic' || writtenBefore(trace, at) !== undefined],
  ['address-unit/residency', ({ image: { unbound = [] } }) => unbound.length > 0],
  ['texel-decoder/pair', ({ format }) => format.block !== null && format.codec === null],
  ['texel-decoder/ycbcr', ({ sampler }) => sampler.ycbcrConversion !== null],
  ['texel-decoder/block', ({ format }) => format.codec !== null],
  ['front-end/projection', ({ instruction }) => instruction.projected],
  ['address-unit/offset', ({ trace: { batch }, at, instruction }) => hasOffset(instruction, { batch, ...at })],
  ['filter-unit/reduction', ({ sampler }) => sampler.reductionMode !== 'weighted_average'],
  ['filter-unit/filter', ({ sampler }) => [sampler.magFilter, sampler.minFilter].includes('cubic')],
  ['filter-unit/comparison', ({ instruction }) => instruction.dref === true],
  ['address-unit/slice', ({ view }) => view.slices !== undefined],
  [
    'address-unit/border-color',
    ({ sampler, view }) => addressModesOf(sampler, view.viewType).includes('clamp_to_border'),
  ],
  ['address-unit/cube', ({ view }) => isCube(view.viewType)],
  ['texel-decoder/components', ({ components }) => components.some((one) => one !== 'identity')],
  ['address-unit/fetch', ({ op }) => BY_TEXEL.includes(op)],
  converted(({ name }) => name.includes('pack')),
  converted(({ componentType, bits }) => componentType.endsWith('float') && !bits.includes(32)),
  ...CONVERTED.map((type) => converted(({ componentType }) => type.test(componentType))),
];

/** Kinds of formats and of views, which many requests may have. */
const KINDS: readonly Trait[] = [
  converted(({ componentType, componentBits }) => componentType === 'unorm' && componentBits > 8),
  ['texel-decoder/components', ({ format, sampler }) => format.order.length < 4 && sampler.ycbcrConversion === null],
  ['lod-unit/anisotropy', ({ sampler }) => sampler.anisotropyEnable],
  ['lod-unit/scale-factor', ({ instruction, view }) => instruction.lod === 'gradient' && view.levelCount > 1],
  ['lod-unit/view-minimum', ({ view }) => view.minLod > 0],
  ['address-unit/layer', ({ view }) => isArray(view.viewType)],
];

function unitOf(fault: Fault): string {
  return fault.split('/')[0];
}

const TRAITS = [...STEPS, ...KINDS];

/** A trait, by its place in the list, as the fault of results. */
interface RareTrait {
  readonly index: number;
  readonly attribution: LikelyFault;
}

function ofTrait(trait: number, alike: readonly number[] = []): LikelyFault {
  return likelyFault(
    TRAITS[trait][0],
    alike.map((other) => TRAITS[other][0]),
  );
}

/** Operations on texels by whole numbers, which may lie outside of the image. */
const BY_TEXEL: readonly Operation[] = ['fetch', 'read', 'write', 'atomic'];

function hasOffset(instruction: TextureState['instruction'], lane: Lane): boolean {
  return instruction.gatherOffsets !== undefined || offsetsOf({ instruction }, lane).some((offset) => offset !== 0);
}

/** True for a texel that lies outside of the view, or in a level that its minimum LOD leaves out. */
function isOutside({ trace: { batch }, at: { quad, lane }, image, instruction, op, view }: TraitLane): boolean {
  if (!BY_TEXEL.includes(op)) return false;
  const at = operandIndex({ batch, quad, lane });
  const offsets = offsetsOf({ instruction }, { batch, quad, lane });
  const { width, height, depth = 1 } = image;
  const level = view.baseMipLevel + batch.level[at];
  const sizes = [width, height, depth].map((size) => Math.max(1, size >> level));
  if (view.slices !== undefined) sizes[2] = view.slices.sliceCount;
  const places = [batch.i[at], batch.j[at], batch.k[at]]
    .slice(0, axesOf(view.viewType))
    .map((texel, axis) => texel + offsets[axis]);
  const layer = isArray(view.viewType) ? batch.integerLayer[at] : 0;
  const inside = places.every((place, axis) => place >= 0 && place < sizes[axis]);
  if (level < Math.floor(view.minLod)) return true;
  return !inside || layer < 0 || layer >= view.layerCount || level >= view.baseMipLevel + view.levelCount;
}

/** The operation by which earlier requests have changed the image that a lane reads. */
export function writtenBefore(trace: MeasuredTrace, at: ResultLane): 'write' | 'atomic' | undefined {
  return (['atomic', 'write'] as const).find((by) => isAfter(trace, at, by));
}

/** True if a lane reads an image that an operation has changed before. */
function isAfter({ batch, states }: MeasuredTrace, { quad }: ResultLane, by: Operation): boolean {
  const { image, instruction } = states[batch.state[quad]];
  const changes = (state: number) => states[state].image === image && states[state].instruction.op === by;
  const reads = instruction.op === 'read' || instruction.op === 'atomic';
  return reads && batch.state.subarray(0, quad).some(changes);
}

/**
 * The evidence, in bits, that makes a trait the cause in place of a hypothesis. It is high, because the lanes of a quad
 * are alike.
 */
const ENOUGH_EVIDENCE = 32;
/** Hypotheses that a trait does not replace: a mode that reads the border, and slices outside the view. */
const COMPATIBLE_TRAITS: Readonly<Partial<Record<Fault, Fault>>> = {
  'address-unit/address-mode': 'address-unit/border-color',
  'address-unit/slice': 'address-unit/bounds',
};
/**
 * The share of unexplained results that must have a trait to make it their cause, and the least ratio of error rates.
 */
const [MOST, MOST_OFTEN] = [3 / 4, 8];

/** The results that a hypothesis explains, and the right results that it would change. */
interface Explanation {
  /** The fault that the hypothesis is of, and others that explain the same results. */
  readonly faults: readonly Fault[];
  /** Results that are to be explained, and those that the hypothesis explains. */
  readonly left: number;
  readonly explained: number;
  /** Right results that the hypothesis changes or may change. */
  readonly affected: readonly ResultLane[];
  /** The share of all right results that was sampled. */
  readonly sampled: number;
}

/**
 * The traits of the lanes of a table. A fault of a step shows where requests have the trait that the step serves, and
 * nowhere else.
 */
export class FaultEvidence {
  /** The traits that all wrong results share. */
  private readonly shared: readonly number[];
  private readonly counts: number[] = [];

  /** @param measured all results of the table */
  constructor(
    private readonly trace: MeasuredTrace,
    private readonly measured: readonly ResultLane[],
    wrong: readonly WrongLane[],
  ) {
    this.shared = this.sharedBy(wrong);
  }

  /**
   * The fault of a hypothesis, or of a trait that all wrong results of the table share. The trait is the cause if the
   * hypothesis would make results without the trait wrong, or if it explains less than half of the results. If only
   * accesses outside the image are wrong, they are the cause. Kinds of formats and views, which many results share by
   * accident, replace hypotheses of their own unit only. Traits after the step of the hypothesis do not count. With
   * less evidence, a trait is an alternative.
   */
  likelyFaultOf({ faults, left, explained, affected, sampled }: Explanation): LikelyFault {
    const [hypothesis] = faults;
    const own = this.shared.find((trait) => isPartOf(hypothesis, TRAITS[trait][0])) ?? Infinity;
    const evidence = this.shared.map((trait) => {
      const [fault] = TRAITS[trait];
      if (trait >= own || COMPATIBLE_TRAITS[hypothesis] === fault) return 0;
      if (trait >= STEPS.length && unitOf(fault) !== unitOf(hypothesis)) return 0;
      if (fault === 'address-unit/bounds') return Infinity;
      if (trait < STEPS.length && 2 * explained < left && this.evidence(trait, left) > LEAST_EVIDENCE) return Infinity;
      const without = affected.filter((lane) => !this.has(trait, lane)).length / sampled;
      const within = affected.length / sampled - without;
      // The hypothesis predicts the same share of wrong results without the trait.
      return without * Math.log2((within + explained + 1) / (within + 1));
    });
    const faultsBeyond = (bits: number) =>
      this.shared.filter((_, n) => evidence[n] > bits).map((trait) => TRAITS[trait][0]);
    const [instead] = faultsBeyond(ENOUGH_EVIDENCE);
    if (instead === undefined) return likelyFault(hypothesis, [...faults, ...faultsBeyond(LEAST_EVIDENCE)]);
    return likelyFault(instead, explained === left ? faults : []);
  }

  /**
   * The faults of results that no hypothesis explains. The first of these counts: the rarest trait that all wrong
   * results share, if it is a step; the operation, or earlier writes; that trait if it is a kind; the step that all
   * wrong results need; the rarest trait that all or most remaining results share.
   */
  *attributions(unexplained: readonly WrongLane[]): Generator<[WrongLane, LikelyFault]> {
    const trait = this.rarest(this.shared, unexplained.length);
    const ofAll = trait?.attribution;
    const step = this.shared.find((shared) => shared < STEPS.length);
    let rest: WrongLane[] = [];
    for (const lane of unexplained) {
      const ofStep = trait !== undefined && trait.index < STEPS.length ? ofAll : undefined;
      const attribution = ofStep ?? this.ofOperation(lane) ?? ofAll ?? (step === undefined ? undefined : ofTrait(step));
      if (attribution === undefined) rest.push(lane);
      else yield [lane, attribution];
    }
    for (let own = this.ofMost(rest); own !== undefined; own = this.ofMost(rest)) {
      const { index, attribution } = own;
      for (const lane of rest) if (this.has(index, lane)) yield [lane, attribution];
      rest = rest.filter((lane) => !this.has(index, lane));
    }
  }

  /** The rarest trait that all these results share, or most of them if results without it are seldom wrong. */
  private ofMost(wrong: readonly WrongLane[]): RareTrait | undefined {
    const shared = this.rarest(this.sharedBy(wrong), wrong.length);
    if (shared !== undefined || wrong.length === 0) return shared;
    const most = [...TRAITS.keys()].filter((trait) => {
      const having = wrong.filter((lane) => this.has(trait, lane)).length;
      const count = this.count(trait);
      const others = (wrong.length - having) / (this.measured.length - count);
      return having >= MOST * wrong.length && having / count >= MOST_OFTEN * others;
    });
    return this.rarest(most, MOST * wrong.length);
  }

  /**
   * The trait that the fewest results of the table have, if the evidence suffices. An operation comes first. Traits
   * that hardly more results have are alternatives.
   *
   * @param wrong the results with the trait that are to be explained
   */
  private rarest(traits: readonly number[], wrong: number): RareTrait | undefined {
    const isOperation = (trait: number) => trait < OF_OPERATIONS.length;
    const rare = traits.filter((trait) => this.evidence(trait, wrong) > LEAST_EVIDENCE);
    const some = rare.some(isOperation) ? rare.filter(isOperation) : rare;
    const [index, ...others] = some.toSorted((a, b) => this.count(a) - this.count(b));
    if (index === undefined) return undefined;
    const enough = this.evidence(index, wrong) - LEAST_EVIDENCE;
    const alike = others.filter((trait) => this.evidence(trait, wrong) > enough);
    return { index, attribution: ofTrait(index, alike) };
  }

  /** The evidence, in bits, that `wrong` results do not share a trait by accident. */
  private evidence(trait: number, wrong: number): number {
    return wrong * Math.log2(this.measured.length / this.count(trait));
  }

  /** The results of the table that have a trait. */
  private count(trait: number): number {
    return (this.counts[trait] ??= this.measured.filter((lane) => this.has(trait, lane)).length);
  }

  private ofOperation(lane: WrongLane): LikelyFault | undefined {
    const { batch, states } = this.trace;
    const by = writtenBefore(this.trace, lane);
    const { op = 'sample' } = states[batch.state[lane.quad]].instruction;
    const ofOp = OF_OPERATIONS.find(([, ops]) => ops.includes(op))?.[0];
    const ofAccess = lane.channel === 'resident' ? 'address-unit/residency' : by && (`texel-decoder/${by}` as const);
    const fault = ofAccess ?? ofOp;
    return fault && likelyFault(fault);
  }

  private sharedBy(lanes: readonly ResultLane[]): readonly number[] {
    return [...TRAITS.keys()].filter((trait) => lanes.length > 0 && lanes.every((lane) => this.has(trait, lane)));
  }

  private has(trait: number, at: ResultLane): boolean {
    const { trace } = this;
    const { image, sampler, instruction } = trace.states[trace.batch.state[at.quad]];
    const view = textureView(trace.states[trace.batch.state[at.quad]], trace.images);
    const [fault, has] = TRAITS[trait];
    // A null descriptor has the trait of accesses outside.
    if (view === null) return fault === 'address-unit/bounds';
    const { format, components } = view;
    const op = instruction.op ?? 'sample';
    return has({ trace, at, image: trace.images[image!], view, format, components, sampler, instruction, op });
  }
}
