import type { Binding } from '../state/binding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { TexelDecoder } from './texel-decoder.ts';
import { TexelEncoder } from './texel-encoder.ts';

/**
 * The decoder of OpImageWrite: it stores the texel that the address unit has put into the footprint, at the tap's
 * address in the texel memory (Vulkan: Texel Output Format Conversion).
 */
export class TexelStore implements TexelDecoder {
  readonly tables = null;
  private readonly encoder: TexelEncoder;
  private readonly memory: TexelBytes;
  private readonly kind: 'float' | 'uint' | 'sint';
  private readonly color = new Float64Array(4);

  constructor({ view, memory }: Binding) {
    const { componentType } = view.format;
    this.encoder = new TexelEncoder(view.format);
    this.memory = memory.data;
    this.kind = componentType === 'uint' || componentType === 'sint' ? componentType : 'float';
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, foot.address[tap], data);
  }

  /** Writes one texel; a texel outside of the image is not written. */
  decodeTap(foot: Footprints, tap: number, address: number, data: TexelBytes): void {
    if (address < 0) return;
    const { color } = this;
    for (let c = 0; c < 4; c++) color[c] = this.component(foot, 4 * tap + c);
    this.encoder.encode(color, data, address);
    if (data !== this.memory) this.encoder.encode(color, this.memory, foot.address[tap]);
  }

  private component({ texel, texelBits }: Footprints, at: number): number {
    if (this.kind === 'float') return texel[at];
    return this.kind === 'uint' ? texelBits[at] >>> 0 : texelBits[at];
  }
}
