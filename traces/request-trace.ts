import type { ImageSource } from '../rtl-model/image.ts';
import type { Instruction, Sampler } from '../rtl-model/sampler.ts';
import type { TexelFormat } from '../rtl-model/texel-decoder/texel-format.ts';

/** Header of a request trace (FORMAT.md). */
export const REQUEST_KIND = 'requests';
export const REQUEST_VERSION = 1;

/** An image that lies in a picture file: level 0, and every further level where `mipmaps` is set. */
export interface PictureReference {
  readonly format: TexelFormat;
  /** As written in the trace: relative to its folder. */
  readonly file: string;
  readonly mipmaps: boolean;
}

export interface NamedImage {
  readonly name: string;
  readonly source: ImageSource | PictureReference;
}

export interface NamedSampler {
  readonly name: string;
  readonly sampler: Sampler;
}

/** Names a request, unchanged from the request to its result. */
export type RequestId = string | number;

/** r, g, b, a as float32. */
export type Texel = readonly [number, number, number, number];

/** One lane of a request, float32, under the names of the QuadBatch. */
export interface RequestLane {
  readonly s: number;
  readonly t: number;
  /** 1 where the instruction is not projected. */
  readonly q: number;
  readonly layer: number;
  /** The instruction's LOD (explicit) or its bias (implicit, gradient). */
  readonly lod: number;
  readonly minLod: number;
  /** 0 where the LOD does not come from gradients. */
  readonly dsdx: number;
  readonly dtdx: number;
  readonly dsdy: number;
  readonly dtdy: number;
}

/** A request: one lane, or the four lanes of a 2x2 quad in the order of the QuadBatch. */
export interface Request {
  readonly id: RequestId;
  /** Names of the image and of the sampler. */
  readonly image: string;
  readonly sampler: string;
  readonly instruction: Instruction;
  readonly lanes: readonly RequestLane[];
  /** Bit l set where lane l wants a result. */
  readonly active: number;
  /** Pixel of lane 0. */
  readonly x: number;
  readonly y: number;
  readonly offsetU: number;
  readonly offsetV: number;
  /** Somebody's results, as many as lanes, null for a lane that is not active; null where the line has none. */
  readonly texels: readonly (Texel | null)[] | null;
}

/** What a line of a request trace says. `line` is its number, from 1. */
export type RequestRecord =
  | (NamedImage & { readonly kind: 'image'; readonly line: number })
  | (NamedSampler & { readonly kind: 'sampler'; readonly line: number })
  | (Request & { readonly kind: 'request'; readonly line: number });
