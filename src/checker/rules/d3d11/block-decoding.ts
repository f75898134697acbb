import type { Rule } from '../../rule.ts';
import { BLOCK_FORMATS } from '../../../specification/texels/blocks/bc.ts';
import { bc6hTexels } from '../../../specification/texels/blocks/bc6h.ts';
import { bc7Texels } from '../../../specification/texels/blocks/bc7.ts';
import { smallFloat } from '../../../specification/texels/numeric-formats.ts';
import { BPTC_FLOAT_MODES } from '../../../specification/texels/blocks/bptc-tables.ts';
import { seeded } from '../../probes/measurement.ts';
import type { MeasuredStep } from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { formatNamed, storedImage } from '../../probes/texel-image.ts';
import { measuredByD3d11, type RuleText } from '../kinds/specification-rule.ts';
import { texelReads } from '../../probes/codes.ts';

const SEED = 0x1952;
/** Blocks in a row of an image. */
const COLUMNS = 32;

/** Random blocks; a byte in four repeats an earlier one, so that endpoints are equal, or nearly, as well. */
function randomBlocks(bits: SeededBits, bytes: number, count: number, change: (block: Uint8Array, n: number) => void) {
  return Array.from({ length: count }, (_, n) => {
    const block = Uint8Array.from({ length: bytes }, () => bits.below(256));
    if (n % 4 === 0) block.copyWithin(2, 0, 2);
    if (n % 16 === 1) block.fill(bits.pick([0, 255]), 0, 4);
    change(block, n);
    return block;
  });
}

/**
 * Point samples of every texel of some blocks.
 *
 * @param measure texel 0 to 15 of a block; `off` receives errors by the component, with what is expected
 */
function blockSamples(
  format: string,
  blocks: readonly Uint8Array[],
  measure: (color: Float32Array, at: { block: number; texel: number }, off: ComponentOff) => void,
): MeasuredStep {
  const { texelBytes } = formatNamed(format);
  const bytes = new Uint8Array(texelBytes * blocks.length);
  blocks.forEach((block, n) => bytes.set(block, n * texelBytes));
  const width = 4 * COLUMNS;
  const [reads] = texelReads(storedImage(format, width, (4 * blocks.length) / COLUMNS, bytes), ['point']);
  return {
    ...reads,
    measure(color, n, off) {
      const [i, j] = [n % width, Math.floor(n / width)];
      const block = COLUMNS * (j >> 2) + (i >> 2);
      measure(color, { block, texel: 4 * (j % 4) + (i % 4) }, (c, error, expected) =>
        off(error, () => [
          expected,
          color[c],
          { block: hex(blocks[block]) },
          { format, texel: `(${i % 4}, ${j % 4})`, component: 'rgba'[c] },
        ]),
      );
    },
  };
}

type ComponentOff = (component: number, error: number, expected: string) => void;

function hex(block: Uint8Array): string {
  return Array.from(block, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const BLOCK_TOLERANCE = measuredByD3d11('19.5.2/block-tolerance', {
  title: 'BC1 to BC5 decode within the tolerance of the reference; 0, 1, -1 and the endpoints of BC4 and BC5 exactly',
  limit:
    'absolute_error + 0.03 max(|endpoint_0 - endpoint_1|, promoted or not); absolute_error is 1/255 for BC1 to BC3, 1/65535 ' +
    'for UNORM and 1/32767 for SNORM of BC4 and BC5; the worst part of it is what is measured',
  method: `point samples of random blocks, and of blocks with equal endpoints: ${BLOCK_FORMATS.map(({ dxgi }) => dxgi).join(', ')}`,
  unit: 'value',
  // The section's limit is not reached: less than.
  atMost: 1 - Number.EPSILON / 2,
  chosen: seeded(SEED),
  plot: { title: 'Error of BC1 over the distance of the endpoints', x: 'distance of the endpoints', y: 'error' },
  known: { allowed: [0, 1].map((spread) => [spread, 1 / 255 + 0.03 * spread]) },
  steps: ({ effort, bits, curve }) =>
    BLOCK_FORMATS.map(({ name, absoluteError, decode }) => {
      const { texelBytes } = formatNamed(name);
      const blocks = randomBlocks(bits, texelBytes, effort === 'full' ? 2048 : 128, () => {});
      const decoded = blocks.map(decode);
      return blockSamples(name, blocks, (color, { block, texel }, off) => {
        for (const [c, reference] of decoded[block][texel].entries()) {
          if (reference === undefined) continue;
          const { lower, upper, exact, spread } = reference;
          const allowed = absoluteError + 0.03 * spread;
          const got = color[c];
          const error = Math.max(lower - got, got - upper, 0);
          if (name === 'bc1_rgba_unorm_block' && curve().length < 4096) curve().push([spread, error]);
          const part = exact ? (got === Math.fround(lower) ? 0 : Infinity) : error / allowed;
          off(c, part, `${lower} to ${upper}, within ${exact ? 0 : allowed}`);
        }
      });
    }),
});

/** BC6H and BC7 to the bit. */
function exactRule(
  place: string,
  text: RuleText,
  formats: readonly { readonly name: string; readonly decode: (block: Uint8Array) => readonly (readonly number[])[] }[],
  mode: (block: Uint8Array, n: number) => void,
): Rule {
  return measuredByD3d11(place, {
    ...text,
    unit: 'cases',
    chosen: seeded(SEED),
    steps: ({ effort, bits }) =>
      formats.map(({ name, decode }) => {
        const blocks = randomBlocks(bits, 16, effort === 'full' ? 4096 : 512, mode);
        const decoded = blocks.map(decode);
        return blockSamples(name, blocks, (color, { block, texel }, off) => {
          for (const [c, value] of decoded[block][texel].entries()) off(c, Number(color[c] !== value), String(value));
        });
      }),
  });
}

export const BC7_EXACT = exactRule(
  '19.5.14/bc7-exact',
  {
    title: 'BC7 decodes to the bit as described',
    limit: 'code / 255 of the described decoder, as the nearest float32; the reserved mode is 0 in all components',
    method: 'point samples of random blocks of every mode, the reserved one included',
  },
  [
    {
      name: 'bc7_unorm_block',
      decode: (block) => bc7Texels(block).map((texel) => texel.map((code) => Math.fround(code / 255))),
    },
  ],
  (block, n) => {
    // Zeros below a one, n of them; eight are the reserved mode.
    const mode = n % 9;
    block[0] = mode === 8 ? 0 : block[0] - (block[0] % 2 ** (mode + 1)) + 2 ** mode;
  },
);

const RESERVED = [0b10011, 0b10111, 0b11011, 0b11111];
const BC6H_NUMBERS = [...BPTC_FLOAT_MODES.keys(), ...RESERVED];

function bc6hFormat(name: string, signed: boolean) {
  return {
    name,
    decode: (block: Uint8Array) =>
      bc6hTexels(block, signed).map((texel) => [...texel.map((code) => smallFloat(code, 16)), 1]),
  };
}

export const BC6H_EXACT = exactRule(
  '19.5.13/bc6h-exact',
  {
    title: 'BC6H decodes to the bit as described',
    limit: 'the float16 of the described decoder; reserved modes are 0, and alpha is always 1',
    method: 'point samples of random blocks of every mode, the reserved ones included, UF16 and SF16',
  },
  [bc6hFormat('bc6h_ufloat_block', false), bc6hFormat('bc6h_sfloat_block', true)],
  (block, n) => {
    const number = BC6H_NUMBERS[n % BC6H_NUMBERS.length];
    const width = number < 2 ? 4 : 32;
    block[0] = block[0] - (block[0] % width) + number;
  },
);

export const BLOCK_DECODING_RULES = [BLOCK_TOLERANCE, BC6H_EXACT, BC7_EXACT];
