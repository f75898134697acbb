import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { bindState } from '../../rtl-model/state/binding.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../oracle/presets.ts';
import { EXPLICIT } from '../oracle/sampling.ts';

/** The bits of a texel's components that a state of a format shows, of those that its register has. */
function shown(name: string, bits: readonly number[]): readonly number[] {
  const format = TEXEL_FORMATS.get(name)!;
  const image = { format, width: 1, height: 1, layers: 1, levels: [new Uint8Array(format.texelBytes)] };
  const memory = layOutImages([image], 'linear');
  const nearest = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const state = { image: 0, sampler: nearest, instruction: EXPLICIT };
  const texel = new StateRegisters(bindState(FULL_QUALITY, memory, state)).all.find((one) => one.name === 'texel')!;
  const foot = new Footprints(QUAD_LANES);
  foot.tapCount[0] = 1;
  foot.texelBits.set(bits);
  const place = { lanes: new LaneRegisters(QUAD_LANES), lane: 0, foot, footLane: 0, pass: 0 };
  return bits.map((_, component) => texel.value(place, 0, component));
}

describe('a register of float32', () => {
  it('has one pattern of bits for every NaN, whose payload an engine may lose, and the bits of other values', () => {
    expect(shown('r32g32b32a32_sfloat', [0x7f88_e9f0, 0xffc1_2345, 0xff80_0000, 0x8000_0001])).toEqual([
      0x7fc0_0000, 0x7fc0_0000, 0xff80_0000, 0x8000_0001,
    ]);
  });

  it('has all bits of integers', () => {
    const bits = [0x7f88_e9f0, 0xffc1_2345, 0xff80_0000, 0x8000_0001];
    expect(shown('r32g32b32a32_uint', bits)).toEqual(bits);
  });
});
