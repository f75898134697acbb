import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { ALL_LANES, QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { stateViolations } from '../../src/validity/check-state.ts';
import { resolveState } from '../../src/validity/resolved-state.ts';
import { RequestWriter } from '../../traces/requests/request-writer.ts';
import { Dice } from '../oracle/dice.ts';
import { FULL_QUALITY } from '../oracle/presets.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { OTHER_KINDS, otherRequestOf } from '../oracle/random-other-operations.ts';

/** States of sampling operations, and of fetches, queries and Y'CbCr conversions. */
const OPERATIONS = 160;
const OTHERS = 40;
const QUADS = 3;
/** The kinds of `otherRequestOf` that every implementation of Vulkan may have. */
const KINDS: ReadonlySet<string> = new Set(['fetch', 'query', 'ycbcr']);
/** Texels of an image whose texels are all fetched. */
const FORMAT_SIZE = 8;
/** Most bytes of an image: noise does not compress. */
const MOST_BYTES = 1024;

/** A batch of one state, and its image. */
interface Case {
  readonly image: ImageSource;
  readonly state: Omit<TextureState, 'image'>;
  readonly batch: QuadBatch;
}

/**
 * A request trace for an implementation of Vulkan: random operations that are valid without extensions of few devices, and
 * every texel of an image of every format.
 *
 * @returns its lines
 */
export function vulkanSurvey(seed: number): string {
  return traceOf([...operations(seed), ...otherOperations(seed), ...everyFormat(seed)]);
}

/** Every texel of an image of every format alone. */
export function formatSurvey(seed: number): string {
  return traceOf(everyFormat(seed));
}

function traceOf(cases: readonly Case[]): string {
  let text = '';
  const images = cases.map(({ image }, n) => ({ name: `image${n}`, source: image }));
  const states = cases.map(({ state }, n) => ({ ...state, image: n }));
  const writer = new RequestWriter((line) => (text += line), images, states);
  cases.forEach(({ batch }, n) => {
    batch.state.fill(n);
    writer.write(batch);
  });
  return text;
}

function operations(seed: number): readonly Case[] {
  const cases: Case[] = [];
  for (let n = 0; cases.length < OPERATIONS; n++) {
    const { image, view, sampler, instruction, batch } = operationOf(seed, n, QUADS);
    const { op = 'sample', lod } = instruction;
    batch.minLod.fill(0);
    // SPIR-V has no bias beside gradients, no lane's own offset in a sample, and no offset in a query.
    if (lod === 'gradient') batch.lod.fill(0);
    if (op === 'query_lod') [batch.offsetU, batch.offsetV, batch.offsetW, batch.laneOffset].forEach((of) => of.fill(0));
    const asked: Instruction = { ...instruction, laneOffsets: op === 'gather' && instruction.laneOffsets === true };
    const some = { image, state: { view, sampler, instruction: asked }, batch };
    if (view.minLod === 0 && isCapturable(some)) cases.push(some);
  }
  return cases;
}

function otherOperations(seed: number): readonly Case[] {
  const cases: Case[] = [];
  for (let n = 0; cases.length < OTHERS; n++) {
    if (!KINDS.has(OTHER_KINDS[n % OTHER_KINDS.length])) continue;
    const { sources, states, batch } = otherRequestOf(seed, n);
    const [{ image, ...state }] = states;
    if (states.length !== 1 || image !== 0) continue;
    const some = { image: sources[0], state, batch };
    if (isCapturable(some)) cases.push(some);
  }
  return cases;
}

/** Valid, and of a small image that can be uploaded as it is. */
function isCapturable({ image, state }: Case): boolean {
  const { cornerSampled = false, samples = 1, unbound = [] } = image;
  const { sampler, instruction } = state;
  const resolved = resolveState({ ...state, image: 0 }, [image]);
  return (
    !cornerSampled &&
    image.levels.reduce((bytes, level) => bytes + level.length, 0) <= MOST_BYTES &&
    samples === 1 &&
    unbound.length === 0 &&
    sampler.reductionMode !== 'weighted_average_rangeclamp' &&
    instruction.gatherOrigin !== 'nearest' &&
    instruction.sparse !== true &&
    stateViolations(resolved, FULL_QUALITY.limits).length === 0
  );
}

function everyFormat(seed: number): readonly Case[] {
  const dice = new Dice(seed);
  const plain = [...TEXEL_FORMATS.values()].filter(({ planes, aspects }) => planes === null && aspects.length === 1);
  return plain.map((format) => ({
    image: noise(dice, format),
    state: { sampler: DEFAULT_SAMPLER, instruction: { op: 'fetch', lod: 'explicit', projected: false } },
    batch: everyTexel(),
  }));
}

function noise(dice: Dice, format: TexelFormat): ImageSource {
  const image = { format, width: FORMAT_SIZE, height: FORMAT_SIZE, layers: 1 };
  const bytes = Uint8Array.from({ length: levelBytes(image, 0) }, () => dice.bits() >>> 24);
  if (format.codec === null && format.componentType === 'sfloat') keepFinite(bytes, format.bits[0]);
  return { ...image, levels: [bytes] };
}

/** The payload of a NaN does not come back in a trace: exponents lose a bit. */
function keepFinite(bytes: Uint8Array, bits: number): void {
  for (let at = bits / 8 - 1; at < bytes.length; at += bits / 8) bytes[at] &= 0xbf;
}

function everyTexel(): QuadBatch {
  const across = FORMAT_SIZE / 2;
  const batch = new QuadBatch(across ** 2);
  batch.count = across ** 2;
  batch.active.fill(ALL_LANES);
  for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
    const quad = lane >> 2;
    batch.i[lane] = 2 * (quad % across) + (lane & 1);
    batch.j[lane] = 2 * Math.floor(quad / across) + ((lane >> 1) & 1);
  }
  return batch;
}
