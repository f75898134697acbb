import { cubicWeightTable } from '../../../rtl-model/address-unit/cubic-weights.ts';
import { anisotropicPositions } from '../../../rtl-model/address-unit/sample-positions.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { srgbLinearTable } from '../../../rtl-model/fixed-point/srgb.ts';
import { EXACT_COLOR_SCALES } from '../../../rtl-model/formats/blocks/bc/bc1-bc3.ts';
import { levelWeights } from '../../../rtl-model/lod-unit/level-weight.ts';
import { Log2Unit } from '../../../rtl-model/lod-unit/log2.ts';
import { CUBIC_WEIGHTS } from '../../../rtl-model/state/sampler.ts';
import { srgbEntryBits } from '../parameters/unit-widths.ts';
import { type GoldenField, unsignedField } from './golden-field.ts';
import { GoldenFile } from './golden-file.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';

/** A table of constants in a design. */
interface Rom {
  readonly name: string;
  readonly fields: readonly GoldenField[];
  /** A row of values, one a field, for each address. */
  readonly rows: readonly (readonly number[])[];
}

/** The parts of a design that decide its tables. */
type RomDesign = Pick<Design, 'text' | 'filter' | 'lod'>;

/**
 * Writes the tables of a design for `$readmemh`: `log2.mem`, `level_weight.mem`, `sample_position.mem`, `srgb.mem`,
 * `reciprocal.mem` (unless the design divides) and `cubic_WEIGHTS.mem` for every set of weights.
 *
 * @param open makes a file of the name
 * @returns their files
 */
export function writeRoms(design: RomDesign, open: (name: string) => TextSink): readonly GoldenFile[] {
  return filesOf(romsOf(design), open);
}

function filesOf(roms: readonly Rom[], open: (name: string) => TextSink): readonly GoldenFile[] {
  return roms.map(({ name, fields, rows }) => {
    const file = new GoldenFile(name, fields, open(`${name}.mem`));
    for (const row of rows) for (const value of row) file.add(value);
    return file;
  });
}

/** The texts of the same files and of those that units with blocks read, by name. */
export function romTexts(design: RomDesign): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  filesOf(
    [...romsOf(design), ...blockRomsOf(design)],
    (name) => (text) => texts.set(name, (texts.get(name) ?? '') + text),
  );
  return texts;
}

function single(name: string, width: number, note: string, values: Iterable<number>): Rom {
  return { name, fields: [unsignedField('entry', width, note)], rows: Array.from(values, (value) => [value]) };
}

/** `srgb_5_bits.mem` and `srgb_6_bits.mem`: linear values of the colours of BC1 to BC3. */
function blockRomsOf({ filter: { srgbLinearBits: width } }: RomDesign): readonly Rom[] {
  return [5, 6].map((bits) => {
    const one = EXACT_COLOR_SCALES[bits - 5].one;
    const note = `linear code of sixths of an sRGB code of ${bits} bits`;
    return single(`srgb_${bits}_bits`, width, note, srgbLinearTable(width, one));
  });
}

function romsOf(design: RomDesign): readonly Rom[] {
  const { lod, filter } = design;
  const { table, entryBits } = new Log2Unit(lod);
  const rates = Math.max(...lod.anisotropicRates);
  // N - 1 and n side by side, in as many bits as the highest of either has.
  const most = 2 ** Math.ceil(Math.log2(rates));
  const ofN = anisotropicPositions(lod);
  const positions = Array.from({ length: most * most }, (_, at) =>
    floatBits(ofN[1 + Math.floor(at / most)]?.[at % most] ?? 0),
  );
  const { reciprocalBits, srgbLinearBits, srgbTable } = filter;
  return [
    single('log2', entryBits + 1, `log2(1 + k/${table.length - 1}), ${entryBits} fraction bits`, table),
    single(
      'level_weight',
      lod.format.fractionBits + 1,
      'weight of the coarser level by the fraction of the LOD',
      levelWeights(lod),
    ),
    single(
      'sample_position',
      32,
      `float32: sample n of N at ${most} * (N - 1) + n, in lengths of the axis from its middle`,
      positions,
    ),
    single('srgb', srgbEntryBits(design), `linear code of an sRGB code`, srgbTable ?? srgbLinearTable(srgbLinearBits)),
    ...(reciprocalBits === 'exact'
      ? []
      : [
          single('reciprocal', reciprocalBits + 1, `1/N, ${reciprocalBits} fraction bits; 0 at 0`, [
            0,
            ...reciprocalTable(reciprocalBits, rates).subarray(1),
          ]),
        ]),
    ...CUBIC_WEIGHTS.map((kind): Rom => {
      const weights = cubicWeightTable(kind, filter.weightBits, filter.cubicWeightBits, design.text);
      const field = (n: number) => ({
        name: `w${n}`,
        width: filter.cubicWeightBits + 2,
        signed: true,
        note: `weight of texel ${n}, ${filter.cubicWeightBits} fraction bits`,
      });
      return {
        name: `cubic_${kind}`,
        fields: [0, 1, 2, 3].map(field),
        rows: Array.from({ length: weights.length / 4 }, (_, a) => [...weights.subarray(4 * a, 4 * a + 4)]),
      };
    }),
  ];
}
