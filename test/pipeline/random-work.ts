import type {
  Design,
  L2Design,
  L3Design,
  MemoryDesign,
  ShaderDesign,
  TagDesign,
  TlbDesign,
} from '../../rtl-model/design/design.ts';
import {
  CACHE,
  L2,
  MEMORY,
  PREFETCH,
  RATE_FACTORS,
  ROWS,
  TAGS,
  UNITS_FIELDS,
} from '../../rtl-model/design/design-fields.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { LOD_SOURCES } from '../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER, MIPMAP_MODES, type Sampler } from '../../rtl-model/state/sampler.ts';
import { MIP_CHAIN_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import type { SetRule } from '../../rtl-model/texel-cache/set-index.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { PRESETS } from '../../src/designs/presets.ts';
import { type RandomSource, pick, randomNumbers } from './random-source.ts';
import { DRAMS } from '../../src/designs/drams.ts';

/** A preset by name. */
export function preset(name: string): Design {
  return PRESETS.get(name)!;
}

/** Bits of the address for the set of a line, or null: in some order, and more than a set has where they are folded. */
export function randomIndexBits(
  random: RandomSource,
  { lineBytes, sets, setIndex }: Omit<SetRule, 'indexBits'>,
): readonly number[] | null {
  if (sets === 1 || random() < 0.6) return null;
  const all = Array.from({ length: 14 }, (_, n) => Math.log2(lineBytes) + n);
  const more = setIndex === 'modulo' ? 0 : Math.floor(random() * 6);
  return Array.from({ length: Math.log2(sets) + more }, () => all.splice(Math.floor(random() * all.length), 1)[0]);
}

function randomTags(random: RandomSource, lineBytes: number, sets: readonly number[], mostWays: number): TagDesign {
  const replacement = pick(random, TAGS.replacement.values);
  const ways =
    replacement === 'tree-plru'
      ? 2 ** Math.floor(random() * (1 + Math.log2(mostWays)))
      : 1 + Math.floor(random() * mostWays);
  const rule = { lineBytes, sets: pick(random, sets), setIndex: pick(random, TAGS.setIndex.values) };
  return {
    ...rule,
    indexBits: randomIndexBits(random, rule),
    ways,
    replacement,
    rrpvBits: pick(random, [1, 2, 3]),
  };
}

/** Clocks of a bus: mostly that of the unit, slower and faster ones. */
const CLOCKS = [
  { cycles: 1, unitCycles: 1 },
  { cycles: 1, unitCycles: 1 },
  { cycles: 2, unitCycles: 3 },
  { cycles: 7, unitCycles: 2 },
];

/** A random L2, or null. */
function randomL2(random: RandomSource, lineBytes: number): L2Design | null {
  if (random() < 0.3) return null;
  const allocation = pick(random, L2.fields.allocation.values);
  const l2LineBytes = allocation === 'victim' ? lineBytes : lineBytes * pick(random, [1, 2, 4]);
  return {
    ...randomTags(random, l2LineBytes, [1, 4, 32], 8),
    allocation,
    bypass: pick(random, L2.fields.bypass.values),
    inclusive: false,
    sharing: 'units',
    latency: Math.floor(random() * 30),
    dataLatency: pick(random, [0, 0, 7]),
    banks: pick(random, [1, 4]),
    ports: pick(random, ['unlimited', 'unlimited', 1, 2]),
    outstandingMisses: pick(random, ['unlimited', 'unlimited', 1, 3]),
    bytesPerCycle: pick(random, [1, 16, 64]),
    busClock: pick(random, CLOCKS),
  };
}

/** The L2 of lines that it misses, inclusive in some designs. */
function inclusiveL2(random: RandomSource, l2: L2Design | null): L2Design | null {
  if (l2 === null || l2.allocation !== 'on-miss' || random() < 0.5) return l2;
  return { ...l2, bypass: 'none', inclusive: true };
}

/** A random L3 in front of memory, or null. @param lineBytes those of the level in front of it */
function randomL3(random: RandomSource, lineBytes: number): L3Design | null {
  if (random() < 0.6) return null;
  return {
    ...randomTags(random, lineBytes * pick(random, [1, 2, 4]), [1, 8, 64], 8),
    latency: Math.floor(random() * 20),
    dataLatency: pick(random, [0, 5]),
    bytesPerCycle: pick(random, [4, 32]),
  };
}

/** A random TLB of small pages, or null. */
export function randomTlb(random: RandomSource): TlbDesign | null {
  if (random() < 0.6) return null;
  const times = { walkLatency: pick(random, [0, 1, 9, 60]), walks: pick(random, [1, 2, 5]) };
  return {
    pageBytes: pick(random, [1024, 4096]),
    sets: pick(random, [1, 1, 2]),
    ways: pick(random, [1, 2, 4]),
    ...times,
  };
}

/** Random ports and costs of fills; each is free in some designs. */
export function randomPorts(random: RandomSource) {
  const portSharing = pick(random, CACHE.fields.portSharing.values);
  return {
    dataPorts: pick(random, [1, 1, 2, 4]),
    portSharing,
    sectorsPerTag: pick(random, [1, 1, 2, 4]),
    tapOrder: pick(random, CACHE.fields.tapOrder.values),
    coalescing: portSharing === 'none' ? pick(random, CACHE.fields.coalescing.values) : ('pass' as const),
    replay: pick(random, ['none', 'none', 'none', 'look-up'] as const),
    missLatency: pick(random, [0, 0, 1, 7]),
    writes: pick(random, ['back', 'back', 'through'] as const),
    missQueue: pick(random, [1, 2, 5, 4096]),
    missesPerCycle: pick(random, [1, 1, 2, 64]),
    fill: {
      dataCycles: pick(random, [0, 0, 1, 3]),
      turnaroundCycles: pick(random, [0, 1, 4]),
      tagCycles: pick(random, [0, 0, 1, 3]),
      tags: 'look-up' as const,
    },
  };
}

/** A random memory, with each of its parts or without. */
export function randomMemory(random: RandomSource): MemoryDesign {
  const burstBytes = pick(random, [1, 16, 64]);
  const some = <T>(chance: number, part: T) => (random() < chance ? part : null);
  return {
    latency: 1 + Math.floor(random() * 120),
    bytesPerCycle: pick(random, [1, 8, 64]),
    busClock: pick(random, CLOCKS),
    burstBytes,
    requests: pick(random, MEMORY.fields.requests.values),
    channels: some(0.4, { count: pick(random, [2, 4]), interleaveBytes: pick(random, [64, 512]) }),
    rows: some(0.5, {
      banks: pick(random, [1, 2, 8]),
      rowBytes: Math.max(16, burstBytes) * pick(random, [1, 16, 64]),
      policy: pick(random, ['open', 'closed'] as const),
      activateCycles: Math.floor(random() * 40),
      prechargeCycles: pick(random, [0, 0, 9]),
      window: 1,
      ranks: 1,
      queue: null,
      timing: null,
      hitLimit: 'unlimited' as const,
    }),
    refresh: some(0.3, { interval: pick(random, [100, 777]), cycles: pick(random, [1, 40]) }),
    otherClient: some(0.3, { bytes: pick(random, [1, 50]), interval: pick(random, [160, 333]) }),
  };
}

/** The memory with a window of several requests or the timing of a DRAM, where the design allows one. */
function withWindow(random: RandomSource, memory: MemoryDesign): MemoryDesign {
  const { rows, requests } = memory;
  if (rows === null || requests !== 'pipelined') return memory;
  const window = pick(random, [1, 2, 5, 64]);
  if (random() < 0.7) return { ...memory, rows: { ...rows, window } };
  const timing = pick(random, Object.values(DRAMS));
  const ranks = pick(random, [1, 2]);
  const commands = {
    banks: Math.max(rows.banks, ranks * timing.bankGroups),
    ranks,
    policy: pick(random, ROWS.fields.policy.values),
    queue: pick(random, [
      null,
      { transactions: 1, commands: 1, writes: null },
      { transactions: 5, commands: 2, writes: { entries: 4, low: 2 } },
    ]),
    activateCycles: 0,
    prechargeCycles: 0,
    timing,
    hitLimit: pick(random, ['unlimited', 4] as const),
  };
  return { ...memory, rows: { ...rows, ...commands, window }, refresh: null, otherClient: null };
}

/** A random shader; in half of them no request waits for a result. */
function randomShader(random: RandomSource): ShaderDesign {
  return {
    warps: random() < 0.5 ? 'unlimited' : pick(random, [1, 2, 3, 7]),
    quadsPerWarp: pick(random, [1, 2, 4, 8]),
    instructionsBetween: pick(random, [0, 1, 5, 60]),
  };
}

/** The design with 2 to 5 units. An L2 of victims becomes one that keeps what it misses. */
export function withUnits(random: RandomSource, design: Design): Design {
  const { cache, pipeline } = design;
  const { l2 } = cache;
  const keeping = l2?.allocation === 'victim' ? ('on-miss' as const) : l2?.allocation;
  const limits = { ports: 'unlimited', outstandingMisses: 'unlimited' } as const;
  const own = pick(random, [{}, {}, { sharing: 'none' as const, ...limits }]);
  return {
    ...design,
    cache: { ...cache, l2: l2 && { ...l2, allocation: keeping!, ...own } },
    pipeline: {
      ...pipeline,
      units: {
        count: 2 + Math.floor(random() * 4),
        distribution: pick(random, UNITS_FIELDS.fields.distribution.values),
        tilePixels: pick(random, [2, 4, 8]),
        batchQuads: pick(random, [1, 3, 8]),
        arbitration: pick(random, UNITS_FIELDS.fields.arbitration.values),
        places: pick(random, ['unlimited', 'unlimited', 'unlimited', 1, 2, 5]),
      },
    },
  };
}

/** Cycles that rise, and warps, for some of the quads of a batch. */
export function randomIssue(random: RandomSource, { count, cycle, warp }: QuadBatch, from: number): void {
  const step = pick(random, [0, 2, 20, 200]);
  let at = from;
  for (let quad = 0; quad < count; quad++) {
    if (random() < 0.5) cycle[quad] = at += Math.floor(random() * step);
    if (random() < 0.5) warp[quad] = Math.floor(random() * 5);
  }
}

/** A preset with random caches, memory, FIFOs, latencies and rates, none of which may change its results. */
export function randomDesign(random: RandomSource, nexts = PREFETCH.fields.next.values): Design {
  const base = pick(random, [...PRESETS.values()]);
  const int = (low: number, high: number, from = random) => low + Math.floor(from() * (high - low + 1));
  const each = <Keys extends string>(
    record: Readonly<Record<Keys, unknown>>,
    low: number,
    high: number,
    from = random,
  ) => Object.fromEntries(Object.keys(record).map((key) => [key, int(low, high, from)])) as Record<Keys, number>;
  const lineBytes = pick(random, [16, 32, 64, 128]);
  const l2 = randomL2(random, lineBytes);
  const design: Design = {
    ...base,
    address: { ...base.address, tapsPerCycle: pick(random, [1, 4, 8, 16]) },
    lod: { ...base.lod, derivatives: pick(random, ['coarse', 'fine', 'diagonal'] as const) },
    filter: {
      ...base.filter,
      samplesPerCycle: int(1, 4),
      rate: { bits16: int(1, 3), bits32: int(1, 5), factors: null },
      floatPath: pick(random, ['fused', 'float32-steps'] as const),
    },
    cache: {
      ...base.cache,
      ...randomTags(random, lineBytes, [1, 2, 8, 64], 4),
      sectorBytes: Math.max(16, lineBytes / pick(random, [1, 1, 2, 4])),
      banks: pick(random, [1, 2, 4]),
      victimLines: pick(random, [0, 0, 1, 2, 5]),
      prefetch: random() < 0.6 ? null : { next: pick(random, nexts), sectors: pick(random, [1, 2, 9]) },
      l2,
      layout: pick(random, ['linear', 'tiled-4x4', 'tiled-8x2', 'morton'] as const),
      blocks: pick(random, ['compressed', 'decoded'] as const),
      outstandingMisses: int(1, 8),
      tagsPerCycle: int(1, 4),
      ...randomPorts(random),
    },
    pipeline: {
      ...base.pipeline,
      fifoDepth: each(base.pipeline.fifoDepth, 1, 9),
      latency: each(base.pipeline.latency, 1, 6),
      requestsInFlight: pick(random, ['unlimited', 'unlimited', 1, 2, 5]),
      memory: withWindow(random, randomMemory(random)),
      shader: randomShader(random),
    },
  };
  const { filter, cache, pipeline } = design;
  // Numbers of their own leave the draws after the design as they are.
  const own = randomNumbers(pipeline.memory.latency);
  const factors = each(RATE_FACTORS.fields, 1, 3, own);
  const rate = { ...filter.rate, factors: own() < 0.7 ? null : factors };
  const tlb = randomTlb(own);
  const below = { l2: inclusiveL2(own, l2), l3: randomL3(own, l2?.lineBytes ?? lineBytes) };
  return { ...design, filter: { ...filter, rate }, cache: { ...cache, tlb, ...below } };
}

export function randomImage(random: RandomSource): ImageSource {
  const format = pick(random, [...MIP_CHAIN_FORMATS.values()]);
  const size = () => 1 + Math.floor(random() * 40);
  const [width, height] = [size(), size()];
  const layers = random() < 0.7 ? 1 : 3;
  const full = 1 + Math.floor(Math.log2(Math.max(width, height)));
  const count = random() < 0.3 ? 1 : full;
  const levels = Array.from({ length: count }, (_, l) =>
    Uint8Array.from({ length: levelSize(width, l) * levelSize(height, l) * layers * format.texelBytes }, () =>
      Math.floor(random() * 256),
    ),
  );
  return { format, width, height, layers, levels };
}

export function randomState(random: RandomSource, images: number): TextureState {
  const sampler: Sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: pick(random, MIPMAP_MODES),
    minFilter: pick(random, MIPMAP_MODES),
    mipmapMode: pick(random, MIPMAP_MODES),
    addressModeU: pick(random, ADDRESS_MODES),
    addressModeV: pick(random, ADDRESS_MODES),
    mipLodBias: random() < 0.5 ? 0 : random() * 4 - 2,
    anisotropyEnable: random() < 0.4,
    maxAnisotropy: 1 + random() * 15,
    minLod: random() < 0.7 ? 0 : random() * 3,
    maxLod: random() < 0.7 ? 1000 : random() * 5,
    borderColor: [random() * 2 - 0.5, random(), random(), random()],
  };
  const instruction = { lod: pick(random, LOD_SOURCES), projected: random() < 0.2 };
  return { image: Math.floor(random() * images), sampler, instruction };
}

const ODD_FLOATS = [Number.NaN, Infinity, -Infinity, -0, 1e-40, -1e-40, 3e38, -3e38, 1e9];

/** Fills the batch with quads of every kind, including special floats among their coordinates. */
export function randomQuads(random: RandomSource, batch: QuadBatch, count: number, states: number): void {
  const float = (span: number) => (random() < 0.01 ? pick(random, ODD_FLOATS) : (random() - 0.5) * span);
  batch.count = count;
  for (let quad = 0; quad < count; quad++) {
    batch.state[quad] = Math.floor(random() * states);
    batch.active[quad] = random() < 0.6 ? 15 : Math.floor(random() * 16);
    batch.x[quad] = 2 * quad;
    batch.y[quad] = quad;
    batch.offsetU[quad] = random() < 0.7 ? 0 : Math.floor(random() * 16) - 8;
    batch.offsetV[quad] = random() < 0.7 ? 0 : Math.floor(random() * 16) - 8;
    const [s, t, step] = [float(5), float(5), float(1) * 2 ** (-8 * random())];
    for (let lane = 0; lane < 4; lane++) {
      const at = 4 * quad + lane;
      batch.s[at] = s + step * ((lane & 1) + 0.3 * (lane >> 1));
      batch.t[at] = t + step * (0.2 * (lane & 1) - 0.5 * (lane >> 1));
      batch.q[at] = random() < 0.9 ? 0.5 + random() : float(2);
      batch.layer[at] = float(8);
      batch.lod[at] = float(6);
      batch.minLod[at] = random() < 0.8 ? 0 : float(4);
      batch.dsdx[at] = float(0.3);
      batch.dtdx[at] = float(0.3);
      batch.dsdy[at] = float(0.3);
      batch.dtdy[at] = float(0.3);
    }
  }
}
