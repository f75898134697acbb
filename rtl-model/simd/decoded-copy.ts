import type { Image } from '../memory/image.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { QUAD_LANES } from '../registers/quad-batch.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { isCopied } from './sampled-texels.ts';
import type { TexelForm } from './texel-form.ts';

/** The copies in a memory, made or not, in the generation that they belong to. */
const COPIES = new WeakMap<KernelMemory, { readonly generation: number; readonly copies: DecodedCopy[] }>();

/**
 * A copy of an image whose texels the filters do not read where they lie, decoded to 16-bit codes or halves. It is made when as many samples have been requested as the image has texels, if there is room.
 * An image that a state may write has none.
 */
export class DecodedCopy {
  /** Byte addresses of the copy, while there is one, and of the image; log2 of how much longer the copy is. */
  address = 0;
  readonly first: number;
  readonly shift: number;
  private readonly image: Image;
  private readonly texel: TexelForm;
  private readonly end: number;
  private asked = 0;

  /** The copy that the states of an image share, made or not; null for texels that need none. */
  static of(memory: KernelMemory, image: Image, texel: TexelForm): DecodedCopy | null {
    // Views of slices have images of their own, with other levels.
    if (!isCopied(texel) || image.type === '3d') return null;
    const { generation } = memory;
    let all = COPIES.get(memory);
    if (all?.generation !== generation) COPIES.set(memory, (all = { generation, copies: [] }));
    let copy = all.copies.find((one) => one.image === image && isSame(one.texel, texel));
    if (copy === undefined) all.copies.push((copy = new DecodedCopy(image, texel)));
    return copy;
  }

  private constructor(image: Image, texel: TexelForm) {
    const { levels, layers, texelStride } = image;
    const last = levels[levels.length - 1];
    this.image = image;
    this.texel = texel;
    this.first = levels[0].base;
    this.end = last.base + layers * last.layerBytes;
    this.shift = Math.log2(8 / texelStride);
  }

  /**
   * True if there is a copy. Makes it when it is worth its time.
   *
   * @param quads that the caller is about to ask for
   * @param copy decodes texels, `stride` bytes apart, from `from` up to `end`
   */
  isMade(
    memory: KernelMemory,
    texels: TexelBytes,
    quads: number,
    copy: (from: number, end: number, stride: number, to: number) => void,
  ): boolean {
    const { first, end, image } = this;
    if (texels.written.has(first)) return false;
    if (this.address !== 0) return true;
    this.asked += QUAD_LANES * quads;
    if (this.asked < (end - first) / image.texelStride) return false;
    this.address = memory.room((end - first) * 2 ** this.shift);
    if (this.address === 0) {
      this.asked = -Infinity;
      return false;
    }
    copy(first, end, image.texelStride, this.address);
    return true;
  }
}

/** True if two forms decode every texel to the same. */
function isSame(a: TexelForm, b: TexelForm): boolean {
  const fields = a.fields.every(({ byte, shift, codes }, c) => {
    const other = b.fields[c];
    const sameCodes = codes === other.codes || codes.every((code, n) => Object.is(code, other.codes[n]));
    return byte === other.byte && shift === other.shift && codes.length === other.codes.length && sameCodes;
  });
  return a.kind === b.kind && fields;
}
