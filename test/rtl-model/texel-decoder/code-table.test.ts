import { describe, expect, it } from 'vitest';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { componentField } from '../../../rtl-model/texel-decoder/code-table.ts';
import { linearCodes } from './linear-codes.ts';

const BYTE_FORMATS = [...MIP_CHAIN_FORMATS.values()].filter(({ componentBits }) => componentBits === 8);

const fieldsOf = (format: TexelFormat, srgbLinearBits: number) =>
  [0, 1, 2, 3].map((component) => componentField(format, component, srgbLinearBits));

describe('tables of 8-bit components', () => {
  it('stay within the scale of their component, and reach both of its ends', () => {
    for (const format of BYTE_FORMATS) {
      const scales = componentScales(format, 16);
      fieldsOf(format, 16).forEach(({ codes }, component) => {
        if (!format.order.includes(component)) return;
        const { one, signed } = scales[component];
        expect([Math.min(...codes), Math.max(...codes)]).toEqual([signed ? -one : 0, one]);
      });
    }
  });

  it('are monotone in the signed or unsigned code', () => {
    for (const format of BYTE_FORMATS) {
      const from = format.componentType === 'snorm' ? 128 : 0;
      for (const { codes, mask } of fieldsOf(format, 12)) {
        for (let n = 1; n <= mask; n++)
          expect(codes[(from + n) & mask]).toBeGreaterThanOrEqual(codes[(from + n - 1) & mask]);
      }
    }
  });

  it.each([8, 10, 12, 16, 24])('hold the %d-bit codes nearest to the exact sRGB curve, and alpha as stored', (bits) => {
    const tables = fieldsOf(MIP_CHAIN_FORMATS.get('b8g8r8a8_srgb')!, bits);
    expect([...tables[0].codes]).toEqual(linearCodes(bits));
    expect([...tables[2].codes]).toEqual(linearCodes(bits));
    expect([...tables[3].codes]).toEqual(Array.from({ length: 256 }, (_, n) => n));
    expect(tables.map(({ byte, shift }) => 8 * byte + shift)).toEqual([16, 8, 0, 24]);
  });

  it('are constants for components that the format lacks', () => {
    const tables = fieldsOf(MIP_CHAIN_FORMATS.get('r8_unorm')!, 16);
    expect(tables.map(({ codes }) => codes.length)).toEqual([256, 1, 1, 1]);
    expect(tables.slice(1).map(({ codes, mask }) => codes[7 & mask])).toEqual([0, 0, 1]);
  });
});
