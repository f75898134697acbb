import type { Design } from '../../../rtl-model/design/design.ts';
import { writeRoms } from '../golden/roms.ts';
import { TaskPool } from '../../platform/threads/task-pool.ts';
import type { AreaTask, Refused } from './area-worker.ts';
import { KnownAreas } from './known-areas.ts';
import { type Instances, modulesOf } from './modules.ts';
import { sourcesOf } from '../rtl/rtl-sources.ts';
import { type Area, type Gates, type Synthesis, SynthesisError } from './synthesis.ts';

const AREA_WORKER = new URL('./area-worker', import.meta.url);

/** Modules of a unit, and the area of one of them. */
export interface ModuleArea extends Instances {
  readonly area: Area;
}

/** The datapath modules of a design, and the version of Yosys that gave their areas. */
export interface DesignArea {
  readonly modules: readonly ModuleArea[];
  readonly yosys: string;
}

/** The progress of `areaOfDesign`: the module that was done last, and the part of all that is done. */
export interface AreaProgress {
  readonly module: string;
  readonly part: number;
}

/**
 * Synthesizes the datapath modules of a design, those that are not known, on threads.
 *
 * @param cache folder of the areas that are known
 * @throws SynthesisError
 */
export async function* areaOfDesign(
  design: Design,
  threads: number,
  cache: string,
): AsyncGenerator<AreaProgress, DesignArea> {
  const yosys = await yosysVersion();
  const known = new KnownAreas(cache, yosys);
  const modules = modulesOf(design);
  const syntheses = synthesesOf(design, modules);
  const areas = yield* synthesized(
    syntheses.map((synthesis) => ({ synthesis, gatesOnly: false, cache, yosys })),
    syntheses.map((synthesis) => known.get(synthesis)),
    threads,
  );
  const refused = areas.find((area) => 'refused' in area);
  if (refused !== undefined) throw new SynthesisError(refused.refused);
  return { modules: modules.map((instances, n) => ({ ...instances, area: areas[n] as Area })), yosys };
}

/**
 * The gates of the datapath modules of designs, in NAND2. Modules that designs share are synthesized once. Null for a
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
  const yosys = await yosysVersion();
  const known = new KnownAreas(cache, yosys);
  const modules = designs.map(modulesOf);
  const all = new Map<string, Synthesis>();
  const keys = designs.map((design, n) =>
    synthesesOf(design, modules[n]).map((synthesis) => {
      const key = JSON.stringify(synthesis);
      all.set(key, synthesis);
      return key;
    }),
  );
  const syntheses = [...all.values()];
  const gates = yield* synthesized(
    syntheses.map((synthesis) => ({ synthesis, gatesOnly: true, cache, yosys })),
    syntheses.map((synthesis) => known.gates(synthesis)),
    threads,
  );
  const gatesOf = new Map([...all.keys()].map((key, n) => [key, gates[n]]));
  return keys.map((of, n) =>
    of.reduce((total: number | null, key, m) => {
      const one = gatesOf.get(key)!;
      return total === null || 'refused' in one ? null : total + modules[n][m].count * one.nand2;
    }, 0),
  );
}

/**
 * The gates of the datapath modules of a design in NAND2, null where one of them has not been synthesized before.
 *
 * @param cache as `areaOfDesign`
 * @throws SynthesisError where the optional package is not installed
 */
export async function knownGates(design: Design, cache: string): Promise<number | null> {
  const known = new KnownAreas(cache, await yosysVersion());
  const modules = modulesOf(design);
  const gates = synthesesOf(design, modules).map((synthesis) => known.gates(synthesis));
  return gates.reduce((sum: number | null, one, n) => {
    return sum === null || one === null ? null : sum + modules[n].count * one.nand2;
  }, 0);
}

/** Carries out the tasks whose areas are not known. */
async function* synthesized<A extends Gates>(
  tasks: readonly AreaTask[],
  known: readonly (A | null)[],
  threads: number,
): AsyncGenerator<AreaProgress, readonly (A | Refused)[]> {
  const areas: (A | Refused | null)[] = [...known];
  const places = known.flatMap((area, n) => (area === null ? [n] : []));
  const missing = places.map((n) => tasks[n]);
  const pool = new TaskPool<AreaTask, A | Refused>(AREA_WORKER, Math.min(threads, Math.max(1, missing.length)));
  const steps = pool.all(missing, (area, task) => {
    areas[places[task]] = area;
  });
  // Synthesis tells nothing before its end: the first module is shown at once.
  if (missing.length > 0) yield { module: missing[0].synthesis.module, part: 0 };
  for await (const { task, part } of steps) yield { module: missing[task].synthesis.module, part };
  return areas as readonly (A | Refused)[];
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
  const tables = new Map<string, string>();
  writeRoms(design, (name) => (text) => tables.set(name, (tables.get(name) ?? '') + text));
  return modules.map(({ module, parameters }) => {
    const files = Object.values(parameters).filter(
      (value) => typeof value === 'string' && value.endsWith('.mem'),
    ) as string[];
    return {
      module,
      parameters,
      sources: [...sourcesOf(module), ...files.map((file) => [file, tables.get(file)!] as const)],
    };
  });
}
