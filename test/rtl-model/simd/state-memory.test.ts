import { expect, it, vi } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { BLOCK_BYTES, BLOCK_LANES, blockOffset } from '../../../rtl-model/simd/block.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { KERNEL_QUADS } from '../../../rtl-model/simd/sample-kernel.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { BILINEAR, EXPLICIT, flatImage } from '../../oracle/sampling.ts';

it('no two registers of a block have one place', () => {
  const names = ['u', 'v', 'w', 'levelHi', 'samples', 'passes', 'left', 'color', 'address', 'tapCount'];
  const entries = (name: string) => (name === 'color' || name === 'address' ? 4 : 1);
  const taken = new Set(
    names.flatMap((name) => Array.from({ length: entries(name) }, (_, n) => blockOffset(name) + 4 * n * BLOCK_LANES)),
  );
  expect(taken.size).toBe(names.reduce((sum, name) => sum + entries(name), 0));
  expect(Math.max(...taken) + 4 * BLOCK_LANES).toBeLessThanOrEqual(BLOCK_BYTES);
  expect(() => blockOffset('nothing')).toThrow(RangeError);
});

/** The setters of a DataView, and the bytes that each writes. */
const SETTERS = { setInt32: 4, setFloat32: 4, setFloat64: 8 } as const;

const LEVELS = 4;

/** How often each byte of a state's record is written, levels included. */
function writes(format: string, sampler: Sampler): Uint8Array {
  const texel = TEXEL_FORMATS.get(format)!;
  const memory = layOutImages([flatImage(texel, 8, 8, () => new Uint8Array(texel.texelBytes))], 'linear');
  KernelMemory.of(memory.data);
  const taken = vi.spyOn(KernelMemory.prototype, 'take');
  const setters = Object.entries(SETTERS).map(([name, bytes]) => {
    return { bytes, written: vi.spyOn(DataView.prototype, name as keyof typeof SETTERS) };
  });
  const batch = new QuadBatch(KERNEL_QUADS);
  batch.count = KERNEL_QUADS;
  batch.active.fill(15);
  const instruction = { ...EXPLICIT, dref: sampler.compareEnable };
  new TextureUnit(FULL_QUALITY, memory, [{ image: 0, sampler, instruction }]).sample(
    batch,
    new Float32Array(16 * KERNEL_QUADS),
  );
  const [[size], at] = [taken.mock.calls[0], Number(taken.mock.results[0].value)];
  const counts = new Uint8Array(size);
  for (const { bytes, written } of setters) {
    for (const [place] of written.mock.calls) {
      for (let byte = place - at; byte < place - at + bytes; byte++) if (byte in counts) counts[byte]++;
    }
  }
  vi.restoreAllMocks();
  return counts;
}

it.each([
  ['r8g8b8a8_unorm', BILINEAR],
  ['r8_snorm', { ...BILINEAR, addressModeU: 'clamp_to_border' }],
  ['r8g8b8a8_srgb', { ...BILINEAR, mipmapMode: 'linear' }],
  ['r16g16_snorm', { ...BILINEAR, mipmapMode: 'linear', anisotropyEnable: true, maxAnisotropy: 8 }],
  ['a2b10g10r10_unorm_pack32', BILINEAR],
  ['d16_unorm', { ...BILINEAR, compareEnable: true }],
  ['r16g16b16a16_sfloat', BILINEAR],
  ['b10g11r11_ufloat_pack32', BILINEAR],
] as const)('no byte of a state record belongs to two fields: %s', (format, sampler) => {
  const counts = writes(format, sampler);
  expect(counts.filter((count) => count > 1)).toEqual(new Uint8Array(0));
  // Records of addresses and of levels end at a multiple of 8.
  const unwritten = counts.filter((count) => count === 0).length;
  expect(unwritten).toBeLessThanOrEqual(4 * (1 + LEVELS));
  expect(counts.length).toBeGreaterThan(8 * LEVELS);
});
