import type { Design } from '../../../rtl-model/design/design.ts';
import { TaskPool } from '../../platform/threads/task-pool.ts';
import { romTexts } from '../golden/roms.ts';
import { sourcesOf } from '../rtl/rtl-sources.ts';
import type { AreaTask, Refused } from './area-worker.ts';
import { KnownAreas, type Known } from './known-areas.ts';
import { fieldLogic, nand2Of } from './field-logic.ts';
import { type Instances, modulesOf } from './modules.ts';
import { registersOf } from './stages.ts';
import { type Area, type Gates, type Synthesis, SynthesisError } from './synthesis/synthesis.ts';
import { type Placement, placementVersion } from './synthesis/placement.ts';
import { type Timing, timingVersion } from './synthesis/timing.ts';

const AREA_WORKER = new URL('./area-worker', import.meta.url);

/** Modules of a unit, and the area of one of them. */
export interface ModuleArea<A = Area> extends Instances {
  readonly area: A;
}

/** The progress of `areaOfDesign`: the module that was done last, and the part of all that is done. */
export interface AreaProgress {
  readonly module: string;
  readonly part: number;
}

/**
 * Synthesizes the datapath modules of a design on threads, but for those with a known area.
 *
 * @param cache folder of the areas that are known
 * @returns the modules, and the version of Yosys that gave their areas
 * @throws SynthesisError
 */
export async function* areaOfDesign(design: Design, threads: number, cache: string) {
  const yosys = await yosysVersion();
  const [modules] = yield* synthesized<Area>([design], 'area', threads, cache, yosys);
  for (const { area } of modules) if ('refused' in area) throw new SynthesisError(area.refused);
  return { modules: modules as readonly ModuleArea[], yosys };
}

/**
 * The times of the datapath modules of a design, which are found on threads as areas are; the reason for a module that has
 * none.
 *
 * @param cache as `areaOfDesign`
 * @throws SynthesisError, which names the package of a program that is missing
 */
export async function* timingOfDesign(design: Design, threads: number, cache: string) {
  const version = JSON.stringify([await yosysVersion(), timingVersion()]);
  const [modules] = yield* synthesized<Timing>([design], 'timing', threads, cache, version);
  return modules.map(({ area }) => area);
}

/**
 * The modules of a design on an iCE40, as `timingOfDesign` finds their times.
 *
 * @throws SynthesisError, which names the package of a program that is missing
 */
export async function* placementsOfDesign(design: Design, threads: number, cache: string) {
  const version = JSON.stringify([await yosysVersion(), placementVersion()]);
  const [modules] = yield* synthesized<Placement>([design], 'placement', threads, cache, version);
  return modules.map(({ area }) => area);
}

/**
 * The gates of the datapath modules of designs and of the logic of their fields, in NAND2. Modules that designs share are synthesized once. Null for a
 * design with a module that cannot be synthesized.
 *
 * @param cache as `areaOfDesign`
 * @throws SynthesisError where the optional package is not installed
 */
export async function* gatesOfDesigns(
  designs: readonly Design[],
  threads: number,
  cache: string,
): AsyncGenerator<AreaProgress, readonly (number | null)[]> {
  const all = yield* synthesized<Gates>(designs, 'gates', threads, cache, await yosysVersion());
  return all.map((modules, n) => gatesIn(designs[n], modules));
}

/**
 * The gates of the datapath modules of a design and of the logic of its fields in NAND2, null where one of them has not been synthesized before.
 *
 * @param cache as `areaOfDesign`
 * @throws SynthesisError where the optional package is not installed
 */
export async function knownGates(design: Design, cache: string): Promise<number | null> {
  const known = new KnownAreas(cache, await yosysVersion());
  const modules = modulesOf(design);
  const syntheses = synthesesOf(design, modules);
  return gatesIn(
    design,
    modules.map((instances, n) => ({ ...instances, area: known.gates(syntheses[n]) })),
  );
}

function gatesIn(design: Design, modules: readonly ModuleArea<Gates | Refused | null>[]): number | null {
  return modules.reduce(
    (sum: number | null, { count, area }) => {
      return sum === null || area === null || 'refused' in area ? null : sum + count * area.nand2;
    },
    nand2Of(fieldLogic(design)),
  );
}

/** The modules of each design with their areas: those that are not known are synthesized, each once. */
async function* synthesized<A extends Known>(
  designs: readonly Design[],
  result: AreaTask['result'],
  threads: number,
  cache: string,
  version: string,
): AsyncGenerator<AreaProgress, readonly (readonly ModuleArea<A | Refused>[])[]> {
  const known = new KnownAreas(cache, version);
  const areas = new Map<string, A | Refused | null>();
  const tasks: { readonly key: string; readonly task: AreaTask }[] = [];
  const all = designs.map((design) => {
    const modules = modulesOf(design);
    return synthesesOf(design, modules).map((module, n) => {
      // Times and places alone depend on the registers of the stage.
      const isTimed = result === 'timing' || result === 'placement';
      const synthesis = isTimed ? { ...module, registers: registersOf(modules[n], design) } : module;
      const task = { result, synthesis, cache, version } as AreaTask;
      const key = JSON.stringify(synthesis);
      if (!areas.has(key)) {
        const area = knownIn(known, task) as A | null;
        areas.set(key, area);
        if (area === null) tasks.push({ key, task });
      }
      return { ...modules[n], key };
    });
  });
  const pool = new TaskPool<AreaTask, A | Refused>(AREA_WORKER, Math.min(threads, Math.max(1, tasks.length)));
  const progress = (n: number, part: number) => ({ module: tasks[n].task.synthesis.module, part });
  const steps = pool.all(
    tasks.map(({ task }) => task),
    (area, n) => {
      areas.set(tasks[n].key, area);
    },
  );
  // Synthesis reports nothing before its end: the first module is shown at once.
  if (tasks.length > 0) yield progress(0, 0);
  for await (const { task, part } of steps) yield progress(task, part);
  return all.map((modules) => modules.map(({ key, ...instances }) => ({ ...instances, area: areas.get(key)! })));
}

function knownIn(known: KnownAreas, task: AreaTask): Known | null {
  if (task.result === 'timing' || task.result === 'placement') return known.timed(task.synthesis);
  return task.result === 'gates' ? known.gates(task.synthesis) : known.get(task.synthesis);
}

/** The version of Yosys. @throws SynthesisError where the optional package is not installed */
export async function yosysVersion(): Promise<string> {
  try {
    return (await import('@yowasp/yosys')).version;
  } catch (cause) {
    throw new SynthesisError('the package @yowasp/yosys is not installed: npm install @yowasp/yosys', { cause });
  }
}

/** The syntheses of modules: their sources, parameters and the tables that they read. */
export function synthesesOf(design: Design, modules: readonly Instances[]): readonly Synthesis[] {
  const tables = romTexts(design);
  return modules.map(({ module, parameters }) => {
    const files = Object.values(parameters).flatMap((value) => [...tables].filter(([name]) => name === value));
    return { module, parameters, sources: [...sourcesOf(module), ...files] };
  });
}
