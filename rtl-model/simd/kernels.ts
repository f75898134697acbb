/** The exports of the kernels' module. Addresses are byte addresses in its memory. */
export interface Kernels {
  snap(block: number): number;
}
