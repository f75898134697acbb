import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { storedImage } from './texel-image.ts';
import { d3d11Instruction } from '../../../rtl-model/state/d3d11-instruction.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { addressed, LINEAR, POINT } from './states.ts';
import { askCases, stepOf } from './requests.ts';

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

function fields(...widths: readonly (readonly [component: number, bits: number])[]): readonly CodeField[] {
  let shift = 0;
  return widths.map(([component, bits]) => ({ component, bits, shift: (shift += bits) - bits }));
}

const [R, G, B, A] = [0, 1, 2, 3];
const TEN = fields([R, 10], [G, 10], [B, 10], [A, 2]);

/** Lowest bits first, as D3D11.3 19.1.3.1 and 19.6 write them. */
export const UNORM_FORMATS: readonly CodeFormat[] = [
  { name: 'r8_unorm', dxgi: 'R8_UNORM', wordBits: 8, fields: fields([R, 8]) },
  { name: 'r8g8b8a8_unorm', dxgi: 'R8G8B8A8_UNORM', wordBits: 32, fields: fields([R, 8], [G, 8], [B, 8], [A, 8]) },
  { name: 'b8g8r8a8_unorm', dxgi: 'B8G8R8A8_UNORM', wordBits: 32, fields: fields([B, 8], [G, 8], [R, 8], [A, 8]) },
  { name: 'a8_unorm', dxgi: 'A8_UNORM', wordBits: 8, fields: fields([A, 8]) },
  { name: 'r16_unorm', dxgi: 'R16_UNORM', wordBits: 16, fields: fields([R, 16]) },
  { name: 'r16g16_unorm', dxgi: 'R16G16_UNORM', wordBits: 32, fields: fields([R, 16], [G, 16]) },
  { name: 'a2b10g10r10_unorm_pack32', dxgi: 'R10G10B10A2_UNORM', wordBits: 32, fields: TEN },
  { name: 'r5g6b5_unorm_pack16', dxgi: 'B5G6R5_UNORM', wordBits: 16, fields: fields([B, 5], [G, 6], [R, 5]) },
  {
    name: 'a1r5g5b5_unorm_pack16',
    dxgi: 'B5G5R5A1_UNORM',
    wordBits: 16,
    fields: fields([B, 5], [G, 5], [R, 5], [A, 1]),
  },
  {
    name: 'a4r4g4b4_unorm_pack16',
    dxgi: 'B4G4R4A4_UNORM',
    wordBits: 16,
    fields: fields([B, 4], [G, 4], [R, 4], [A, 4]),
  },
];

export const SNORM_FORMATS: readonly CodeFormat[] = [
  { name: 'r8_snorm', dxgi: 'R8_SNORM', wordBits: 8, fields: fields([R, 8]) },
  { name: 'r8g8b8a8_snorm', dxgi: 'R8G8B8A8_SNORM', wordBits: 32, fields: fields([R, 8], [G, 8], [B, 8], [A, 8]) },
  { name: 'r16_snorm', dxgi: 'R16_SNORM', wordBits: 16, fields: fields([R, 16]) },
  { name: 'r16g16_snorm', dxgi: 'R16G16_SNORM', wordBits: 32, fields: fields([R, 16], [G, 16]) },
];

export const SRGB_FORMATS: readonly CodeFormat[] = [
  { name: 'r8g8b8a8_srgb', dxgi: 'R8G8B8A8_UNORM_SRGB', wordBits: 32, fields: fields([R, 8], [G, 8], [B, 8], [A, 8]) },
  { name: 'b8g8r8a8_srgb', dxgi: 'B8G8R8A8_UNORM_SRGB', wordBits: 32, fields: fields([B, 8], [G, 8], [R, 8], [A, 8]) },
];

export const FLOAT_FORMATS: readonly CodeFormat[] = [
  { name: 'r16_sfloat', dxgi: 'R16_FLOAT', wordBits: 16, fields: fields([R, 16]) },
  { name: 'r16g16_sfloat', dxgi: 'R16G16_FLOAT', wordBits: 32, fields: fields([R, 16], [G, 16]) },
  { name: 'b10g11r11_ufloat_pack32', dxgi: 'R11G11B10_FLOAT', wordBits: 32, fields: fields([R, 11], [G, 11], [B, 10]) },
];

export const INTEGER_FORMATS: readonly CodeFormat[] = [
  { name: 'r8_uint', dxgi: 'R8_UINT', wordBits: 8, fields: fields([R, 8]) },
  { name: 'r8_sint', dxgi: 'R8_SINT', wordBits: 8, fields: fields([R, 8]) },
  { name: 'r16_uint', dxgi: 'R16_UINT', wordBits: 16, fields: fields([R, 16]) },
  { name: 'r16_sint', dxgi: 'R16_SINT', wordBits: 16, fields: fields([R, 16]) },
  { name: 'a2b10g10r10_uint_pack32', dxgi: 'R10G10B10A2_UINT', wordBits: 32, fields: TEN },
];

/**
 * The code of a field in texel n of `codeImage`: every field runs through all its codes, not in step with the others.
 */
export function codeOf(field: CodeField, n: number): number {
  return (n * (2 * field.component + 1) + 77 * field.component) % 2 ** field.bits;
}

/** An image in which every field of a format has all its codes. */
export function codeImage({ name, wordBits, fields: all }: CodeFormat): ImageSource {
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
export const READS = ['ld', 'point', 'linear'] as const;
export type Read = (typeof READS)[number];

/**
 * Reads every texel of an image of one level, in each of the ways.
 *
 * @param receive gets the result with r, g, b, a of texel n (row by row) at `at`
 */
export function* readTexels(
  subject: Subject,
  image: ImageSource,
  reads: readonly Read[],
  receive: (read: Read, result: Float32Array, at: number, n: number) => void,
): Generator<Progress, void> {
  const { width, height } = image;
  for (const [step, read] of reads.entries()) {
    const sampler = { ...(read === 'linear' ? LINEAR : POINT), ...addressed('clamp_to_edge') };
    const instruction = d3d11Instruction(read === 'ld' ? 'ld' : 'sample_l');
    const asked = askCases(
      subject,
      { image, sampler, instruction },
      width * height,
      (batch, lane, n) => {
        const [i, j] = [n % width, Math.floor(n / width)];
        batch.i[lane] = i;
        batch.j[lane] = j;
        batch.s[lane] = (i + 0.5) / width;
        batch.t[lane] = (j + 0.5) / height;
      },
      (result, at, n) => receive(read, result, at, n),
    );
    yield* stepOf(step, reads.length, asked);
  }
}
