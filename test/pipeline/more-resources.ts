import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { FIELDS } from '../../rtl-model/design/design-fields.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { MIP_CHAIN_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, MIPMAP_MODES } from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { Account } from '../../pipeline/stages/account.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import { pick, type RandomSource } from './random-source.ts';
import { randomDesign } from './random-work.ts';

/** The fields of which more is meant to make a design faster. */
export const RESOURCES = [
  'address.tapsPerCycle',
  'filter.samplesPerCycle',
  'cache.sets',
  'cache.ways',
  'cache.banks',
  'cache.dataPorts',
  'cache.victimLines',
  'cache.outstandingMisses',
  'cache.missQueue',
  'cache.tagsPerCycle',
  'cache.sectorsPerTag',
  'cache.missesPerCycle',
  'cache.prefetch.sectors',
  'cache.tlb.pageBytes',
  'cache.tlb.sets',
  'cache.tlb.ways',
  'cache.tlb.walks',
  'cache.l2.sets',
  'cache.l2.ways',
  'cache.l2.banks',
  'cache.l2.ports',
  'cache.l2.outstandingMisses',
  'cache.l2.bytesPerCycle',
  'cache.l2.busClock.cycles',
  'cache.l3.sets',
  'cache.l3.ways',
  'cache.l3.bytesPerCycle',
  'pipeline.fifoDepth.lod',
  'pipeline.fifoDepth.address',
  'pipeline.fifoDepth.tag',
  'pipeline.fifoDepth.fragment',
  'pipeline.fifoDepth.decode',
  'pipeline.fifoDepth.filter',
  'pipeline.fifoDepth.result',
  'pipeline.requestsInFlight',
  'pipeline.memory.bytesPerCycle',
  'pipeline.memory.busClock.cycles',
  'pipeline.memory.channels.count',
  'pipeline.memory.rows.banks',
  'pipeline.memory.rows.window',
  'pipeline.memory.rows.queue.transactions',
  'pipeline.memory.rows.queue.commands',
  'pipeline.memory.rows.queue.writes.entries',
  'pipeline.shader.warps',
  'pipeline.units.count',
  'pipeline.units.places',
] as const;

/** The fields of which less is meant to make a design faster. */
export const COSTS = [
  'filter.rate.bits16',
  'filter.rate.bits32',
  'cache.missLatency',
  'cache.fill.dataCycles',
  'cache.fill.turnaroundCycles',
  'cache.fill.tagCycles',
  'cache.tlb.walkLatency',
  'cache.l2.latency',
  'cache.l2.dataLatency',
  'cache.l3.latency',
  'cache.l3.dataLatency',
  'pipeline.latency.frontEnd',
  'pipeline.latency.lod',
  'pipeline.latency.address',
  'pipeline.latency.tag',
  'pipeline.latency.data',
  'pipeline.latency.decode',
  'pipeline.latency.filter',
  'pipeline.latency.result',
  'pipeline.memory.latency',
  'pipeline.memory.rows.activateCycles',
  'pipeline.memory.rows.prechargeCycles',
  'pipeline.memory.refresh.cycles',
  'pipeline.memory.otherClient.bytes',
  'pipeline.shader.instructionsBetween',
] as const;
export type Step = (typeof RESOURCES)[number] | (typeof COSTS)[number];

/** The design with twice as much of a resource, or with half of a cost; null where it has none, or no more. */
export function withMore(design: Design, step: Step): Design | null {
  const names = step.split('.');
  const isCost = (COSTS as readonly string[]).includes(step);
  let value: unknown = design;
  for (const name of names) {
    if (value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value !== 'number') return null;
  const next = isCost ? Math.floor(value / 2) : Math.max(1, 2 * value);
  const field = FIELDS.get(step)!;
  if (next === value || (field.kind === 'integer' && (next < field.min || next > field.max))) return null;
  const more = withPlaces(design, step, value - next, withValue(design, names, next) as Design);
  try {
    checkWidths(more);
    return more;
  } catch (error) {
    if (error instanceof DesignError) return null;
    throw error;
  }
}

/** A register of a stage is a place for an item as well: the FIFO behind it gets the places that a shorter latency takes. */
function withPlaces({ pipeline: { fifoDepth } }: Design, step: Step, places: number, more: Design): Design {
  const fifo = STAGES.find((stage) => step === `pipeline.latency.${stage}`);
  const after = fifo === undefined ? null : STAGE_RECORDS[fifo].fifo;
  if (after === null) return more;
  return { ...more, pipeline: { ...more.pipeline, fifoDepth: { ...fifoDepth, [after]: fifoDepth[after] + places } } };
}

function withValue(part: unknown, [name, ...rest]: readonly string[], value: number): unknown {
  const record = part as Record<string, unknown>;
  return { ...record, [name]: rest.length === 0 ? value : withValue(record[name], rest, value) };
}

/**
 * The design without refreshes and without another client, which come in cycles of their own, and with requests that no
 * other overtakes: with more of them to choose from, the one that a quad waits for can come later. Taps share look-ups: of
 * single taps, more can meet a line on its way, and each of them takes an outstanding miss.
 */
export function undisturbed(design: Design): Design {
  const { memory } = design.pipeline;
  const timing = memory.rows?.timing ?? null;
  const still = timing && { ...timing, tREFI: 'never' as const };
  const rows = memory.rows && { ...memory.rows, timing: still, window: 1, queue: null };
  const cache = { ...design.cache, coalescing: 'pass' as const };
  const pipeline = { ...design.pipeline, memory: { ...memory, rows, refresh: null, otherClient: null } };
  return { ...design, cache, pipeline };
}

/** The growth of the work that a step has made, as a part of the work before: misses, traffic of link and memory, and rows. */
export function growth(before: Account, after: Account): number {
  const work = ({ cache, cacheLevels, memory }: Account) => [
    cache.misses,
    cacheLevels.l2Misses,
    cacheLevels.linkBusyCycles,
    memory.requests,
    memory.bytes + memory.writeBytes,
    memory.rowMisses,
  ];
  const was = work(before);
  return Math.max(0, ...work(after).map((now, n) => (was[n] === 0 ? 0 : now / was[n] - 1)));
}

export interface Walk {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

/** A random design of one unit, and a turned and scaled picture of a texture on a screen of `side` x `side` quads. */
export function randomWalk(random: RandomSource, side = 20): Walk {
  const design = randomDesign(random);
  const format = pick(random, [...MIP_CHAIN_FORMATS.values()]);
  const size = pick(random, [32, 64, 128, 256]);
  const levels = Array.from({ length: 1 + Math.log2(size) }, (_, l) => {
    return new Uint8Array(levelSize(size, l) ** 2 * format.texelBytes);
  });
  const image: ImageSource = { format, width: size, height: size, layers: 1, levels };
  const linear = () => pick(random, MIPMAP_MODES);
  const sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: linear(),
    minFilter: linear(),
    mipmapMode: linear(),
    anisotropyEnable: random() < 0.3,
    maxAnisotropy: 4,
  };
  const states: TextureState[] = [{ image: 0, sampler, instruction: { lod: 'implicit', projected: false } }];
  const batch = new QuadBatch(side * side);
  batch.count = side * side;
  batch.active.fill(15);
  batch.q.fill(1);
  const [angle, texels] = [2 * Math.PI * random(), 2 ** (3 * random() - 1.5)];
  const [dx, dy] = [Math.cos(angle) * texels, Math.sin(angle) * texels];
  for (let quad = 0; quad < batch.count; quad++) {
    const [x, y] = [2 * (quad % side), 2 * Math.floor(quad / side)];
    batch.x[quad] = x;
    batch.y[quad] = y;
    for (let lane = 0; lane < 4; lane++) {
      const [px, py] = [x + (lane & 1), y + (lane >> 1)];
      batch.s[4 * quad + lane] = (px * dx - py * dy) / image.width;
      batch.t[4 * quad + lane] = (px * dy + py * dx) / image.height;
    }
  }
  return { design, images: [image], states, batch };
}

/** The account of a design for a walk. A trace that names units gives each eight quads in turn. */
export function accountOf({ images, states, batch }: Walk, design: Design): Account {
  const { count } = design.pipeline.units;
  for (let quad = 0; quad < batch.count; quad++) batch.unit[quad] = Math.floor(quad / 8) % count;
  const pipeline = new Pipeline(design, layOutImages(images, design.cache.layout), states, () => {});
  pipeline.run(batch);
  return pipeline.finish();
}
