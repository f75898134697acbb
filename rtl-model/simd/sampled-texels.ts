import { floatToHalf, halfToFloat } from '../fixed-point/float16.ts';
import type { Binding } from '../state/binding.ts';
import { weightSplit } from '../state/sample-shape.ts';
import { componentSources } from '../texel-decoder/swizzle.ts';
import { EXPONENT_SHIFT } from '../texel-decoder/texel-decoder.ts';
import type { PlacedTable } from '../steps/lane-graph.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import type { TexelCodes } from '../steps/texel-codes.ts';
import { SCALAR, WasmCode, WORD } from '../steps/simd/wasm-code.ts';
import { isFloatForm, type TexelForm } from './texel-form.ts';

/** The texels of a state as its description takes them. */
export class SampledTexels {
  readonly codes: TexelCodes;
  /** The value of a component that is the same in every texel, in its scale; null for others; in the result's order. */
  readonly constants: readonly (number | null)[];
  /** The sources of the result's components: 0 to 3 for r, g, b, a, 4 for zero and 5 for one. */
  readonly sources: readonly number[];
  readonly over: number;
  private readonly form: TexelForm;
  private readonly copied: boolean;

  /** @param copied true to read a copy of the image */
  constructor(binding: Binding, form: TexelForm, copied: boolean) {
    const { kind, fields, constant, places, signed } = form;
    this.form = form;
    this.over = form.over;
    this.copied = copied;
    const sources = sourcesOf(binding);
    this.sources = sources;
    this.constants = sources.map((source) =>
      source > 3 ? source - 4 : constant[source] ? fields[source].codes[0] : null,
    );
    const bytes = kind === 'bytes' ? 1 : kind === 'floats' || kind === 'depths' ? 4 : 2;
    // The four texels of a gather have one component.
    const gathers = binding.op === 'gather';
    const ofTexel = sources.map((source, c) => {
      if (source > 3 || constant[source] || (gathers && c > 0)) return -1;
      return bytes * places[source];
    });
    const { instruction, sampler, design } = binding;
    const { anisotropyEnable, magFilter, minFilter } = sampler;
    const filters = [magFilter, minFilter];
    const components = new Set(ofTexel.filter((place) => place >= 0)).size;
    this.codes = {
      stride: copied ? 4 * bytes : binding.image.texelStride,
      taps: isNearest(binding) ? 1 : 4,
      form: codesOf(form, copied),
      signed,
      places: ofTexel,
      low: form.low,
      high: form.high,
      planar:
        components === 1 &&
        !gathers &&
        !anisotropyEnable &&
        (!filters.includes('cubic') || (isFloatForm(form) && instruction.dref !== true)) &&
        weightSplit(design.filter) === null,
    };
  }

  /** The border's texel, as one lies in memory. */
  readonly border = (): PlacedTable => {
    const { kind, places, border } = this.form;
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    for (const c of this.stored()) {
      if (kind === 'bytes') bytes[places[c]] = border[c];
      else if (kind === 'depths' || (kind === 'floats' && border instanceof Int32Array))
        view.setInt32(4 * places[c], border[c], true);
      else if (kind === 'floats') view.setFloat32(4 * places[c], border[c], true);
      else view.setUint16(2 * places[c], isFloatForm(this.form) ? halfBits(border[c]) : border[c], true);
    }
    return bytes;
  };

  /** The components that differ from texel to texel. */
  private stored(): readonly number[] {
    return [0, 1, 2, 3].filter((c) => !this.form.constant[c]);
  }

  /**
   * From a texel's address and the record to four codes of 16 bits, or halves: each field looks up its own, and 0 for the
   * others. Null for texels that are read as they are.
   */
  decode(steps: StepGraph): ((address: (name: string) => number) => WasmCode) | null {
    const { fields } = this.form;
    if (this.copied || !isCopied(this.form)) return null;
    const stored = this.stored();
    const codeOf = isFloatForm(this.form) ? halfBits : (value: number) => value;
    stored.forEach((c, n) =>
      steps.address(`field ${n}`, () => {
        const { codes } = fields[c];
        const table = new Uint16Array(4 * codes.length);
        codes.forEach((code, at) => (table[4 * at + c] = codeOf(code)));
        return table;
      }),
    );
    steps.address('border', this.border);
    return (address) => {
      const code = new WasmCode(2);
      code.get(0);
      code.integer(0);
      code.op(SCALAR.less);
      code.branch(() => {
        code.get(1);
        code.scalar(WORD.load, address('border'));
        code.scalar(WORD.load64, 0);
        code.op(SCALAR.return);
      });
      stored.forEach((c, n) => {
        const { byte, shift, mask, exponent } = fields[c];
        code.get(0);
        code.scalar(shift + Math.log2(mask + 1) <= 8 ? WORD.loadByte : WORD.load, byte);
        code.integer(shift);
        code.op(SCALAR.shiftRightUnsigned);
        code.integer(mask);
        code.op(SCALAR.and);
        if (exponent !== 0) {
          code.get(0);
          code.scalar(WORD.load, 0);
          code.integer(EXPONENT_SHIFT);
          code.op(SCALAR.shiftRightUnsigned);
          code.integer(exponent);
          code.op(SCALAR.and);
          code.op(SCALAR.or);
        }
        code.integer(3);
        code.op(SCALAR.shiftLeft);
        code.get(1);
        code.scalar(WORD.load, address(`field ${n}`));
        code.op(SCALAR.add);
        code.scalar(WORD.load64, 0);
        if (n > 0) code.op(SCALAR.or64);
      });
      return code;
    };
  }

  /** The function that decodes the texels of an image; null for those that are read as they lie. @param decode its number */
  copy(): ((decode: number) => WasmCode) | null {
    if (this.copied || !isCopied(this.form)) return null;
    return (decode) => {
      const code = new WasmCode(5);
      const [state, from, end, stride, to] = [0, 1, 2, 3, 4];
      code.loop(() => {
        code.get(to);
        code.get(from);
        code.get(state);
        code.call(decode);
        code.scalar(WORD.store64, 0);
        code.get(to);
        code.integer(8);
        code.op(SCALAR.add);
        code.set(to);
        code.get(from);
        code.get(stride);
        code.op(SCALAR.add);
        code.tee(from);
        code.get(end);
        code.op(SCALAR.lessUnsigned);
        code.breakIf(0);
      });
      return code;
    };
  }
}

/** The bits of a half; those of NaN, with which lanes are left to the units, for a number that is none. */
function halfBits(value: number): number {
  const bits = floatToHalf(value);
  return Object.is(halfToFloat(bits), value) ? bits : floatToHalf(NaN);
}

function codesOf({ kind }: TexelForm, copied: boolean): TexelCodes['form'] {
  switch (kind) {
    case 'bytes':
    case 'words':
    case 'depths':
    case 'halves':
    case 'floats':
      return kind;
    case 'codeTables':
      return copied ? 'words' : 'decoded';
    case 'halfTables':
      return copied ? 'halves' : 'decodedHalves';
  }
}

/** True for texels that are decoded by tables: a copy of the image that has them decoded is filtered in less time. */
export function isCopied({ kind }: TexelForm): boolean {
  return kind === 'codeTables' || kind === 'halfTables';
}

/** The sources of the result's components: 0 to 3 for r, g, b, a, 4 for zero and 5 for one. */
function sourcesOf({ op, view, instruction }: Binding): readonly number[] {
  const sources = componentSources(view.components);
  return op === 'gather' ? Array<number>(4).fill(sources[instruction.component ?? 0]) : sources;
}

/** True if no lane is filtered linearly. */
function isNearest({ op, sampler }: Binding): boolean {
  return op !== 'gather' && sampler.magFilter === 'nearest' && sampler.minFilter === 'nearest';
}
