import { DesignSpace } from './plan/design-space.ts';
import type { Plan } from './plan/parse-plan.ts';
import type { Shard, DesignSelection } from './rows/sweep-header.ts';
import { sampled } from './search/latin-hypercube.ts';

/** The designs of a sweep: how many there are, and those that are refused. */
export interface DesignCount {
  readonly designs: number;
  readonly refused: number;
  /** The first refusal, in words; null where there is none. */
  readonly first: string | null;
  /** False where the designs were not looked at one by one: those that are refused are among them. */
  readonly exact: boolean;
}

/** Designs of a space that are counted before the sweep begins. */
const MOST_COUNTED = 20_000;

/** The designs of a plan, chosen by their numbers, and those that the space refuses. */
export class ChosenDesigns {
  readonly space: DesignSpace;
  private readonly sample: Float64Array | null;
  private refused = 0;
  private first: string | null = null;

  /** @param sample the numbers of the designs of all shares; those that follow from the taking, if left out */
  constructor(
    plan: Plan,
    private readonly taking: DesignSelection,
    private readonly shard: Shard,
    sample: Float64Array | null = null,
  ) {
    this.space = new DesignSpace(plan);
    const isPart = sample === null && taking.how === 'sample' && taking.count! < this.space.size;
    const takes = (number: number) => this.takes(number);
    this.sample = isPart ? this.withBaseline(sampled(this.space, taking.count!, taking.seed, takes)) : sample;
  }

  /** A sample, and the design that its designs are compared with. */
  private withBaseline(sample: Float64Array): Float64Array {
    const { baseline } = this.space;
    return baseline === null || sample.includes(baseline) ? sample : Float64Array.of(...sample, baseline).sort();
  }

  /** True if the space has a design of the number. */
  takes(number: number): boolean {
    const found = this.space.designAt(number);
    if (!('refused' in found)) return true;
    this.refused++;
    this.first ??= `#${number}: ${found.refused}`;
    return false;
  }

  /** The numbers of this share in rising order; refused ones are null, so that a caller can let others work. */
  *numbers(): Generator<number | null> {
    const { sample, shard } = this;
    const size = sample === null ? this.space.size : sample.length;
    for (let place = shard.index; place < size; place += shard.of) {
      if (sample !== null) yield sample[place];
      else yield this.takes(place) ? place : null;
    }
  }

  /** Counts the designs of this share, where they are few enough to look at: `most` of the space. */
  count(most = MOST_COUNTED): DesignCount {
    const { shard, taking, space, sample } = this;
    if (taking.how === 'search') return { designs: taking.count!, refused: 0, first: null, exact: false };
    const size = sample === null ? space.size : sample.length;
    const share = Math.max(0, Math.ceil((size - shard.index) / shard.of));
    if (sample === null && share > most) return { designs: share, refused: 0, first: null, exact: false };
    const looked = this.refused;
    let designs = 0;
    for (const number of this.numbers()) if (number !== null) designs++;
    const { refused, first } = this;
    if (sample === null) this.refused = looked;
    return { designs, refused, first, exact: true };
  }

  /** What has been refused so far. */
  get refusals(): Pick<DesignCount, 'refused' | 'first'> {
    return { refused: this.refused, first: this.first };
  }
}
