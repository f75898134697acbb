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

/** The origin of a result, unit by unit in the order of the data's path. */
export interface Explanation {
  readonly id: string | number;
  readonly design: string;
  readonly op: string;
  readonly lane: number;
  readonly sections: readonly Section[];
}
