import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn, list, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { fieldsWithoutRtl, MOST_WAYS } from '../../../src/forms/rtl/without-rtl.ts';
import { DEEP } from '../programs.ts';
import { UNIT_L2 } from './unit-designs.ts';
import { Dice } from '../../oracle/dice.ts';

const PRESET = PRESETS.get('d3d11.3-synthesizable')!;

/** The fields that the unit of the preset has a value of, by path; a part that is null there has none, but for two in a long run. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...[...fieldsIn(DESIGN.fields)]
    .filter(([path, { kind }]) => kind !== 'text' && kind !== 'part' && valueAt(PRESET, path) !== undefined)
    .map(([path, field]) => [path, path === 'cache.ways' ? { ...field, max: MOST_WAYS } : field] as const),
  ...(DEEP ? ['cache.prefetch', 'cache.l2'] : []).map((path) => [path, list(0, [])] as const),
]);

/** The least and the greatest value of a field of numbers; none of another. */
function edgesOf(field: Field): readonly unknown[] {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return [field.min, field.max];
    case 'extent':
      return [
        [field.min, field.min],
        [field.max, field.max],
      ];
    default:
      return [];
  }
}

/** Each edge of each field, as `path=value`. */
export const EDGES: readonly string[] = [...FIELDS].flatMap(([path, field]) =>
  edgesOf(field).map((value) => edgeName(path, value)),
);

function edgeName(path: string, value: unknown): string {
  return `${path}=${JSON.stringify(value)}`;
}

/** The edges that a design has. */
export function edgesIn(design: Design): readonly string[] {
  return [...FIELDS].flatMap(([path, field]) => {
    const value = JSON.stringify(valueAt(design, path));
    return edgesOf(field).some((edge) => JSON.stringify(edge) === value) ? [`${path}=${value}`] : [];
  });
}

/** Any value of a field: small integers as likely as large ones. */
function anyValue(path: string, field: Field, dice: Dice): unknown {
  switch (field.kind) {
    case 'integer': {
      const exponent = dice.integer(0, Math.floor(Math.log2(field.max)));
      const value = field.powerOfTwo ? 2 ** exponent : dice.integer(0, 2 ** (exponent + 1));
      return Math.min(field.max, Math.max(field.min, value));
    }
    case 'number':
      return dice.real(field.min, field.max);
    case 'extent':
      return [dice.integer(field.min, field.max), dice.integer(field.min, field.max)];
    case 'choice':
      return dice.pick(field.values);
    case 'flag':
      return dice.chance(0.5);
    case 'list':
      return dice.pick(LISTS[path]);
    default:
      throw new RangeError(`${path} has no values to draw`);
  }
}

const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  // Slopes and selected bits have no SystemVerilog; tables of log2 and of sRGB are in UNIT_DESIGNS.
  'lod.log2Table.entries': [null],
  'filter.srgbTable': [null],
  'lod.levelWeightSlopes': [null],
  'cache.indexBits': [null],
  'cache.prefetch': [null, ...[1, 3, 8, 40].map((sectors) => ({ next: 'line', sectors }))],
  'cache.l2': [
    null,
    UNIT_L2,
    { ...UNIT_L2, lineBytes: 1024, sets: 1, ways: 7, latency: 3, dataLatency: 0, bytesPerCycle: 4096 },
    {
      ...UNIT_L2,
      lineBytes: 256,
      sets: 64,
      ways: 1,
      setIndex: 'modulo',
      latency: 100,
      dataLatency: 300,
      bytesPerCycle: 3,
    },
  ],
  'lod.anisotropicRates': [[1], [1, 2], [1, 6, 127], [1, 2, 4, 8, 16], Array.from({ length: 127 }, (_, n) => n + 1)],
  'lod.levelWeightCurve': [
    null,
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0.25, 0],
      [0.5, 0.75],
      [0.75, 1],
    ],
  ],
};

/** The fields at fault in a design: none where it is one, the unit can be built, and a miss is simulated in seconds. */
function faultsOf(design: Design): readonly string[] {
  const faults = [...widthFaults(design), ...fieldsWithoutRtl(design)].map(({ field }) => field);
  const { cache, pipeline } = design;
  const isLarge = cache.sets * cache.ways * cache.lineBytes > 2 ** 26;
  const isSlow =
    isLarge || cycleEffort(design) > 10 || (1000 + pipeline.memory.latency) * cycleEffort(design) > MOST_EFFORT;
  return isSlow ? [...faults, ...SLOW_FIELDS] : faults;
}

/** Cycles of a simple unit that a simulator makes in a few seconds. */
export const MOST_EFFORT = 100_000;

/** The time of a cycle of the unit in a simulator, about 1 for a simple unit. */
export function cycleEffort({ cache, pipeline }: Design): number {
  const lookUps = Math.min(16, cache.tagsPerCycle) * (cache.ways ** 2 + 10 * (cache.prefetch?.sectors ?? 0));
  const registers = Object.values(pipeline.latency).reduce((sum, latency) => sum + latency);
  return 1 + lookUps / 2000 + registers / 500 + cache.lineBytes / 500;
}

const SLOW_FIELDS: readonly string[] = [
  ...['latency', 'memory.latency'].map((field) => `pipeline.${field}`),
  ...['sets', 'ways', 'tagsPerCycle', 'lineBytes', 'sectorBytes'].map((field) => `cache.${field}`),
];

const TRIES = 200;

/** The design with a value, and with others in fields that it is at odds with; undefined if none of them is found. */
function changed(design: Design, path: string, value: unknown, held: ReadonlySet<string>, dice: Dice) {
  let next = withValue(design, path, value);
  for (let n = 0; n < TRIES; n++) {
    const faults = faultsOf(next);
    if (faults.length === 0) return next;
    // A bound of the value itself lies in another field.
    const own = FIELDS.get(path)!;
    const bounds = own.kind === 'integer' ? [own.atLeast?.field, own.atMost?.field] : [];
    const near = PARTNERS.filter((pair) => faults.some((fault) => pair.includes(fault))).flat();
    const free = [...FIELDS.keys()].filter(
      (name) =>
        name !== path &&
        !held.has(name) &&
        (bounds.includes(name) || near.includes(name) || faults.some((fault) => `${name}.`.startsWith(`${fault}.`))),
    );
    if (free.length === 0) return undefined;
    const name = dice.pick(free);
    const value = drawn(name, FIELDS.get(name)!, dice, 0.6);
    // The largest of four sizes bounds the widths.
    const alike = SIZES.includes(name) ? free.filter((other) => SIZES.includes(other)) : [name];
    for (const one of alike) next = withValue(next, one, value);
  }
  return undefined;
}

const SIZES = ['1D', '2D', '3D', 'Cube'].map((kind) => `limits.maxImageDimension${kind}`);

/** Fields whose values are checked together, while one of them is named. */
const PARTNERS: readonly (readonly string[])[] = [
  ['cache.sectorBytes', 'cache.lineBytes', 'cache.l2'],
  ['cache.sets', 'cache.ways', 'cache.lineBytes', 'cache.sectorBytes'],
  ['cache.missesPerCycle', 'cache.tagsPerCycle'],
  ['cache.missQueue', 'cache.outstandingMisses'],
  ['lod.anisotropicRates', 'limits.maxSamplerAnisotropy'],
  ['cache.replacement', 'cache.ways'],
  ['accumulatorBits', 'reciprocalBits', 'guardBits', 'srgbLinearBits', 'weightBits']
    .map((name) => `filter.${name}`)
    .concat('lod.anisotropicRates'),
  [
    'address.coordinate.integerBits',
    'lod.format.integerBits',
    'frontEnd.projectionBits',
    'frontEnd.cubeDivideBits',
    'limits.subTexelPrecisionBits',
    ...SIZES,
  ],
];

function drawn(path: string, field: Field, dice: Dice, edgeChance = 0.2): unknown {
  const edges = edgesOf(field);
  return edges.length > 0 && dice.chance(edgeChance) ? dice.pick(edges) : anyValue(path, field, dice);
}

/**
 * Designs from the whole range that a design allows and SystemVerilog has, the same ones for a seed. Edges that no design
 * before has come first, those missed most often before the others, so that a few designs have all of them; other fields
 * are at an edge, or at any value.
 */
export function edgeDesigns(count: number, seed: number): readonly Design[] {
  const dice = new Dice(seed);
  // Edges that no design has, with the number of designs that missed them.
  const missed = new Map(EDGES.map((edge) => [edge, 0]));
  return Array.from({ length: count }, (_, n) => {
    let design: Design = { ...PRESET, name: `edge design ${n + 1} of seed ${seed}` };
    const held = new Set<string>();
    const order = [...FIELDS].map(([path, field]) => {
      const missing = edgesOf(field)
        .map((value) => ({ value, times: missed.get(edgeName(path, value)) }))
        .filter(({ times }) => times !== undefined)
        .map(({ value, times }) => ({ value, turn: dice.real(0, 1) - times! }))
        .toSorted((a, b) => a.turn - b.turn);
      return { path, ...(missing[0] ?? { value: drawn(path, field, dice), turn: dice.real(1, 2) }) };
    });
    for (const { path, value } of order.toSorted((a, b) => a.turn - b.turn)) {
      if (held.has(path)) continue;
      const next = changed(design, path, value, held, dice);
      if (next === undefined) continue;
      design = next;
      held.add(path);
    }
    for (const edge of edgesIn(design)) missed.delete(edge);
    for (const [edge, times] of missed) missed.set(edge, times + 1);
    return design;
  });
}

/** The preset with the value of an edge, whatever else is wrong with it then. */
export function withEdge(edge: string): Design {
  const [path, value] = edge.split('=');
  return withValue(PRESET, path, JSON.parse(value));
}
