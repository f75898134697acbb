import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import type { Design, L2Design } from '../../../rtl-model/design/design.ts';
import type { FieldOperations } from './field-operations.ts';
import { type Operations, select } from './operations.ts';
import { mostLookUps, mostMisses } from '../../../rtl-model/texel-cache/look-ups.ts';
import { addressBits, l2Ports } from './storage.ts';

const TAP_BYTES = 4;

/**
 * The selections that join ports, banks and units: each further one is a further place that a word can come from, and has
 * none where there is one. Arbiters are not counted.
 */
export function cacheOperations({ cache, pipeline: { units } }: Design): readonly FieldOperations[] {
  const { banks, dataPorts, tagsPerCycle, sectorsPerTag, lineBytes, sectorBytes, l2 } = cache;
  // A tap takes one of the words of every sector that is read in a cycle.
  const words = PASS_TAPS * 8 * Math.max(TAP_BYTES, sectorBytes);
  const request = addressBits(sectorBytes);
  const misses = mostMisses(cache);
  const ofUnit = [
    { field: 'cache.banks', operations: select((banks - 1) * words) },
    { field: 'cache.dataPorts', operations: select(banks * (dataPorts - 1) * words) },
    // A look-up takes the bit of its sector, once the tag is found.
    {
      field: 'cache.sectorsPerTag',
      operations: select((sectorsPerTag - 1) * tagsPerCycle * (lineBytes / sectorBytes - 1)),
    },
    { field: 'cache.missesPerCycle', operations: select((misses - 1) * mostLookUps(cache) * request) },
  ];
  const ownL2 = l2?.sharing === 'none';
  const ofL2 = l2 === null ? [] : l2Operations(l2, misses * request, ownL2 ? 1 : units.count);
  const shared = [
    { field: 'pipeline.units.count', operations: select((units.count - 1) * misses * request) },
    ...(ownL2 ? [] : ofL2),
  ];
  return [
    ...[...ofUnit, ...(ownL2 ? ofL2 : [])].map((row) => ({ ...row, of: 'cache' as const })),
    ...shared.map((row) => ({ ...row, of: 'below all units' as const })),
  ].filter(({ operations: { selects } }) => selects > 0);
}

/** A further port takes the request of any unit, and gives its bytes to any. @param requests bits of a unit's in a cycle */
function l2Operations(
  l2: L2Design,
  requests: number,
  units: number,
): readonly { readonly field: string; readonly operations: Operations }[] {
  const bits = units * (requests + 8 * l2.bytesPerCycle);
  return [
    { field: 'cache.l2.banks', operations: select((l2.banks - 1) * bits) },
    { field: 'cache.l2.ports', operations: select(l2.banks * (l2Ports(l2) - 1) * bits) },
  ];
}
