import type { Design } from '../../../rtl-model/design/design.ts';
import { type AreaProgress, gatesOfDesigns } from '../../forms/cost/area-of-design.ts';
import { fieldLogic } from '../../forms/cost/field-logic.ts';
import { modulesOf } from '../../forms/cost/modules.ts';
import { type Parameter, searched } from './parameters.ts';
import { isPossible, type WidthSweep } from './search.ts';

/** The gates of a design with a width at a value, in NAND2; null where they are not known. */
export type GatesOf = (field: string, value: number) => number | null;

/** The widths of a design on which its modules and the logic of its fields depend. */
export function widthsWithGates(design: Design): readonly Parameter[] {
  const gates = (of: Design) => JSON.stringify([modulesOf(of), fieldLogic(of)]);
  return searched(design).filter((one) => gates(one.with(design, one.value(design)! + 1)) !== gates(design));
}

/**
 * Synthesizes the modules of a design for each value of its widths that was tried, and of other designs.
 *
 * @param cache folder of the areas that are known
 * @returns the gates of the sweeps, and those of the other designs
 * @throws SynthesisError where Yosys is not installed
 */
export async function* gatesOfSweeps(
  design: Design,
  sweeps: readonly WidthSweep[],
  others: readonly Design[],
  threads: number,
  cache: string,
): AsyncGenerator<AreaProgress, readonly [GatesOf, readonly (number | null)[]]> {
  // Arithmetic that a design cannot hold has no module.
  const tried = sweeps.flatMap(({ parameter, trials }) =>
    trials
      .filter(isPossible)
      .map(({ value }) => ({ key: `${parameter.field} ${value}`, design: parameter.with(design, value) })),
  );
  const gates = yield* gatesOfDesigns([...tried.map((one) => one.design), ...others], threads, cache);
  const known = new Map(tried.map(({ key }, n) => [key, gates[n]]));
  return [(field, value) => known.get(`${field} ${value}`) ?? null, gates.slice(tried.length)];
}
