import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DramTiming, MemoryDesign, RowDesign } from '../../../../rtl-model/design/design.ts';
import { ROWS } from '../../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../../rtl-model/design/field.ts';
import { areaReport } from '../../../../src/forms/cost/area-report.ts';
import { areaTerminal } from '../../../../src/forms/cost/area-terminal.ts';
import { dramCommands, dramEnergyOf } from '../../../../src/forms/cost/dram-energy.ts';
import { DRAM_NAMES, DRAMS } from '../../../../src/designs/drams.ts';
import { POINT, roomy, run } from '../../../pipeline/wide-row.ts';

interface Channel {
  readonly bytesPerCycle: number;
  readonly burstBytes: number;
  readonly banks: number;
  readonly rowBytes: number;
  /** Nanoseconds of a cycle. */
  readonly cycle: number;
}

/** The channels of the table in docs/caches.md. */
const CHANNELS = new Map<string, Channel>(
  readFileSync(new URL('../../../../docs/caches.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => DRAM_NAMES.some((dram) => name === `\`${dram}\``))
    .map(([, name, , clock, bus, rows]) => {
      const [[bytesPerCycle, burstBytes], [banks, rowBytes]] = [bus, rows].map((pair) => pair.split(', ').map(Number));
      return [name.slice(1, -1), { bytesPerCycle, burstBytes, banks, rowBytes, cycle: 1000 / parseFloat(clock) }];
    }),
);

/** The memory of a DRAM, by its name, as docs/caches.md gives it. */
function memoryOf(name: string, row: Partial<RowDesign> = {}, memory: Partial<MemoryDesign> = {}): MemoryDesign {
  const { bytesPerCycle, burstBytes, banks, rowBytes } = CHANNELS.get(name)!;
  const rows = { ...freeValues(ROWS), banks, rowBytes, timing: DRAMS[name], ...row };
  return { ...roomy().pipeline.memory, latency: 0, bytesPerCycle, burstBytes, rows, ...memory };
}

/** Volts, milliamperes and devices of a sheet, times nanoseconds, in picojoules. */
const DDR4 = 8 * 1.2 * (1000 / 1200);

describe('a command of a DRAM', () => {
  it('takes the energy of the currents of a data sheet', () => {
    const energies = dramCommands(memoryOf('ddr4-2400'))!;
    // 56 cycles at 48 mA, less 39 at 43 and 17 at 34; 4 at 135 - 43 and at 123 - 43; 420 at 250 - 43; one at 43.
    expect(energies.activate).toBeCloseTo((2688 - 1677 - 578) * DDR4, 6);
    expect(energies.read).toBeCloseTo(368 * DDR4, 6);
    expect(energies.write).toBeCloseTo(320 * DDR4, 6);
    expect(energies.refresh).toBeCloseTo(86_940 * DDR4, 6);
    expect(energies.standby).toBeCloseTo(43 * DDR4, 6);
  });

  it('takes what DRAMsim3 adds for it by its configurations DDR4_8Gb_x8_2400 and HBM2_4Gb_x128', () => {
    const { activate, read } = dramCommands(memoryOf('ddr4-2400'))!;
    // The configuration has a tRP of 16 cycles, one less at the difference of 48 and 34 mA.
    expect(activate - 14 * DDR4).toBeCloseTo(3352, 6);
    expect(read).toBeCloseTo(2944, 6);
    const { cycle } = CHANNELS.get('hbm2')!;
    const volts = 1.2 * cycle;
    const expected = {
      activate: (65 * 48 - (55 * 34 + 40 * 14)) * volts,
      read: (390 - 55) * 2 * volts,
      write: (500 - 55) * 2 * volts,
      refresh: (250 - 55) * 260 * volts,
      standby: 55 * volts,
    };
    const energies = dramCommands(memoryOf('hbm2'))!;
    for (const [kind, picojoules] of Object.entries(expected))
      expect(energies[kind as keyof typeof expected], kind).toBeCloseTo(picojoules, 6);
  });

  it('has no energy where the currents are not known, or the memory is not that DRAM', () => {
    expect(DRAM_NAMES.filter((name) => dramCommands(memoryOf(name)) !== null)).toEqual(['ddr4-2400', 'hbm2']);
    const ddr4 = (row: Partial<RowDesign>, memory: Partial<MemoryDesign> = {}) =>
      dramCommands(memoryOf('ddr4-2400', row, memory));
    const slower: DramTiming = { ...DRAMS['ddr4-2400'], tRAS: 40 };
    for (const row of [{ timing: slower }, { timing: null }, { banks: 8 }, { rowBytes: 4096 }, { ranks: 2 }])
      expect(ddr4(row), JSON.stringify(row)).toBeNull();
    for (const memory of [{ bytesPerCycle: 8 }, { burstBytes: 32 }, { rows: null }])
      expect(ddr4({}, memory)).toBeNull();
    expect(ddr4({ ranks: 2, banks: 32 })).toEqual(ddr4({}));
  });
});

describe('the energy of a run', () => {
  /** Quads that read 40 lines of 64 bytes, all in one row, one after the other: a miss waits for the one before it. */
  const columns = Array.from({ length: 40 }, (_, n) => 16 * n);
  const counted = (row: Partial<RowDesign>, memory: Partial<MemoryDesign> = {}) => {
    const design = roomy({ l2: null, outstandingMisses: 1 }, memoryOf('ddr4-2400', row, memory));
    const account = run(design, columns, POINT, 'r8g8b8a8_unorm');
    return { account, energies: dramEnergyOf(design, account)! };
  };

  it('is that of its activations, bursts, refreshes, and of the standby of all ranks in its cycles', () => {
    // A channel at six fifths of the clock of the unit, where a refresh is due each 9360 cycles of the bus.
    const busClock = { cycles: 6, unitCycles: 5 };
    const { account, energies } = counted({}, { busClock, latency: 5000 });
    const busCycles = 1.2 * account.cycles;
    const refreshes = Math.floor(busCycles / 9360);
    expect(refreshes).toBeGreaterThan(20);
    // A miss takes 6000 cycles of the bus, so that there is one after each refresh, which opens the row again.
    expect(energies.activate).toBeCloseTo((1 + refreshes) * 433 * DDR4, 3);
    expect(energies.read).toBeCloseTo(40 * 2944, 3);
    expect(energies.write).toBe(0);
    expect(energies.refresh).toBeCloseTo(refreshes * 86_940 * DDR4, 3);
    expect(energies.standby).toBeCloseTo(busCycles * 43 * DDR4, 3);
  });

  it('has the refreshes and the standby of every rank of every channel', () => {
    const busClock = { cycles: 1, unitCycles: 1 };
    const channels = { count: 4, interleaveBytes: 256 };
    const { account, energies } = counted({ ranks: 2, banks: 32 }, { busClock, channels, latency: 5000 });
    // The ranks of a channel are refreshed in turn, one of them each 4680 cycles.
    const refreshes = Math.floor(account.cycles / 4680);
    expect(energies.refresh).toBeCloseTo(4 * refreshes * 86_940 * DDR4, 3);
    expect(energies.standby).toBeCloseTo(4 * 2 * account.cycles * 43 * DDR4, 3);
  });

  it('has the writes that end it, and the cycles that these take', () => {
    const design = roomy({}, memoryOf('ddr4-2400'));
    const { memory, ...account } = run(design, [0], POINT, 'r8g8b8a8_unorm');
    const written = { ...account, memory: { ...memory, writeBytes: 3 * 64 }, flush: { cycles: 100, bytes: 3 * 64 } };
    const { write, standby } = dramEnergyOf(design, written)!;
    expect(write).toBeCloseTo(3 * 2560, 6);
    expect(standby).toBeCloseTo((account.cycles + 100) * 43 * DDR4, 6);
  });

  it('is not known where that of the commands is not', () => {
    const design = roomy();
    expect(dramEnergyOf(design, run(design, [0]))).toBeNull();
  });
});

describe('the cost of a design', () => {
  const shown = (memory: Partial<MemoryDesign>) => {
    const design = roomy({}, memory);
    const report = areaReport(design, [], '0.55', []);
    return { report, text: areaTerminal(design, report, false) };
  };

  it('has the energy of the commands of its DRAM, where it is known', () => {
    const { report, text } = shown(memoryOf('ddr4-2400'));
    expect(report.dram?.read).toBeCloseTo(2944, 6);
    expect(text).toMatch(/activation and precharge of a row +│ +3 464/);
    expect(text).toMatch(/refresh of a rank +│ +695 520/);
    const without = shown({});
    expect(without.report.dram).toBeNull();
    expect(without.text).not.toContain('DRAM without I/O');
  });
});
