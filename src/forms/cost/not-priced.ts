/**
 * Fields that change cycles or hardware and have no price: neither in gates, nor in bits and their area, nor in energy.
 * Memory and shader are no part of the unit.
 */
export const NOT_PRICED = [
  'decoder.bc',
  'filter.alignedSum.rounding',
  'filter.rate',
  'cache.portSharing',
  'cache.replacement',
  'cache.replay',
  'cache.writes',
  'cache.fill.turnaroundCycles',
  'cache.fill.tags',
  'cache.tlb.walkLatency',
  'cache.l2.latency',
  'cache.l2.dataLatency',
  'cache.l2.busClock',
  'cache.l3.latency',
  'cache.l3.dataLatency',
  'pipeline.requestsInFlight',
  'pipeline.units.arbitration',
];

/** A sentence on the fields without a price among fields and parts of a design, by their paths; empty without any. */
export function notPricedText(paths: readonly string[]): string {
  const fields = NOT_PRICED.filter((field) =>
    paths.some((path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`)),
  );
  return fields.length === 0 ? '' : `Not priced in gates, bits and energy (docs/area.md): ${fields.join(', ')}.`;
}
