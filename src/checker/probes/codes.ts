import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { storedImage } from './texel-image.ts';
import { addressed, LINEAR, POINT, FETCH, EXPLICIT_LOD } from './states.ts';
import type { MeasuredStep, Requests } from './requests.ts';

/** A component of a packed word. */
export interface CodeField {
  /** One of r, g, b, a, 0 to 3. */
  readonly component: number;
  readonly bits: number;
  readonly shift: number;
}

/** A format of words of 8, 16 or 32 bits with a field for every stored component. */
export interface CodeFormat {
  readonly name: string;
  /** D3D11's name, without DXGI_FORMAT_. */
  readonly dxgi: string;
  readonly wordBits: 8 | 16 | 32;
  readonly fields: readonly CodeField[];
}

/** A format with the fields that D3D11's name lists, lowest bits first (D3D11.3 19.1.3.1, 19.6). */
function codeFormat(name: string, dxgi: string): CodeFormat {
  let wordBits = 0;
  const fields = Array.from(dxgi.matchAll(/([RGBA])(\d+)/g), ([, component, width]) => {
    const [bits, shift] = [Number(width), wordBits];
    wordBits += bits;
    return { component: 'RGBA'.indexOf(component), bits, shift };
  });
  return { name, dxgi, wordBits: wordBits as CodeFormat['wordBits'], fields };
}

export const UNORM_FORMATS: readonly CodeFormat[] = [
  codeFormat('r8_unorm', 'R8_UNORM'),
  codeFormat('r8g8b8a8_unorm', 'R8G8B8A8_UNORM'),
  codeFormat('b8g8r8a8_unorm', 'B8G8R8A8_UNORM'),
  codeFormat('a8_unorm', 'A8_UNORM'),
  codeFormat('r16_unorm', 'R16_UNORM'),
  codeFormat('r16g16_unorm', 'R16G16_UNORM'),
  codeFormat('a2b10g10r10_unorm_pack32', 'R10G10B10A2_UNORM'),
  codeFormat('r5g6b5_unorm_pack16', 'B5G6R5_UNORM'),
  codeFormat('a1r5g5b5_unorm_pack16', 'B5G5R5A1_UNORM'),
  codeFormat('a4r4g4b4_unorm_pack16', 'B4G4R4A4_UNORM'),
];

export const SNORM_FORMATS: readonly CodeFormat[] = [
  codeFormat('r8_snorm', 'R8_SNORM'),
  codeFormat('r8g8b8a8_snorm', 'R8G8B8A8_SNORM'),
  codeFormat('r16_snorm', 'R16_SNORM'),
  codeFormat('r16g16_snorm', 'R16G16_SNORM'),
];

export const SRGB_FORMATS: readonly CodeFormat[] = [
  codeFormat('r8g8b8a8_srgb', 'R8G8B8A8_UNORM_SRGB'),
  codeFormat('b8g8r8a8_srgb', 'B8G8R8A8_UNORM_SRGB'),
];

export const FLOAT_FORMATS: readonly CodeFormat[] = [
  codeFormat('r16_sfloat', 'R16_FLOAT'),
  codeFormat('r16g16_sfloat', 'R16G16_FLOAT'),
  codeFormat('b10g11r11_ufloat_pack32', 'R11G11B10_FLOAT'),
];

export const UINT_FORMATS: readonly CodeFormat[] = [
  codeFormat('r8_uint', 'R8_UINT'),
  codeFormat('r16_uint', 'R16_UINT'),
  codeFormat('a2b10g10r10_uint_pack32', 'R10G10B10A2_UINT'),
];

export const SINT_FORMATS: readonly CodeFormat[] = [
  codeFormat('r8_sint', 'R8_SINT'),
  codeFormat('r16_sint', 'R16_SINT'),
];

/**
 * The code of a field in texel n of `codeImage`: every field runs through all its codes, not in step with the others.
 */
function codeOf(field: CodeField, n: number): number {
  return (n * (2 * field.component + 1) + 77 * field.component) % 2 ** field.bits;
}

/** An image in which every field of a format has all its codes. */
function codeImage({ name, wordBits, fields: all }: CodeFormat): ImageSource {
  const widest = Math.max(...all.map(({ bits }) => bits));
  const width = Math.min(256, 2 ** widest);
  const texels = 2 ** widest;
  const words = new { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }[wordBits](texels);
  for (let n = 0; n < texels; n++) {
    words[n] = all.reduce((word, field) => word + codeOf(field, n) * 2 ** field.shift, 0);
  }
  return storedImage(name, width, texels / width, new Uint8Array(words.buffer));
}

/** Ways to read a texel unfiltered: `linear` is a filtered read precisely on a texel (D3D11.3 19.1.2). */
export type Read = 'ld' | 'point' | 'linear';

/** Reads of every texel of an image of one level, row by row, in each of the ways. */
export function texelReads(image: ImageSource, reads: readonly Read[]): readonly Requests[] {
  const { width, height } = image;
  return reads.map((read) => ({
    image,
    sampler: { ...(read === 'linear' ? LINEAR : POINT), ...addressed('clamp_to_edge') },
    instruction: read === 'ld' ? FETCH : EXPLICIT_LOD,
    count: width * height,
    operands(n) {
      const [i, j] = [n % width, Math.floor(n / width)];
      return { i, j, s: (i + 0.5) / width, t: (j + 0.5) / height };
    },
  }));
}

/** A demand on the values of all codes of some formats. */
export interface CodeDemand {
  readonly formats: readonly CodeFormat[];
  readonly reads: readonly Read[];
  /** The error of a result in the rule's unit; Infinity if it must be exact and is not. With `cases`, 0 is right. */
  readonly error: (got: number, code: number, field: CodeField) => number;
  readonly expected: (code: number, field: CodeField) => string;
  /** True for integers: the result holds their bits. */
  readonly integers?: boolean;
}

/** Reads of the codes of every component of some formats. */
export function codeSteps({ formats, reads, error, expected, integers = false }: CodeDemand): readonly MeasuredStep[] {
  return formats.flatMap((format) =>
    texelReads(codeImage(format), reads).map((requests) => ({
      ...requests,
      measure(color, n, off) {
        const values = integers ? new Int32Array(color.buffer, color.byteOffset, 4) : color;
        for (const field of format.fields) {
          const [got, code] = [values[field.component], codeOf(field, n)];
          off(error(got, code, field), () => {
            const raw = { component: 'rgba'[field.component], code: `${code} (${field.bits} bits)` };
            return [expected(code, field), got, raw];
          });
        }
      },
    })),
  );
}

const FRACTIONS = 512;

function sharedExponentReads(): readonly Requests[] {
  const fraction = (n: number, c: number) => (n * (2 * c + 1) + 101 * c) % FRACTIONS;
  const words = Uint32Array.from(
    { length: 32 * FRACTIONS },
    (_, n) => fraction(n, 0) + 2 ** 9 * fraction(n, 1) + 2 ** 18 * fraction(n, 2) + 2 ** 27 * Math.floor(n / FRACTIONS),
  );
  const image = storedImage('e5b9g9r9_ufloat_pack32', FRACTIONS, 32, new Uint8Array(words.buffer));
  return texelReads(image, ['ld', 'point']);
}

/** Reads of every fraction with every exponent of R9G9B9E5, in each component another one. */
export const SHARED_EXPONENT_READS = sharedExponentReads();
