/** The exports of the kernels' module. Addresses are byte addresses in its memory. */
export interface Kernels {
  snap(block: number, state: number, quads: number, pass: number): number;
  filterBytes(block: number, state: number, lanes: number, pass: number): void;
  finishBytes(block: number, state: number, lanes: number): void;
}
