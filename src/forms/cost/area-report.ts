import type { Design } from '../../../rtl-model/design/design.ts';
import type { Refused } from './area-worker.ts';
import type { ModuleArea } from './area-of-design.ts';
import { ungatedClock } from './clock-energy.ts';
import { dramCommands } from './dram-energy.ts';
import { energyOf, quadWork } from './energy.ts';
import { fieldLogic, nand2Of } from './field-logic.ts';
import { NOT_PRICED } from './not-priced.ts';
import { plainState } from '../../designs/plain-state.ts';
import { bitsOf, areaInCells, memoriesOf, storesOf } from './storage.ts';
import { isMacro, macroArea, macroLeakage } from './sram-macros.ts';
import { stageClocks } from './stages.ts';
import type { Area } from './synthesis/synthesis.ts';
import type { Placement } from './synthesis/placement.ts';
import type { Timing } from './synthesis/timing.ts';

/** Times and places of modules, one by one; null where they were not asked for. */
interface Measured {
  readonly times?: readonly (Timing | Refused)[] | null;
  readonly places?: readonly (Placement | Refused)[] | null;
}

/**
 * @param modules as `areaOfDesign` finds them
 * @param yosys its version
 * @param ideal the design's ideal fields
 * @param measured as `timingOfDesign` and `placementsOfDesign` find them
 */
export function areaReport(
  design: Design,
  modules: readonly ModuleArea[],
  yosys: string,
  ideal: readonly string[],
  { times = null, places = null }: Measured = {},
) {
  const memories = memoriesOf(design, plainState(design));
  const stores = storesOf(memories, design);
  const macros = stores.filter((store) => isMacro(store));
  const fields = fieldLogic(design);
  const total = totalOf(modules);
  return {
    /** The synthesizer and its version. */
    synthesizer: `Yosys ${yosys}`,
    /** The datapath modules of the plain path. */
    modules,
    /** The times of these modules, one by one, and the clocks of their stages. */
    ...(times === null ? {} : { timing: { modules: times, stages: stageClocks(modules, times, design) } }),
    /** The modules on an iCE40 HX8K, one by one. */
    ...(places === null ? {} : { placements: places }),
    /** An estimate of the logic of fields that no module has. */
    fields,
    /** Its NAND2 are among them. */
    total: { ...total, nand2: total.nand2 + nand2Of(fields) },
    /** Tags, data, FIFOs: bits of memory that are no logic. */
    memories: stores,
    memoryBits: bitsOf(stores),
    /** Cells with one port that take as much area. */
    memoryCells: areaInCells(stores),
    /** The area of those that are SRAM macros, in 130 nm and square micrometres, and their leakage in nanowatts. */
    memoryArea: macros.reduce((sum, store) => sum + macroArea(store), 0),
    leakage: macros.reduce((sum, store) => sum + macroLeakage(store), 0),
    /** Estimates of the energy of a quad whose samples all hit the cache. */
    energy: {
      bilinear: energyOf(design, memories, quadWork(1, design)),
      trilinear: energyOf(design, memories, quadWork(2, design)),
    },
    /** Estimate of the clock of a cycle without gates, in picojoules. */
    ungatedClock: ungatedClock(design, memories),
    /** Estimates of the energy of one command of the DRAM of each kind, in picojoules; null where they are not known. */
    dram: dramCommands(design.pipeline.memory),
    /** Fields without a width, whose logic is not counted. */
    ideal,
    /** Fields that change cycles and are in none of these numbers. */
    notPriced: NOT_PRICED,
  };
}

/** The cost of a design. */
export type AreaReport = Readonly<ReturnType<typeof areaReport>>;

function totalOf(modules: readonly ModuleArea[]): Area {
  const sum = (of: (area: Area) => number) => modules.reduce((total, { count, area }) => total + count * of(area), 0);
  return {
    nand2: sum(({ nand2 }) => nand2),
    flipFlops: sum(({ flipFlops }) => flipFlops),
    ice40: { luts: sum(({ ice40 }) => ice40.luts), carries: sum(({ ice40 }) => ice40.carries) },
    ecp5: {
      luts: sum(({ ecp5 }) => ecp5.luts),
      carries: sum(({ ecp5 }) => ecp5.carries),
      multipliers: sum(({ ecp5 }) => ecp5.multipliers),
    },
  };
}
