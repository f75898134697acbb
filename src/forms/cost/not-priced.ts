/**
 * Fields that change cycles or hardware and have no price: neither in gates, nor in bits, nor in energy. Banks count in
 * the words of `outcomes` alone. Units count without the logic that joins them. Memory and shader are no part of the
 * unit.
 */
export const NOT_PRICED = [
  'decoder.bc',
  'filter.alignedSum.rounding',
  'filter.rate',
  'cache.banks',
  'cache.dataPorts',
  'cache.portSharing',
  'cache.replacement',
  'cache.missQueue',
  'cache.missesPerCycle',
  'cache.missLatency',
  'cache.coalescing',
  'cache.replay',
  'cache.fill',
  'cache.l2.latency',
  'cache.l2.dataLatency',
  'cache.l2.banks',
  'cache.l2.ports',
  'cache.l2.bytesPerCycle',
  'cache.l2.busClock',
  'pipeline.latency',
  'pipeline.requestsInFlight',
  'pipeline.units.count',
  'pipeline.units.arbitration',
];

/** A sentence on the fields without a price among fields and parts of a design, by their paths; empty without any. */
export function notPricedText(paths: readonly string[]): string {
  const fields = NOT_PRICED.filter((field) =>
    paths.some((path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`)),
  );
  return fields.length === 0 ? '' : `Not priced in gates, bits and energy (docs/area.md): ${fields.join(', ')}.`;
}
