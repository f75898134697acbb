import type { Design } from '../../rtl-model/design/design.ts';
import { writeRoms } from '../../traces/golden/roms.ts';
import { TaskPool } from '../threads/task-pool.ts';
import type { AreaResult } from './area-worker.ts';
import { KnownAreas } from './known-areas.ts';
import { type Instances, modulesOf } from './modules.ts';
import { sourcesOf } from './rtl-sources.ts';
import { type Area, type Synthesis, SynthesisError } from './synthesis.ts';

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
  const areas = syntheses.map((synthesis) => known.get(synthesis));
  const missing = modules.flatMap((_, n) => (areas[n] === null ? [n] : []));
  const pool = new TaskPool<Synthesis, AreaResult>(AREA_WORKER, Math.min(threads, Math.max(1, missing.length)));
  const steps = pool.all(
    missing.map((n) => syntheses[n]),
    (area, task) => {
      if ('refused' in area) throw new SynthesisError(area.refused);
      const n = missing[task];
      known.put(syntheses[n], area);
      areas[n] = area;
    },
  );
  // Synthesis tells nothing before its end: the first module is shown at once.
  if (missing.length > 0) yield { module: modules[missing[0]].module, part: 0 };
  for await (const { task, part } of steps) yield { module: modules[missing[task]].module, part };
  return { modules: modules.map((instances, n) => ({ ...instances, area: areas[n]! })), yosys };
}

/** @throws SynthesisError where the optional package is not installed */
async function yosysVersion(): Promise<string> {
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
    const files = Object.values(parameters).filter((value) => typeof value === 'string');
    return {
      module,
      parameters,
      sources: [...sourcesOf(module), ...files.map((file) => [file, tables.get(file)!] as const)],
    };
  });
}
