/** The exports of the kernels' module. Addresses are byte addresses in its memory. */
export interface Kernels {
  snap(block: number, state: number, quads: number, pass: number): number;
  /** The footprints of the pass that `snap` was called for last. */
  tapAddresses(block: number, state: number, lanes: number, pass: number): void;
  /** Decodes texels, `stride` bytes apart, from `from` up to `end`. @returns of floats the greatest magnitude */
  copyCodes(state: number, from: number, end: number, stride: number, to: number): void;
  copyFloats(state: number, from: number, end: number, stride: number, to: number): number;
  filterBytes(block: number, state: number, lanes: number, pass: number): void;
  filterWide(block: number, state: number, lanes: number, pass: number): void;
  filterFloats(block: number, state: number, lanes: number, pass: number): number;
  finishWide(block: number, state: number, lanes: number): void;
  finishFloats(block: number, state: number, lanes: number): void;
  finishBytes(block: number, state: number, lanes: number): void;
  /** Front end: projection, and derivatives within quads. `count` lanes, a multiple of 4; `unit` as `quotient`. */
  project(block: number, count: number, unit: number): void;
  deriveCoarse(block: number, count: number): void;
  deriveFine(block: number, count: number): void;
  /** LOD unit. @returns the most passes of a lane */
  selectLods(record: number, block: number, count: number): number;
}
