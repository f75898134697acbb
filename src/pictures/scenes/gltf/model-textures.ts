import type { Texture } from '@gltf-transform/core';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { GltfFile } from './document.ts';
import type { ModelImage } from './model.ts';
import { type Encoding, type ImageReading, textureImage, WHITE } from './texture-image.ts';

/** The instruction of every request of a model: OpImageSampleImplicitLod. */
const INSTRUCTION: Instruction = Object.freeze({ lod: 'implicit', projected: false });

/** The images and texture states of a model: one for each pair of image and sampler, in the order of their first use. */
export class ModelTextures {
  /** Images that are still to be decoded; null is white. */
  private readonly images: { readonly texture: Texture | null; readonly encoding: Encoding }[] = [];
  private readonly known = { srgb: new Map<unknown, number>(), unorm: new Map<unknown, number>() };
  readonly states: TextureState[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly file: GltfFile) {}

  /** The number of the state of a texture and a sampler. */
  state(texture: Texture, encoding: Encoding, sampler: Sampler): number {
    return this.stateOf(this.imageOf(texture, encoding), sampler);
  }

  whiteState(): number {
    return this.stateOf(this.imageOf(null, 'unorm'), DEFAULT_SAMPLER);
  }

  /** Decodes the images one after the other, and yields after each. @throws ModelError as textureImage() */
  *decode(reading: ImageReading): Generator<number, readonly ModelImage[], void> {
    const all = this.file.document.getRoot().listTextures();
    const decoded: ModelImage[] = [];
    for (const { texture, encoding } of this.images) {
      yield decoded.length / this.images.length;
      decoded.push(texture === null ? WHITE : textureImage(texture, all.indexOf(texture), encoding, reading));
    }
    return decoded;
  }

  private imageOf(texture: Texture | null, encoding: Encoding): number {
    // Textures that name one file have its bytes in common, and are one image.
    const key = texture === null ? null : (texture.getImage() ?? texture);
    const known = this.known[encoding].get(key);
    if (known !== undefined) return known;
    const number = this.images.push({ texture, encoding }) - 1;
    this.known[encoding].set(key, number);
    return number;
  }

  private stateOf(image: number, sampler: Sampler): number {
    const key = JSON.stringify([image, sampler]);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.states.push({ image, sampler, instruction: INSTRUCTION }) - 1;
    this.numbers.set(key, number);
    return number;
  }
}
