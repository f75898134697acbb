import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { ImageView, WeightView } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import type { TraceHeader } from '../encodings/json-lines.ts';
import type { LinePiece } from '../encodings/line-pieces.ts';
import type { TraceEncoding } from '../encodings/trace-encoding.ts';
import type { RequestRows } from './request-row.ts';
import type { TexelFootprint } from './result-schema.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** Header of a request trace (FORMAT.md); `api` is the one that the requests were captured from. */
export const REQUEST_HEADER: TraceHeader = { kind: 'requests', versions: [1, 2], own: ['api'] };

/** Takes the lines of a request trace. */
export interface RequestOutput {
  /** For a RequestWriter. */
  readonly write: TextSink;
  /** Completes the trace. */
  readonly end: () => void;
}

/** A request trace that is read, once, in one of two ways. */
export interface RequestSource {
  /** As the lines that it has in JSON Lines. */
  readonly lines: () => AsyncIterable<readonly string[]>;
  /** As it is stored, for a RequestFeed: lines in UTF-8, or rows. */
  readonly blocks: () => AsyncIterable<LinePiece | RequestRows>;
}

/** Request traces are written as the lines that they have in JSON Lines. */
export type RequestEncoding = TraceEncoding<RequestSource, void, RequestOutput, void>;

/** An image that lies in a file. */
export interface PictureReference {
  /** The format of the texels that a PNG or JPEG becomes; KTX 2.0 and DDS have their own. */
  readonly format?: TexelFormat;
  /** The path as written in the trace: relative to its folder. */
  readonly file: string;
  /** PNG and JPEG: every level down to 1x1 is made, not level 0 alone. */
  readonly mipmaps?: boolean;
}

export interface NamedImage {
  readonly name: string;
  readonly source: ImageSource | PictureReference;
}

/** A view of an image that was defined before. What it leaves out is as `resolveView` has it. */
export interface NamedView {
  readonly name: string;
  readonly image: string;
  readonly view: Partial<ImageView>;
  /** Makes it the weight image of `sample_weighted`. */
  readonly weights?: WeightView;
}

export interface NamedSampler {
  readonly name: string;
  readonly sampler: Sampler;
}

/** Names a request, unchanged from the request to its result. */
export type RequestId = string | number;

/** r, g, b, a: float32, or of an integer format the integers. */
export type Texel = readonly [number, number, number, number];

export type Pair = readonly [number, number];

/** The operands of a lane, as a lane has those that its instruction does not take. */
const LANE = {
  /** A number for each axis of the view, and the layer of an array: float32, or the integers of a texel. */
  coord: [] as readonly number[],
  /** float32, as the fields of the QuadBatch. */
  q: 1,
  dref: 0,
  lod: 0,
  minLod: 0,
  /** Gradients along x and y, float32, a number for each axis. */
  dx: [] as readonly number[],
  dy: [] as readonly number[],
  /** The lane's own texel offset, a number for each axis. */
  offset: [] as readonly number[],
  sample: 0,
  level: 0,
  /** The texel to write. */
  value: [0, 0, 0, 0] as Texel,
  /** float32, in texels. */
  boxSize: [1, 1] as Pair,
  referenceCoord: [0, 0] as Pair,
  blockSize: [1, 1] as Pair,
};

/** Operands of one lane of a request. */
export type RequestLane = Readonly<typeof LANE>;
export const DEFAULT_LANE: RequestLane = Object.freeze(LANE);

/** Results of the lanes of a request, one or four; null for a lane that is not active. */
export interface LaneResults {
  /** Null where the operation returns footprints. */
  readonly texels: readonly (Texel | null)[] | null;
  /** Residency of each lane, for sparse operations. */
  readonly resident?: readonly (boolean | null)[];
  /** Null for an empty footprint, too. */
  readonly footprints?: readonly (TexelFootprint | null)[];
  /** The true result is at most so far from each component of the texels; 0 if left out. */
  readonly tolerance?: number;
}

/** A request: one lane, or the four lanes of a 2x2 quad in the order of the QuadBatch. */
export interface Request {
  readonly id: RequestId;
  /** Name of an image or of a view; null for a null descriptor. */
  readonly image: string | null;
  /** Name of the weight view or of the reference; null for a null descriptor, left out where the operation has neither. */
  readonly second?: string | null | undefined;
  /** Null where the line names none: its operation does not sample. */
  readonly sampler: string | null;
  readonly instruction: Instruction;
  readonly lanes: readonly RequestLane[];
  /** Bit l set where lane l wants a result. */
  readonly active: number;
  /** Pixel of lane 0. */
  readonly x: number;
  readonly y: number;
  /** The first cycle in which the shader issues the request, the shader's warp, and the texture unit. */
  readonly cycle?: number;
  readonly warp?: number;
  readonly unit?: number;
  /** Texel offset of all lanes, a number for each axis; empty where the line has none. */
  readonly offset: readonly number[];
  /** Somebody's results; null where the line has none. */
  readonly results: LaneResults | null;
}

/** A line of a request trace. `line` is its number, from 1. */
export type RequestRecord =
  | (NamedImage & { readonly kind: 'image'; readonly line: number })
  | (NamedView & { readonly kind: 'view'; readonly line: number })
  | (NamedSampler & { readonly kind: 'sampler'; readonly line: number })
  | (Request & { readonly kind: 'request'; readonly line: number });
