import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { Camera } from '../camera.ts';
import type { Draw } from '../draw.ts';

/** Which textures of a material each quad asks for: that of its base colour, or all. */
export const TEXTURE_CHOICES = ['base', 'all'] as const;
export type TextureChoice = (typeof TEXTURE_CHOICES)[number];

/** A glTF model, ready to be drawn. */
export interface Model {
  /** Opaque first, then masked, then blended; within each the order of the file. */
  readonly draws: readonly Draw[];
  readonly images: readonly ModelImage[];
  readonly states: readonly TextureState[];
  /** Where it is seen from: its own camera, or one that frames it. */
  readonly camera: (aspect: number) => Camera;
}

export interface ModelOptions {
  readonly textures: TextureChoice;
  /** The largest width and height of an image that is accepted. */
  readonly maxDimension: number;
}

/** An image of a model, decoded, and as it is in the file. */
export interface ModelImage {
  readonly name: string;
  readonly image: ImageSource;
  readonly file: ImageFile | null;
}

/** A picture's file: where it lies, or null where it is a part of the model's; and its kind as a file name ends. */
export interface ImageFile {
  readonly path: string | null;
  readonly bytes: Uint8Array;
  readonly suffix: 'png' | 'jpg' | 'ktx2';
}
