import { describe, expect, it } from 'vitest';
import { floatToHalf } from '../../../rtl-model/fixed-point/float16.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import { wideFormat } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloats, anyHalves } from '../units/float-texels.ts';
import { WIDE_FORMATS } from '../units/unit-states.ts';
import { float32Pattern, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

type FloatBits = 16 | 32;

function leaf(floatBits: FloatBits): Leaf {
  return {
    module: 'wide_decoder',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'formats/texel_format_pkg.sv',
      ...['round_shift', 'float_unpack', 'float_pack', 'half_to_float'].map((name) => `fixed-point/${name}.sv`),
      'texel-decoder/wide_decoder.sv',
    ],
    parameters: { CODE_BITS: Math.max(17, floatBits), FLOAT_BITS: floatBits },
    inputs: [
      { name: 'texel', width: 32, count: floatBits / 8 },
      { name: 'components', width: 5 },
      { name: 'component_type', width: 2 },
    ],
    outputs: [{ name: 'codes', width: Math.max(17, floatBits), signed: true, count: 4 }],
  };
}

/** A NaN is the one of the model; that of float32 passes as it is. */
function withOneNan(words: Uint32Array): Uint32Array {
  return words.map((word) => ((word & 0x7fff_ffff) > 0x7f80_0000 ? 0x7fc0_0000 : word));
}

/** Texels of every format by chance, as the decoder reads them in the model's memory. */
function anyTexels(floatBits: FloatBits): Vectors {
  const formats = WIDE_FORMATS.filter(({ componentBits }) => componentBits <= floatBits);
  const decoders = formats.map((format) => texelDecoder(FULL_QUALITY, format, DEFAULT_SAMPLER));
  const dice = new Dice(1);
  const data = new TexelBytes(16);
  const foot = new Footprints(1);
  const pattern = floatBits === 32 ? float32Pattern : (x: number) => (Number.isNaN(x) ? 0x7e00 : floatToHalf(x));
  return {
    count: RANDOM / 5,
    fill: (n, values) => {
      const at = n % formats.length;
      const { componentBits, componentType } = formats[at];
      const { components, componentType: type } = wideFormat(formats[at])!;
      const halves = anyHalves(8, dice).map((half) => ((half & 0x7fff) > 0x7c00 ? 0x7e00 : half));
      const words = componentBits === 32 ? withOneNan(anyFloats(4, dice)) : new Uint32Array(halves.buffer);
      if (componentType !== 'sfloat')
        for (let word = 0; word < 4; word++) words[word] = dice.pick([dice.bits(), 0x8000_8000]);
      data.words.set(words);
      decoders[at].decodeTap(foot, 0, 0, data);
      const texel = Array.from(foot.texel.subarray(0, 4));
      const codes = componentType === 'sfloat' ? texel.map(pattern) : texel;
      values.set([...words.subarray(0, floatBits / 8), components, type, ...codes]);
    },
  };
}

describe('wide_decoder', () => {
  it.each([16, 32] as const)('decodes texels of components of up to %i bits', async (bits) => {
    expect(await firstDifference(leaf(bits), anyTexels(bits))).toBeNull();
  });

  itIsSynthesized(() => [leaf(16), anyTexels(16)]);

  const mutants: readonly Mutant<[FloatBits]>[] = [
    ['there are two codes of -1', 16, ["16'h8000 ? 16'h8001", "16'h8000 ? 16'h8000"]],
    ['SNORM is UNORM', 16, ['component_type == texel_format_pkg::SNORM', "1'b0"]],
    ['alpha is missing as a code', 16, ['is_float ? FLOAT_ONE :', "1'b0 ? FLOAT_ONE :"]],
    ['all components are red', 32, ['texel[32*component+:32]', 'texel[0+:32]']],
    ['halves are float32', 32, ['texel_format_pkg::is_of_32_bits(components) ?', "1'b1 ?"]],
  ];
  itFinds(mutants, (bits) => [leaf(bits), anyTexels(bits)]);
});
