import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { FieldOperations } from './field-operations.ts';
import { select } from './operations.ts';
import { addressBits, l2Ports, mostMisses } from './storage.ts';

const TAP_BYTES = 4;

/**
 * The selections that join ports, banks and units: each further one is a further place that a word can come from, and has
 * none where there is one. Arbiters are not counted.
 */
export function cacheOperations({ cache, pipeline: { units } }: Design): readonly FieldOperations[] {
  const { banks, dataPorts, tagsPerCycle, sectorBytes, l2 } = cache;
  // A tap takes one of the words of every sector that is read in a cycle.
  const words = PASS_TAPS * 8 * Math.max(TAP_BYTES, sectorBytes);
  const request = addressBits(sectorBytes);
  const misses = mostMisses(cache);
  const requests = units.count * misses;
  // A further port of the L2 takes the request of any unit, and gives its bytes to any.
  const l2Selections =
    l2 === null
      ? []
      : [
          { field: 'cache.l2.banks', ports: l2.banks - 1 },
          { field: 'cache.l2.ports', ports: l2.banks * (l2Ports(l2) - 1) },
        ];
  const rows: readonly FieldOperations[] = [
    { field: 'cache.banks', of: 'cache', operations: select((banks - 1) * words) },
    { field: 'cache.dataPorts', of: 'cache', operations: select(banks * (dataPorts - 1) * words) },
    {
      field: 'cache.missesPerCycle',
      of: 'cache',
      operations: select((misses - 1) * tagsPerCycle * request),
    },
    {
      field: 'pipeline.units.count',
      of: 'below all units',
      operations: select((units.count - 1) * misses * request),
    },
    ...l2Selections.map(({ field, ports }) => ({
      field,
      of: 'below all units' as const,
      operations: select(ports * (requests * request + units.count * 8 * (l2?.bytesPerCycle ?? 0))),
    })),
  ];
  return rows.filter(({ operations: { selects } }) => selects > 0);
}
