import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { Camera } from '../camera.ts';
import type { Draw } from '../draw.ts';

/** The textures of a material that each quad samples: that of its base colour, or all. */
export const TEXTURE_CHOICES = ['base', 'all'] as const;
export type TextureChoice = (typeof TEXTURE_CHOICES)[number];

/** A glTF model, ready to be drawn. */
export interface Model {
  /** The draws: opaque first, then masked, then blended; within each the order of the file. */
  readonly draws: readonly Draw[];
  readonly images: readonly ModelImage[];
  readonly states: readonly TextureState[];
  /** The model's own camera, or one that frames it. */
  readonly camera: (aspect: number) => Camera;
}

export interface ModelOptions {
  readonly textures: TextureChoice;
  /** The largest width and height of an accepted image. */
  readonly maxDimension: number;
}

/** An image of a model: decoded, and as the file holds it. */
export interface ModelImage {
  readonly name: string;
  readonly image: ImageSource;
  readonly file: ImageFile | null;
}

/** A picture's file: its path, or null if it is embedded in the model; its bytes; its kind as a file extension. */
export interface ImageFile {
  readonly path: string | null;
  readonly bytes: Uint8Array;
  readonly suffix: 'png' | 'jpg' | 'ktx2';
}
