import type { Binding } from '../state/binding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { componentSources, ONE_SOURCE, swizzleBits, swizzleColor } from '../texel-decoder/swizzle.ts';
import { readFormat, readsIntegers } from '../state/read-format.ts';
import { onesComponent } from './arithmetic/ones-component.ts';
import { YcbcrConverter } from './ycbcr.ts';

/** The last steps of a result: Y'CbCr conversion, or the view's component swizzle (Vulkan: Component Swizzle). */
export class ResultColor {
  readonly integer: boolean;
  private readonly sources: readonly number[];
  /** True if `finish` changes nothing. */
  private readonly identity: boolean;
  readonly converter: YcbcrConverter | null;

  constructor(binding: Binding) {
    const { sampler, view } = binding;
    const format = readFormat(binding);
    const conversion = binding.op === 'sample' ? sampler.ycbcrConversion : null;
    this.integer = readsIntegers(binding);
    const ones = onesComponent(binding);
    this.sources = componentSources(view.components).map((source) =>
      source === ONE_SOURCE ? (ones ?? source) : source,
    );
    this.converter =
      conversion === null ? null : new YcbcrConverter(conversion, (format.planes?.[0].format ?? format).bits[0]);
    this.identity = this.converter === null && this.sources.every((source, c) => source === c);
  }

  /** The source of a component of the result: 0 to 3 for r, g, b, a, 4 for zero and 5 for one. */
  sourceOf(component: number): number {
    return this.sources[component];
  }

  finish(lanes: LaneRegisters, lane: number): void {
    if (this.converter !== null) this.converter.convert(lanes.color, 4 * lane);
    else if (this.identity) return;
    else if (this.integer) swizzleBits(lanes.colorBits, 4 * lane, this.sources);
    else swizzleColor(lanes.color, 4 * lane, this.sources);
  }
}
