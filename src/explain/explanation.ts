/** One value on its way: what it is called, what it is, the bits that hold it, and how they are meant. */
export interface Step {
  readonly name: string;
  readonly value: number | string | boolean;
  /** 0x..., at the width of the format. */
  readonly bits?: string;
  /** float32, or i.f as D3D11.3 3.2.4 writes it. */
  readonly format?: string;
  /** The way in which the value was found. */
  readonly note?: string;
}

/** Rows of the same kind: the taps of a pass, the look-ups of a quad. */
export interface StepTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The steps of one unit. */
export interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly table?: StepTable;
}

/** A tap of a level's footprint. */
export interface FootprintTap {
  readonly pass: number;
  /** 0 to 3 within the pass. */
  readonly tap: number;
  /** Column and row of the texel that the filter asks for, before the wrap; as `texel` where no filter asks. */
  readonly at: readonly [number, number];
  /** The texel that is read: x, y, z, after the wrap; null for the border and for what is not there. */
  readonly texel: readonly [number, number, number] | null;
  /** The array layer, or the face of a cube as a layer, that is read; null where none is. */
  readonly layer: number | null;
  /** Share of all taps in the level, 0 to 1; null where the taps are not summed by weights. */
  readonly weight: number | null;
  /** r, g, b, a as decoded, before the component mapping: 0 to 1 of normalized formats, sRGB in linear light. */
  readonly color: readonly (number | string)[];
}

/** An ellipse by the vectors of its two whole axes, in texels. */
export interface Ellipse {
  readonly center: readonly [number, number];
  readonly major: readonly [number, number];
  readonly minor: readonly [number, number];
}

/** The lower ends and lengths of a box filter's box, in texels. */
export interface FilterBox {
  readonly start: readonly [number, number];
  readonly length: readonly [number, number];
}

/** The part of a result that comes from one level, or from one slice of it. Places are in texels of the level. */
export interface LevelFootprint {
  /** The request's image or view; imageN, or imageN with a plane, where the operation reads several. */
  readonly image: string;
  /** VkFormat in lower case. */
  readonly format: string;
  readonly level: number;
  /** The slice of a volume, before the wrap; 0 otherwise. */
  readonly slice: number;
  /** Size of the level in texels. */
  readonly width: number;
  readonly height: number;
  /** Share of the level in the result, 0 to 1: 1 but between two levels. */
  readonly weight: number;
  /** Positions of the samples, several with anisotropy; empty for operations on integer texels. */
  readonly samples: readonly (readonly [number, number])[];
  /** The footprint of the pixel, by its derivatives; null without derivatives. */
  readonly ellipse: Ellipse | null;
  /** The box of a box filter; null for other operations. */
  readonly box: FilterBox | null;
  /** None for a box of more than four texels: `box` says which they are. */
  readonly taps: readonly FootprintTap[];
}

/** The least and the greatest value that are permitted, for r, g, b and a; infinite ones as strings. */
export type Permitted = readonly { readonly lower: number | string; readonly upper: number | string }[];

/** The results that remain possible when steps of the model are taken as they are, and all others are free. */
export interface RemainingResults {
  /** The steps that are taken from the model. */
  readonly known: string;
  readonly permitted: Permitted;
  /** True if the captured value is one of them, and if the model's is. */
  readonly holdsCaptured: boolean;
  readonly holdsModel: boolean;
}

/** A captured result of the lane beside the model's, and what a specification permits. */
export interface CapturedResult {
  /** Name of the profile, or of the design that claims its own limits. */
  readonly standard: string;
  /** r, g, b, a as captured; null for a result that is no texel. NaN and the infinities are strings. */
  readonly texel: readonly (number | string)[] | null;
  /** The true result is at most so far from each component. */
  readonly tolerance: number;
  readonly verdict: 'permitted' | 'not permitted' | 'left open';
  /** True if the model's result is within the tolerance of the captured one. */
  readonly agrees: boolean;
  /** The unit in which the two part at the latest; null where they agree, or where nothing is said of single steps. */
  readonly partsIn: 'LOD unit' | 'address unit' | 'filter unit' | null;
  /** The answer in a sentence or two. */
  readonly text: string;
  /**
   * What remains possible. First the permitted interval (one for each way in which a result may be right), every step
   * free. Then, for a permitted value, with one step after the other as the model takes it; for one that is not
   * permitted, with the weights free that would explain it.
   */
  readonly remaining: readonly RemainingResults[];
}

/** The origin of a result, unit by unit in the order of the data's path. Plain data, which JSON holds as it is. */
export interface Explanation {
  readonly id: string | number;
  readonly design: string;
  readonly op: string;
  readonly lane: number;
  /** x, y of the lane's pixel; 0, 0 and its neighbours in a trace without pixels. */
  readonly pixel: readonly [number, number];
  readonly sections: readonly Section[];
  /** The finer level first; of a volume each slice. Empty where no texel is read. */
  readonly footprints: readonly LevelFootprint[];
  /** Null for a request without a captured result. */
  readonly captured: CapturedResult | null;
}
