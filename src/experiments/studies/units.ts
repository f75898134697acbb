import type { Design, L2Design } from '../../../rtl-model/design/design.ts';
import { shortened } from '../../../traces/encodings/names.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { measured } from '../../platform/pages/wording.ts';
import { heldUpBy } from '../../simulate/report/words.ts';
import type { StudyColumn, StudyDescription, StudyRow } from './study-report.ts';

/** A run with so many units. */
function unitsRun({ scene, design, measures, baseline }: StudyRow) {
  const { distribution, count } = design.pipeline.units;
  const { quads, pixels, cycles } = measures;
  return {
    scene,
    distribution,
    units: count,
    quads,
    cycles,
    /** Throughput relative to that of one unit. */
    speedup: baseline.cycles / cycles,
    /** Bytes read from memory, and those that came from the L2 to the units, for each pixel. */
    memoryBytesPerPixel: measures.memory_bytes / pixels,
    l2BytesPerPixel: measures.l2_read_bytes / pixels,
    /** Quads of the unit with the most of them, over the mean. */
    imbalance: measures.unit_imbalance,
    /** Share of the cycles in which the memory's bus moved data. */
    memoryBus: measures.memory_utilization,
    /** The cause of most of the cycles without a result. */
    boundBy: measures.bound_by,
  };
}

export type UnitsRun = Readonly<ReturnType<typeof unitsRun>>;

/** A unit pays if the throughput grows by this part of what the first unit has. */
const PAYS = 0.5;

/** The largest number of units up to which each step pays: it adds at least PAYS of a unit for each unit of the step. */
export function unitsThatPay(runs: readonly UnitsRun[]): number {
  const steps = runs.slice(1);
  const last = steps.findIndex(({ speedup, units }, n) => speedup - runs[n].speedup < PAYS * (units - runs[n].units));
  return runs.at(last)!.units;
}

/** Several units on one L2: each scene and distribution by the number of units, rising. */
export const UNITS: StudyDescription<UnitsRun> = {
  version: 1,
  measures: [
    'quads',
    'pixels',
    'cycles',
    'unit_imbalance',
    'memory_bytes',
    'l2_read_bytes',
    'memory_utilization',
    'bound_by',
  ],
  runOf: unitsRun,
  question: 'How much faster several texture units are on one L2 and one memory.',
  title: 'Does one more texture unit pay?',
  setting: () => ' in tiles order · trilinear · one L2 and one memory',
  sections: (runs) => [
    {
      title: 'Speedup over the number of units',
      note:
        `Throughput relative to that of one unit. A unit pays in the table below if it adds at least ${PAYS} of what the ` +
        'first one has. Dashed is the ideal: each unit adds as much as the first. A curve bends where the shared L2 and ' +
        'memory, or the share of the busiest unit, sets the pace.',
      ...overUnits(runs, 'Speedup', 'speedup', ({ speedup }) => speedup),
      goal: { name: 'ideal', at: (units) => units, until: Math.max(...runs.map(({ speedup }) => speedup)) },
    },
    {
      title: 'Traffic over the number of units',
      note: 'Bytes that the units get from the L2, for each pixel: lines that several units have are fetched several times.',
      ...overUnits(runs, 'Traffic', 'bytes a pixel', ({ l2BytesPerPixel }) => l2BytesPerPixel),
    },
    {
      title: 'Balance over the number of units',
      note: 'Quads of the unit with the most of them, over the mean of all: 1 if all have the same.',
      ...overUnits(runs, 'Imbalance', 'most over mean', ({ imbalance }) => imbalance),
    },
  ],
  caseOf: ({ scene, distribution }) => `${scene} ${distribution}`,
  columns(all) {
    const counts = [...new Set(all.map(({ units }) => units))];
    const most = counts.at(-1)!;
    const ofOne = (runs: readonly UnitsRun[], of: (run: UnitsRun) => number) =>
      measured(of(runs.at(-1)!) / of(runs[0]));
    return [
      ['scene', ([{ scene }]) => scene],
      ['distribution', ([{ distribution }]) => distribution],
      ['quads a cycle of one unit', ([{ quads, cycles }]) => measured(quads / cycles)],
      ...counts.slice(1).map((count, n): StudyColumn<UnitsRun> => {
        return [`speedup of ${count}`, (runs) => measured(runs[n + 1].speedup)];
      }),
      ['units that pay', (runs) => String(unitsThatPay(runs))],
      [`memory bytes, ${most} of one`, (runs) => ofOne(runs, ({ memoryBytesPerPixel }) => memoryBytesPerPixel)],
      [`L2 bytes, ${most} of one`, (runs) => ofOne(runs, ({ l2BytesPerPixel }) => l2BytesPerPixel)],
      [`${most} held up most by`, (runs) => heldUpBy(runs.at(-1)!.boundBy)],
    ];
  },
};

/** The plots of a quantity over the number of units, one for each distribution. */
function overUnits(runs: readonly UnitsRun[], title: string, label: string, of: (run: UnitsRun) => number) {
  return {
    runs,
    plot: ({ distribution }: UnitsRun) => `${title}, quads given out by ${distribution}`,
    curve: ({ scene }: UnitsRun) => scene,
    x: {
      label: 'units',
      of: ({ units }: UnitsRun) => units,
      scale: (units: readonly number[]) => linearScale(1, Math.max(...units)),
    },
    y: { label, of, scale: () => linearScale(0, Math.max(...runs.map(of)), measured) },
  };
}

/** The end of the name of a design that has got an L2, which the report leaves out. */
export const WITH_L2 = ', with an L2';

/**
 * The design with an L2 that several units can have: its own, or else that of the study. An L2 of victims becomes one
 * that keeps what it misses.
 */
export function unitsBase(design: Design, studyL2: L2Design): Design {
  const { cache } = design;
  const own = cache.l2 ?? { ...studyL2, lineBytes: Math.max(studyL2.lineBytes, cache.lineBytes) };
  const l2: L2Design = own.allocation === 'victim' ? { ...own, allocation: 'on-miss' } : own;
  return l2 === cache.l2
    ? design
    : { ...design, name: shortened(`${design.name}${WITH_L2}`, 'beginning'), cache: { ...cache, l2 } };
}
