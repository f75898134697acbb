import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Explanation } from '../../../explain/explanation.ts';
import type { ErrorShare } from '../../../simulate/compare/error-shares.ts';
import type { Locality } from './locality.ts';
import type { LogPiece } from './run-log.ts';
import type { Camera } from '../../../pictures/scenes/camera.ts';
import type { ShownColor } from '../../components/screen-byte.ts';
import type { TexelWindow } from '../../../explain/footprint-picture.ts';
import type { Aim, DroppedKind, Quantity, Source, ShownLayer } from './inspector-state.ts';

/** The requests that a question is about: without a model or a trace, all follows from source and aim. */
export interface DrawnSubject {
  readonly source: Source;
  readonly aim: Aim | null;
  /** Rises when other files are dropped. */
  readonly files: number;
}

export interface DrawQuestion {
  readonly subject: DrawnSubject;
  readonly design: Design;
}

export interface MapQuestion extends DrawQuestion {
  readonly quantity: Quantity;
}

/** Pixels of a picture. The first answer has none and says the size. */
export interface DrawAnswer {
  /** Size of the whole picture. */
  readonly width: number;
  readonly height: number;
  /** The part of the picture that is drawn with this answer, 0 to 1; 0 where it is not known. */
  readonly part: number;
  /** True if colours are linear light. */
  readonly linear: boolean;
  /** The camera; null for what is seen by none. */
  readonly camera: Camera | null;
  /** r, g, b, a of each lane of the quads, float32; of a map one number a lane. */
  readonly values: Float32Array;
  /** x, y of each quad's first pixel. */
  readonly places: Uint16Array;
  /** The active lanes of each quad: bit l for lane l. */
  readonly active: Uint8Array;
}

export interface ExplainQuestion {
  readonly subject: DrawnSubject;
  readonly pixel: readonly [number, number];
  readonly first: Design;
  readonly second: Design | null;
}

/** Cycles `from` to `to`. */
export interface CycleSpan {
  readonly from: number;
  readonly to: number;
}

/** An explanation, and the texels around each of its footprints; undefined where they are not drawn. */
export interface PixelExplanation extends Explanation {
  /** The cycles of the quad's stay in the pipeline; null where they are not those of the whole run. */
  readonly stay: CycleSpan | null;
  /** The fields in which the design differs from its base; empty for a base. */
  readonly description: string;
  /** The number of the image whose texels are read as the viewer of textures shows them; null for others. */
  readonly image: number | null;
  /** The result as the picture has it; null for one that is no texel. */
  readonly color: ShownColor | null;
  readonly around: readonly (Float32Array | undefined)[];
}

export interface Explanations {
  readonly pixel: readonly [number, number];
  /** The shares of the fields in the difference of the two designs; null where there is none, undefined at first. */
  readonly shares: readonly ErrorShare[] | null | undefined;
  /** Null for a pixel that no request covers. */
  readonly first: PixelExplanation | null;
  readonly second: PixelExplanation | null;
  /** False while the requests before have not yet filled the cache: hits, misses and cycles will change. */
  readonly afterAll: boolean;
}

/** A run whose stages are noted cycle by cycle in `detail`; of other cycles there are sums. */
export interface RunQuestion extends DrawQuestion {
  readonly detail: CycleSpan;
}

export interface RunAnswer {
  readonly pieces: readonly LogPiece[];
  /** True with the last pieces. */
  readonly ended: boolean;
}

export interface SharesQuestion {
  readonly subject: DrawnSubject;
  readonly first: Design;
  readonly second: Design;
}

/** The shares of the fields in the difference of two designs, over the picture; null where there is none. */
export interface SharesAnswer {
  readonly shares: readonly ErrorShare[] | null;
}

/** The id of a request, of which the explained pixel is wanted. */
export interface FindQuestion {
  readonly subject: DrawnSubject;
  readonly id: string;
}

export interface FindAnswer {
  /** Null for an id that no request has. */
  readonly pixel: readonly [number, number] | null;
}

/** A level of an image that the viewer of textures shows. */
export interface TexelLevel {
  /** Number and name of the image. */
  readonly image: number;
  readonly name: string;
  readonly level: number;
  /** Size in texels. */
  readonly width: number;
  readonly height: number;
  /** Array layers, faces of cubes among them, or slices of a volume. */
  readonly layers: number;
  readonly isVolume: boolean;
}

export interface TexelsQuestion extends DrawQuestion {
  /** Null for the first one. */
  readonly place: ShownLayer | null;
  /** Null for the whole level. */
  readonly window: TexelWindow | null;
}

export interface TexelsAnswer extends Pick<DrawAnswer, 'linear'> {
  /** The levels of all images of one plane and one sample. */
  readonly levels: readonly TexelLevel[];
  readonly shown: TexelLevel & { readonly layer: number };
  readonly window: TexelWindow;
  /** Distance of the texels that were read. */
  readonly step: number;
  /** r, g, b of each `step`-th texel of the window, row by row. */
  readonly colors: Float32Array;
}

/** Files that are dropped on the page, or as packFiles makes them. */
export interface FilesQuestion {
  readonly files: readonly File[] | string;
}

export interface FilesAnswer {
  /** What the files are, and so what is to be drawn. */
  readonly kind: DroppedKind;
  readonly name: string;
}

/** The questions that the page asks, by their kind, with the answers; several answers may come one after the other. */
export interface Dialogue {
  files: { question: FilesQuestion; answer: FilesAnswer };
  first: { question: DrawQuestion; answer: DrawAnswer };
  second: { question: DrawQuestion; answer: DrawAnswer };
  captured: { question: Pick<DrawQuestion, 'subject'>; answer: DrawAnswer };
  map: { question: MapQuestion; answer: DrawAnswer };
  explain: { question: ExplainQuestion; answer: Explanations };
  shares: { question: SharesQuestion; answer: SharesAnswer };
  find: { question: FindQuestion; answer: FindAnswer };
  texels: { question: TexelsQuestion; answer: TexelsAnswer };
  run: { question: RunQuestion; answer: RunAnswer };
  secondRun: { question: RunQuestion; answer: RunAnswer };
  locality: { question: DrawQuestion; answer: Locality };
}

export type Kind = keyof Dialogue;
export type ModelQuestion<K extends Kind> = Dialogue[K]['question'];
export type ModelAnswer<K extends Kind> = Dialogue[K]['answer'];

/** A question; one with a higher generation of the same kind cancels it. */
export interface QuestionMessage<K extends Kind = Kind> {
  readonly kind: K;
  readonly generation: number;
  /** Null to cancel alone. */
  readonly question: ModelQuestion<K> | null;
}

/** An answer, the end of the answers, or a fault in one line. */
export interface AnswerMessage<K extends Kind = Kind> {
  readonly kind: K;
  readonly generation: number;
  readonly answer?: ModelAnswer<K>;
  readonly done?: true;
  readonly fault?: string;
}
