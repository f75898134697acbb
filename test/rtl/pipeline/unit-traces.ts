import type { Design } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { bindState } from '../../../rtl-model/state/binding.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { buildMipChain } from '../../../src/pictures/downsampler/mip-chain.ts';
import { drawRequests } from '../../../src/pictures/scenes/draw-requests.ts';
import { sceneDraw } from '../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../src/pictures/scenes/standard-scenes.ts';
import { checkerboard } from '../../../src/pictures/textures/checkerboard.ts';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { filtersOf } from '../../../src/simulate/filter-modes.ts';
import { INSTRUCTION } from '../../../src/simulate/simulate.ts';
import { Dice } from '../../oracle/dice.ts';
import { drawQuad } from '../units/unit-quads.ts';
import { anyImages, anyState } from '../units/unit-states.ts';

/** The texture states that the unit holds. */
export const STATES = 8;

/** Quads of up to STATES states that share a memory. */
export interface UnitTrace {
  readonly memory: TexelMemory;
  readonly states: readonly TextureState[];
  readonly quads: QuadBatch;
}

/** A scene with its texture, a light map and a detail map, each with a filter and a format of its own. */
export function sceneTrace(design: Design, name: string, width: number, height: number): UnitTrace {
  const scene = SCENES.get(name)!();
  const layers = [
    ['r8g8b8a8_srgb', 'anisotropic', 256],
    ['r8_snorm', 'trilinear', 32],
    ['b8g8r8a8_unorm', 'linear', 64],
  ] as const;
  const memory = layOutImages(
    layers.map(([format, , size]) => buildMipChain(checkerboard(size, 8), TEXEL_FORMATS.get(format)!)),
    design.cache.layout,
  );
  const { maxSamplerAnisotropy: maxAnisotropy } = design.limits;
  const states = layers.map(([, mode], image): TextureState => {
    const sampler = { ...DEFAULT_SAMPLER, ...scene.sampler, ...filtersOf(mode), maxAnisotropy };
    return { image, sampler, instruction: INSTRUCTION };
  });
  const batches: QuadBatch[] = [];
  const draws = [sceneDraw(scene, [...states.keys()])];
  const frame = { width, height, traversal: 'tiles' } as const;
  for (const filled of drawRequests(draws, scene.camera, frame, new QuadBatch(1024))) batches.push(copyOf(filled));
  return { memory, states, quads: joined(batches) };
}

/**
 * Images, states and quads by chance: each quad with one of the states.
 *
 * @param seed not 0
 * @param isSmall true for one state of an image of one texel: quads of one line of memory
 * @param sampling that the states use
 */
export function randomTrace(
  design: Design,
  seed: number,
  count: number,
  isSmall = false,
  sampling = PLAIN_SAMPLING,
): UnitTrace {
  const dice = new Dice(seed);
  const memory = anyImages(design, dice, isSmall ? 1 : Infinity, sampling);
  const states = Array.from({ length: STATES }, () => anyState(design, memory, dice, sampling));
  const bindings = states.map((state) => bindState(design, memory, state));
  const quads = new QuadBatch(count);
  const quad = new QuadBatch(1);
  for (let n = 0; n < count; n++) {
    const state = isSmall ? 0 : dice.integer(0, STATES - 1);
    // Some quads lie where the one before lies, others anywhere.
    if (n === 0 || dice.chance(0.5)) drawQuad(quad, bindings[state], dice);
    quads.copyQuad(quad, 0, n);
    quads.state[n] = state;
  }
  quads.count = count;
  return { memory, states, quads };
}

function copyOf(batch: QuadBatch): QuadBatch {
  const copy = new QuadBatch(batch.count);
  copy.append(batch);
  return copy;
}

function joined(batches: readonly QuadBatch[]): QuadBatch {
  const all = new QuadBatch(batches.reduce((sum, { count }) => sum + count, 0));
  for (const batch of batches) all.append(batch);
  return all;
}
