import { expect, it, vi } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import * as layout from '../../../rtl-model/simd/kernel-layout.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { KERNEL_QUADS } from '../../../rtl-model/simd/sample-kernel.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { BILINEAR, EXPLICIT, flatImage } from '../../oracle/sampling.ts';

it.each(['LANE', 'STATE', 'AXIS', 'LEVEL', 'FIELD', 'ROUND'])(
  'no two entries of a %s record have one place',
  (record) => {
    const places = Object.entries(layout).filter(([name]) => name.startsWith(`${record}_`));
    const shared = places.filter(([, place], n) => places.findIndex(([, other]) => other === place) !== n);
    expect(shared).toEqual([]);
    expect(places.length).toBeGreaterThan(3);
  },
);

/** The setters of a DataView, and the bytes that each writes. */
const SETTERS = { setUint8: 1, setInt16: 2, setInt32: 4, setFloat32: 4, setFloat64: 8 } as const;

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
  const fields = Object.entries(layout).filter(([name]) => name.startsWith('STATE_'));
  const fieldOf = (byte: number) => fields.findLast(([, place]) => place <= byte)![0];
  const twice = new Set([...counts.keys()].filter((byte) => counts[byte] > 1).map(fieldOf));
  expect([...twice]).toEqual([]);
  expect(counts.filter((count) => count === 1).length).toBeGreaterThan(layout.STATE_LEVELS / 2);
});
