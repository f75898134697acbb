import type { Design } from '../../../rtl-model/design/design.ts';
import { cacheOperations } from './cache-operations.ts';
import { type FieldOperations, fieldOperations, vectorLength } from './field-operations.ts';
import { hasAxes, type Instances, ratesOf } from './modules.ts';
import { gatesOf, NO_OPERATIONS, times } from './operations.ts';

/** An estimate of the logic of a field, which no module has. */
export interface FieldLogic {
  readonly unit: Instances['unit'];
  readonly field: string;
  /** In NAND2, of all units; negative if the field saves logic of the modules. */
  readonly nand2: number;
}

/** The unit that the logic of a place is part of, and the rate that counts it. */
const PLACES: Readonly<
  Record<FieldOperations['of'], readonly [unit: Instances['unit'], count: keyof ReturnType<typeof ratesOf>]>
> = {
  LOD: ['LOD', 'lods'],
  'level weight': ['LOD', 'lanes'],
  coordinates: ['address', 'samples'],
  filter: ['filter', 'filters'],
  result: ['result', 'lanes'],
  cache: ['cache', 'caches'],
  'below all units': ['cache', 'caches'],
};

/** The logic of fields without a module, beside the modules of `modulesOf`. */
export function fieldLogic(design: Design): readonly FieldLogic[] {
  const rates = ratesOf(design);
  const lengths = hasAxes(design) ? times(2, vectorLength({ ...design.lod, componentBits: 'aligned' })) : NO_OPERATIONS;
  return [...fieldOperations(design, lengths), ...cacheOperations(design)].map(({ field, of, operations }) => {
    const [unit, count] = PLACES[of];
    const units = of === 'below all units' ? 1 : design.pipeline.units.count;
    return { unit, field, nand2: units * rates[count] * gatesOf(operations) };
  });
}

/** The sum in NAND2. */
export function nand2Of(logic: readonly FieldLogic[]): number {
  return logic.reduce((total, { nand2 }) => total + nand2, 0);
}
