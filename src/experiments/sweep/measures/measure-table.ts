import { type Account, unitCycles } from '../../../../pipeline/stages/account.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { CacheTotals } from '../../../../rtl-model/texel-cache/cache-totals.ts';
import { type DramEnergies, dramEnergyOf } from '../../../forms/cost/dram-energy.ts';
import { boundBy } from '../../../simulate/report/report.ts';
import type { ReplayTotals } from '../../replay/caches/lookup-levels.ts';
import type { Deviation } from './deviation.ts';

/** The runs of a sweep: results alone, caches and memory without a clock, or the whole unit with its clock. */
export const SWEEP_MODES = ['function', 'cache', 'cycle'] as const;
export type SweepMode = (typeof SWEEP_MODES)[number];

/** Look-ups of the texel cache and their results in all levels. */
export type LevelFacts = Omit<ReplayTotals, 'passes' | 'misses'>;

/** Everything that measures are made from; null where no measure of the plan needs it. */
export interface Facts {
  readonly design: Design;
  /** Requests of a quad; 0 for a trace of accesses. */
  readonly quads: number;
  readonly account: Account | null;
  readonly levels: LevelFacts | null;
  readonly deviation: Deviation | null;
  /** Rules that fail. */
  readonly failedRules: Readonly<Record<'quick' | 'full', number | null>>;
  readonly memory: { readonly bits: number; readonly cells: number } | null;
  /** In NAND2; null also where no synthesis is known. */
  readonly gates: number | null;
  /** Energy of all requests, and that of a clock without gates, in picojoules. */
  readonly energy: { readonly all: number; readonly ungatedClock: number } | null;
  /** The runs of a study within a row, as JSON. */
  readonly studyRuns: string | null;
}

/** The parts of a run that a measure needs, beside the mode. */
export type Need = 'deviation' | 'quick' | 'full' | 'storage' | 'gates' | 'energy' | 'study';

/** A column of numbers, or of texts, that a sweep computes. */
export interface Measure {
  readonly unit: string;
  readonly doc: string;
  /** The modes that know it. */
  readonly modes: readonly SweepMode[];
  readonly need?: Need;
  readonly isText?: true;
  readonly of: (facts: Facts) => number | string | null;
}

const ALL = SWEEP_MODES;
const CYCLE = ['cycle'] as const;
const LEVELS = ['cache', 'cycle'] as const;
const RESULTS = ['function', 'cycle'] as const;

function timed(unit: string, doc: string, of: (account: Account, facts: Facts) => number | string | null): Measure {
  return { unit, doc, modes: CYCLE, of: (facts) => of(facts.account!, facts) };
}

function looked(unit: string, doc: string, of: (levels: LevelFacts, facts: Facts) => number | null): Measure {
  return { unit, doc, modes: LEVELS, of: (facts) => of(facts.levels!, facts) };
}

function missed(unit: string, doc: string, of: 'accesses' | 'lookups' | 'quads'): Measure {
  return looked(unit, doc, (levels, { quads }) => ratio(misses(levels.cache), { ...levels, quads }[of]));
}

function deviating(unit: string, doc: string, of: (deviation: Deviation) => number): Measure {
  return { unit, doc, modes: RESULTS, need: 'deviation', of: ({ deviation }) => of(deviation!) };
}

function needing(need: Need, unit: string, doc: string, of: (facts: Facts) => number | null): Measure {
  return { unit, doc, modes: ALL, need, of };
}

function ofDram(kind: keyof DramEnergies, doc: string): Measure {
  return timed('pJ/quad', doc, (account, { design, quads }) => {
    const energies = dramEnergyOf(design, account);
    return energies && ratio(energies[kind], quads);
  });
}

/** Every measure by its name, which is that of its column. */
export const MEASURES = {
  quads: { unit: 'quads', doc: 'Requests of a quad each.', modes: ALL, of: ({ quads }) => quads },
  pixels: timed('pixels', 'Active lanes of the quads.', ({ pixels }) => pixels),
  cycles: timed('cycles', 'Cycles from the first request to the last result.', ({ cycles }) => cycles),
  cycles_per_quad: timed('cycles/quad', 'Cycles over quads.', ({ cycles, quads }) => ratio(cycles, quads)),
  latency_mean: timed('cycles', 'Mean latency of a quad.', ({ latency }) => latency.mean),
  latency_p50: timed('cycles', 'Half of the quads took no longer.', ({ latency }) => latency.p50),
  latency_p90: timed('cycles', '90 of 100 quads took no longer.', ({ latency }) => latency.p90),
  latency_p99: timed('cycles', '99 of 100 quads took no longer.', ({ latency }) => latency.p99),
  latency_max: timed('cycles', 'Longest latency of a quad.', ({ latency }) => latency.max),
  filter_utilization: timed(
    '1',
    'Samples over those that the filter takes at its rate.',
    ({ utilization }) => utilization.filter,
  ),
  lookups: looked('look-ups', 'Look-ups of the texel cache.', ({ lookups }) => lookups),
  l1_hits: looked('look-ups', 'Look-ups that the texel cache served.', ({ cache }) => cache.hits),
  victim_hits: looked('look-ups', 'Look-ups that the victim buffer served.', ({ cache }) => cache.victimHits),
  l1_misses: looked('look-ups', 'Look-ups that neither of them served.', ({ cache }) => misses(cache)),
  l1_misses_per_access: missed('1', 'Misses over texel accesses: for comparing layouts and line sizes.', 'accesses'),
  l1_misses_per_quad: missed('misses/quad', 'Misses over quads.', 'quads'),
  l1_miss_ratio: missed('1', 'Misses over look-ups, whose number depends on layout and line size.', 'lookups'),
  l2_hits: looked('look-ups', 'Misses that the L2 served; 0 without one.', ({ cache }) => cache.l2Hits),
  l2_misses: looked('look-ups', 'Misses that the L2 passed on; 0 without one.', ({ cache }) => cache.l2Misses),
  l3_hits: looked('lines', 'Requests that the L3 served; 0 without one.', ({ cache }) => cache.l3Hits),
  l3_misses: looked('lines', 'Requests that the L3 passed on; 0 without one.', ({ cache }) => cache.l3Misses),
  tlb_hits: looked('requests', 'Requests to the L2 or memory whose page the TLB had.', ({ cache }) => cache.tlbHits),
  tlb_misses: looked(
    'requests',
    'Requests whose page the TLB walked for; 0 without one.',
    ({ cache }) => cache.tlbMisses,
  ),
  l2_read_bytes: looked('bytes', 'Bytes from the L2 to the texel cache.', ({ cache }) => cache.l2ReadBytes),
  l2_write_bytes: looked('bytes', 'Bytes given up to an L2 of victims.', ({ cache }) => cache.l2WriteBytes),
  memory_requests: looked('requests', 'Requests to memory.', ({ memory }) => memory.requests),
  memory_bytes: looked('bytes', 'Bytes from memory, in whole bursts.', ({ memory }) => memory.bytes),
  memory_bytes_per_quad: looked('bytes/quad', 'Bytes from memory over quads.', ({ memory }, { quads }) =>
    ratio(memory.bytes, quads),
  ),
  memory_write_bytes: looked('bytes', 'Bytes written to memory, in whole bursts.', ({ memory }) => memory.writeBytes),
  row_hits: looked('requests', 'Parts of requests whose row was open; 0 without rows.', ({ memory }) => memory.rowHits),
  row_misses: looked('requests', 'Parts of requests that opened a row.', ({ memory }) => memory.rowMisses),
  bank_conflicts: looked(
    'cycles',
    'Cycles of passes whose sectors share a bank of the data store.',
    ({ bankConflicts }) => bankConflicts,
  ),
  dram_efficiency: timed(
    '1',
    'Bytes that memory moved over those that its buses could move in all cycles.',
    ({ memory, cycles }, { design }) => ratio(memory.bytes + memory.writeBytes, cycles * peakBytes(design)),
  ),
  memory_utilization: timed('1', 'Share of the cycles in which the memory moved data.', ({ utilization }) => {
    return utilization.memoryBus;
  }),
  unit_imbalance: timed('1', 'Quads of the unit with the most of them over the mean of all units.', (account) => {
    const most = Math.max(...(account.units ?? [account]).map((unit) => unit.quads));
    return ratio(most * unitCycles(account), account.quads * account.cycles);
  }),
  warps_waiting: timed('1', 'Share of the cycles of all units whose cause is the wait of the warps.', (account) =>
    ratio(account.causes.warps, unitCycles(account)),
  ),
  bound_by: {
    ...timed('', 'Cause of most of the cycles without a result.', boundBy),
    isText: true,
  },
  study_runs: {
    unit: '',
    doc: 'Runs of the study of the plan, as JSON; empty without a study that has several in a row.',
    modes: LEVELS,
    need: 'study',
    isText: true,
    of: ({ studyRuns }) => studyRuns,
  },
  error_max: deviating(
    'codes',
    'Largest error against the ideal design, in codes of 8 bits.',
    ({ largest }) => largest,
  ),
  error_mean: deviating('codes', 'Mean error against the ideal design, in codes of 8 bits.', ({ mean }) => mean),
  psnr: deviating('dB', 'Peak signal over the noise against the ideal design; inf without any.', ({ psnr }) => psnr),
  failed_rules: needing(
    'quick',
    'rules',
    "Rules of the plan's profile that fail, by the quick check.",
    ({ failedRules }) => failedRules.quick,
  ),
  failed_rules_full: needing(
    'full',
    'rules',
    "Rules of the plan's profile that fail, by the full check of minutes.",
    ({ failedRules }) => failedRules.full,
  ),
  sram_bits: needing(
    'storage',
    'bits',
    'Bits of tags, data, FIFOs and all other memories of all units and the L2.',
    ({ memory }) => memory?.bits ?? null,
  ),
  sram_cells: needing(
    'storage',
    'cells',
    'Area of these memories, in cells with one port: a port makes every cell of its memory larger.',
    ({ memory }) => memory?.cells ?? null,
  ),
  area_nand2: needing(
    'gates',
    'NAND2',
    'Gates of the datapath modules of all units; empty before `texunit area` has made them.',
    ({ gates }) => gates,
  ),
  energy_per_quad: {
    unit: 'pJ/quad',
    doc: 'Estimate of the energy of a quad: arithmetic, caches, gated clock, DRAM reads and writes.',
    modes: CYCLE,
    need: 'energy',
    of: ({ energy, quads }) => ratio(energy!.all, quads),
  },
  ungated_clock_energy: {
    unit: 'pJ/quad',
    doc: 'Estimate of what the clock would take without gates, every register in every cycle.',
    modes: CYCLE,
    need: 'energy',
    of: ({ energy, quads }) => ratio(energy!.ungatedClock, quads),
  },
  dram_activate_energy: ofDram('activate', 'Energy of rows that a DRAM of known currents opened, with precharges.'),
  dram_read_energy: ofDram('read', 'Energy of the bursts that a DRAM of known currents read, without I/O.'),
  dram_write_energy: ofDram('write', 'Energy of the bursts that a DRAM of known currents wrote, without I/O.'),
  dram_refresh_energy: ofDram('refresh', 'Energy of the refreshes of a DRAM of known currents.'),
  dram_standby_energy: ofDram(
    'standby',
    'Energy of the standby of a DRAM of known currents, as if a row were always open.',
  ),
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly MeasureName[];

const MISSES = ['l1_misses_per_access', 'l1_miss_ratio'] as const;

/** The measures of a plan that names none. */
export const USUAL_MEASURES: Readonly<Record<SweepMode, readonly MeasureName[]>> = {
  function: ['quads', 'error_max', 'error_mean', 'psnr', 'sram_bits'],
  cache: ['quads', 'lookups', 'l1_misses', ...MISSES, 'l2_misses', 'memory_bytes', 'sram_bits'],
  cycle: [
    'quads',
    'cycles',
    'cycles_per_quad',
    'latency_p50',
    'latency_p99',
    ...MISSES,
    'memory_bytes',
    'dram_efficiency',
    'sram_bits',
  ],
};

/** The measures of which more is better; less is better of the others. */
const MORE_IS_BETTER: ReadonlySet<string> = new Set<MeasureName>([
  'filter_utilization',
  'l1_hits',
  'victim_hits',
  'l2_hits',
  'tlb_hits',
  'row_hits',
  'dram_efficiency',
  'psnr',
]);

/** What is good of a measure where a plan does not say it. */
export function usualGoal(name: string): 'least' | 'most' {
  return MORE_IS_BETTER.has(name) ? 'most' : 'least';
}

/** The measure of a name, with all that the table may leave out. */
export function measureOf(name: MeasureName): Measure {
  return MEASURES[name];
}

function misses({ sectorMisses, lineMisses }: CacheTotals): number {
  return sectorMisses + lineMisses;
}

/** Bytes that all channels of the memory move in a cycle of the unit. */
function peakBytes({ pipeline: { memory } }: Design): number {
  const { bytesPerCycle, busClock, channels } = memory;
  return (bytesPerCycle * busClock.cycles * (channels?.count ?? 1)) / busClock.unitCycles;
}

/** Null where nothing was counted. */
function ratio(count: number, of: number): number | null {
  return of === 0 ? null : count / of;
}
