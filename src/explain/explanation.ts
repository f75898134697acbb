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
  /** From every step free to one step after the other as the model takes it. The first line is the permitted interval. */
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
  /** Null for a request without a captured result. */
  readonly captured: CapturedResult | null;
}
