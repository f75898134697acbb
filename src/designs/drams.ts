import type { DramTiming } from '../../rtl-model/design/design.ts';

/**
 * Cycles of a clock in which a time has passed, rounded as JESD79-4 and its SPD annex round: up, but for 2.6 % of a cycle.
 *
 * @param cycle nanoseconds
 * @param atLeast the cycles that a standard asks for in any case
 */
const cyclesOf = (nanoseconds: number, cycle: number, atLeast = 0) =>
  Math.max(atLeast, Math.floor(nanoseconds / cycle + 0.974));

const DDR4 = 1000 / 1200;
const LPDDR4 = 1000 / 1600;

/** DRAMs that `pipeline.memory.rows.timing` may name; docs/caches.md has their clocks, buses and rows. */
export const DRAMS: Readonly<Record<string, DramTiming>> = {
  // JESD79-4, DDR4-2400T (17-17-17), 8 Gb x8.
  'ddr4-2400': {
    bankGroups: 4,
    tRCD: 17,
    tRP: 17,
    tRAS: cyclesOf(32, DDR4),
    tCL: 17,
    tCWL: 12,
    tRRD_S: cyclesOf(3.3, DDR4, 4),
    tRRD_L: cyclesOf(4.9, DDR4, 4),
    tFAW: cyclesOf(21, DDR4, 20),
    tCCD_S: 4,
    tCCD_L: cyclesOf(5, DDR4, 5),
    tRTP: cyclesOf(7.5, DDR4, 4),
    tRTW: 17 + 4 + 2 - 12,
    tRTRS: 2,
    tWR: cyclesOf(15, DDR4),
    tWTR_S: cyclesOf(2.5, DDR4, 2),
    tWTR_L: cyclesOf(7.5, DDR4, 4),
    tRFC: cyclesOf(350, DDR4),
    tREFI: Math.floor(7800 / DDR4),
  },
  // JESD209-4, LPDDR4-3200, 8 Gb a channel.
  'lpddr4-3200': {
    bankGroups: 1,
    tRCD: cyclesOf(18, LPDDR4, 4),
    tRP: cyclesOf(18, LPDDR4, 4),
    tRAS: cyclesOf(42, LPDDR4, 3),
    tCL: 28,
    tCWL: 14,
    tRRD_S: cyclesOf(10, LPDDR4, 4),
    tRRD_L: cyclesOf(10, LPDDR4, 4),
    tFAW: cyclesOf(40, LPDDR4),
    tCCD_S: 8,
    tCCD_L: 8,
    tRTP: cyclesOf(7.5, LPDDR4, 8),
    tRTW: 28 + 6 + 8 + 2 - 14,
    tRTRS: 2,
    tWR: cyclesOf(18, LPDDR4, 4),
    tWTR_S: cyclesOf(10, LPDDR4, 8),
    tWTR_L: cyclesOf(10, LPDDR4, 8),
    tRFC: cyclesOf(280, LPDDR4),
    tREFI: Math.floor(3904 / LPDDR4),
  },
  // Ramulator 2, GDDR6_2000_1350mV_double: a configuration file.
  gddr6: {
    bankGroups: 4,
    tRCD: 26,
    tRP: 26,
    tRAS: 53,
    tCL: 24,
    tCWL: 6,
    tRRD_S: 7,
    tRRD_L: 7,
    tFAW: 28,
    tCCD_S: 4,
    tCCD_L: 6,
    tRTP: 4,
    tRTW: 24 + 4 + 2 - 6,
    tRTRS: 2,
    tWR: 26,
    tWTR_S: 9,
    tWTR_L: 11,
    tRFC: 210,
    tREFI: 3333,
  },
  // DRAMsim3, HBM2_4Gb_x128: a configuration file.
  hbm2: {
    bankGroups: 4,
    tRCD: 14,
    tRP: 14,
    tRAS: 34,
    tCL: 14,
    tCWL: 4,
    tRRD_S: 4,
    tRRD_L: 6,
    tFAW: 30,
    tCCD_S: 1,
    tCCD_L: 2,
    tRTP: 6,
    tRTW: 14 + 2 + 3 - 4,
    tRTRS: 2,
    tWR: 16,
    tWTR_S: 6,
    tWTR_L: 8,
    tRFC: 260,
    tREFI: 3900,
  },
};

/** The name of the DRAM with these limits, if it is one of `DRAMS`. */
export function dramName(timing: DramTiming): string | undefined {
  const limits = Object.keys(timing) as readonly (keyof DramTiming)[];
  return DRAM_NAMES.find((name) => limits.every((limit) => DRAMS[name][limit] === timing[limit]));
}

export const DRAM_NAMES: readonly string[] = Object.keys(DRAMS);
/** The field that may have a name in its place. */
export const DRAM_PATH = 'pipeline.memory.rows.timing';
