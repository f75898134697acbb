import type { LevelValues } from '../../../rtl-model/steps/lane-graph.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { NumberKind, StepNode } from '../../../rtl-model/steps/step.ts';

/** Bits of a texel's index along an axis. Its address has column, row and level, from the lowest bit on. */
export const INDEX_BITS = 13;
/** Most texels along an axis, and the levels of so many. */
export const MOST_TEXELS = 2 ** INDEX_BITS;
const MOST_LEVELS = INDEX_BITS + 1;

/** The step that a shader has for a number of the state or a register. */
export type KnownStep = (s: ShaderGraph, kind: NumberKind) => StepNode;

/** Numbers of states of one layer, without offsets, whose bias and bounds are operands. */
const PLAIN: Readonly<Record<string, number>> = {
  firstLevel: 0,
  viewMinLod: 0,
  samplerBias: 0,
  levelWeightSlope: 0,
  texelBytes: 1,
  faces: 1,
  lastLayer: 0,
  unnormalized: 0,
  layer: 0,
  face: 0,
  offsetU: 0,
  offsetV: 0,
  offsetW: 0,
};

/** The fields of the sampler that are numbers of the state, and their greatest values. */
const FIELDS: Readonly<Record<string, number>> = { addressModeU: 4, addressModeV: 4, magFilter: 1, minFilter: 1 };

/** A graph of states that are run-time values of a shader: fields of its sampler, sizes of its texture, and constants. */
export class ShaderGraph extends StepGraph {
  private readonly facts: Readonly<Record<string, KnownStep>>;

  constructor(known: Readonly<Record<string, KnownStep>> = {}) {
    super(true);
    this.facts = known;
  }

  /** An integer of the sampler. */
  field(name: string, low: number, high: number): StepNode {
    return super.register(`state.${name}`, 'integer', low, high);
  }

  /** Levels of the texture but the first one. */
  lastLevel(): StepNode {
    return this.subtract(this.field('levels', 1, MOST_LEVELS), this.constant(1));
  }

  override ofState(name: string, value: number, kind: NumberKind = 'integer'): StepNode {
    if (name === 'width' || name === 'height') {
      const size = this.double(this.ofLevel(this.constant(0), { name, kind: 'integer', values: [] }));
      return kind === 'float32' ? this.single(size) : size;
    }
    if (name in FIELDS) return this.field(name, 0, FIELDS[name]);
    return this.fact(name, kind) ?? super.ofState(name, value, kind);
  }

  override register(name: string, kind: NumberKind, low = -Infinity, high = Infinity): StepNode {
    return this.fact(name, kind) ?? super.register(name, kind, low, high);
  }

  override ofLevel(level: StepNode, of: LevelValues): StepNode {
    switch (of.name) {
      case 'start':
        return this.multiply(level, this.constant(MOST_TEXELS ** 2));
      case 'rowPitch':
        return this.constant(MOST_TEXELS);
      case 'slicePitch':
        return this.constant(0);
      default:
        return super.ofLevel(level, { ...of, values: [1, MOST_TEXELS] });
    }
  }

  // Steps of constants are constants.

  override equal(a: StepNode, b: StepNode): StepNode {
    return isConstant(a) && isConstant(b) ? this.always(a.low === b.low) : super.equal(a, b);
  }

  override not(a: StepNode): StepNode {
    return isConstant(a) ? this.always(a.low === 0) : super.not(a);
  }

  override double(a: StepNode): StepNode {
    return isConstant(a) ? this.constant(a.low, 'float64') : super.double(a);
  }

  override when(mask: StepNode, build: () => StepNode, otherwise: StepNode): StepNode {
    if (!isConstant(mask)) return super.when(mask, build, otherwise);
    return mask.low === 0 ? otherwise : build();
  }

  private fact(name: string, kind: NumberKind): StepNode | null {
    if (name in this.facts) return this.facts[name](this, kind);
    return name in PLAIN ? this.constant(PLAIN[name], kind) : null;
  }
}

function isConstant({ step }: StepNode): boolean {
  return step === 'constant';
}
