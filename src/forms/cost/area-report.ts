import type { Design } from '../../../rtl-model/design/design.ts';
import type { ModuleArea } from './area-of-design.ts';
import { type Energy, energyOf, quadWork } from './energy.ts';
import { NOT_PRICED } from './not-priced.ts';
import { plainState } from '../../designs/plain-state.ts';
import { bitsOf, memoriesOf, type Storage, storesOf } from './storage.ts';
import type { Area } from './synthesis.ts';

/** The cost of a design. */
export interface AreaReport {
  /** The synthesizer and its version. */
  readonly synthesizer: string;
  /** The datapath modules of the plain path. */
  readonly modules: readonly ModuleArea[];
  readonly total: Area;
  /** Tags, data, FIFOs: bits of memory that are no logic. */
  readonly memories: readonly Storage[];
  readonly memoryBits: number;
  /** Estimates of the energy of a quad whose samples all hit the cache. */
  readonly energy: { readonly bilinear: readonly Energy[]; readonly trilinear: readonly Energy[] };
  /** Fields without a width, whose logic is not counted. */
  readonly ideal: readonly string[];
  /** Fields that change cycles and are in none of these numbers. */
  readonly notPriced: readonly string[];
}

/** @param modules as `areaOfDesign` finds them  @param yosys its version  @param ideal the design's ideal fields */
export function areaReport(
  design: Design,
  modules: readonly ModuleArea[],
  yosys: string,
  ideal: readonly string[],
): AreaReport {
  const memories = memoriesOf(design, plainState(design));
  const stores = storesOf(memories, design);
  return {
    synthesizer: `Yosys ${yosys}`,
    modules,
    total: totalOf(modules),
    memories: stores,
    memoryBits: bitsOf(stores),
    energy: {
      bilinear: energyOf(design, memories, quadWork(1, design)),
      trilinear: energyOf(design, memories, quadWork(2, design)),
    },
    ideal,
    notPriced: NOT_PRICED,
  };
}

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
