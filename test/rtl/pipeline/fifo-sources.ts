/** The FIFO and the memories in it, as a leaf names its sources. */
export const FIFO_SOURCES = [
  'sram/sram_1r1w.sv',
  'sram/forwarding_sram.sv',
  'sram/lane_queue.sv',
  '../pipeline/stepped/fifo.sv',
];
