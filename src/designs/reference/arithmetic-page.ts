import { axisWidths } from '../../../rtl-model/design/axis-widths.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { formatText, type Register, type RegisterTable } from '../../../rtl-model/registers/register.ts';
import { registerText } from '../../../rtl-model/registers/register-texts.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS } from '../../../rtl-model/registers/register-table.ts';
import { plainState } from '../plain-state.ts';
import { listEntry, wrapped } from '../../platform/pages/markdown-list.ts';
import { ARITHMETIC_STEPS, type ArithmeticStep, type Choice } from './arithmetic-steps.ts';
import { PRESETS } from '../presets.ts';

const INTRODUCTION = `# Arithmetic of the plain path

The plain path samples a 2D image or an array of them: mip levels, anisotropic filtering, the five address modes, 8-bit
UNORM, SNORM and sRGB formats and those packed in 16 bits. Its steps follow in the order of the data, so that RTL can be
written from this page alone. Names such as \`lod.lengthBits\` are [fields of a design](designs.md), and stand for their
values; \`texunit designs --arithmetic DESIGN\` prints the page with the numbers of a design.

i.f has i integer bits, the sign included, and f fraction bits; ui.f has no sign (D3D11.3 3.2.4). "Cut off" drops bits of
a magnitude: towards zero. A step has all its bits until its rounding is named. Steps whose field is \`exact\` are ideal:
float64 operations, rounded to float32. This page and its tables are made by \`npm run schema\`.
`;

/**
 * docs/arithmetic.md: the fields' names, and the formats of the presets that are synthesizable; or the page with the
 * numbers of one design.
 */
export function arithmeticPage(design?: Design): string {
  const presets = [...PRESETS.values()].filter((preset) => idealFields(preset).length === 0);
  const designs = design === undefined ? presets : [design];
  const steps = ARITHMETIC_STEPS.filter(({ of }) => of === undefined || isFor(of, design)).map((step, n) =>
    stepText(step, n + 1, design),
  );
  return `${[
    design === undefined ? INTRODUCTION : designHead(design),
    ...steps,
    `## Formats\n\n${wrapped(`In ${designs.map(({ name }) => `\`${name}\``).join(' / ')}; - where there is none.`)}\n`,
    ...wireRows(designs).map(([name, text, ...formats]) => {
      const all = new Set(formats).size === 1 ? formats[0] : formats.join(' / ');
      return listEntry(`\`${name}\`: ${all}. ${text}`);
    }),
  ].join('\n')}\n`;
}

function designHead(design: Design): string {
  const ideal = idealFields(design).map((path) => `\`${path}\``);
  const kind = ideal.length === 0 ? 'The design is synthesizable.' : `Ideal, without a width: ${ideal.join(', ')}.`;
  return `# Arithmetic of ${design.name}\n\n${wrapped(design.description)}\n${wrapped(kind)}\n`;
}

/** True if a text is for a design; the page of all designs has every text. */
function isFor({ field, value, not = false }: Choice, design?: Design): boolean {
  return design === undefined || (valueAt(design, field) === value) !== not;
}

/** The designs that a text is for, in words. */
function choiceText({ field, value, not = false }: Choice): string {
  return `where \`${field}\` is ${not ? 'not ' : ''}\`${value}\``;
}

function stepText(step: ArithmeticStep, number: number, design?: Design): string {
  const { title, section, file, input, formulas, output, rounding, of } = step;
  const texts = formulas.flatMap((formula) => {
    if (typeof formula === 'string') return [formula];
    const [choice, text] = formula;
    return isFor(choice, design) ? [design === undefined ? `W${choiceText(choice).slice(1)}: ${text}` : text] : [];
  });
  const items = [
    ...(of === undefined || design !== undefined ? [] : [`Only ${choiceText(of)}.`]),
    `In: ${input}.`,
    ...texts,
    `Out: ${output}.`,
    `Rounding: ${rounding}.`,
    `${section}. [\`${file.split('/').at(-1)}\`](../${file})`,
  ];
  return `## ${number}. ${title}\n\n${items.map((text) => listEntry(filled(text, design))).join('\n')}\n`;
}

/** The text with the fields' names, or their values. */
function filled(text: string, design?: Design): string {
  return text.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    design === undefined ? `\`${path}\`` : valueText(valueAt(design, path)),
  );
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : typeof value === 'number' ? String(value) : `\`${String(value)}\``;
}

type Row = readonly string[];

/** The wires of the designs: name, meaning, and the format in each. */
function wireRows(designs: readonly Design[]): readonly Row[] {
  const bindings = designs.map((design) => plainState(design, true));
  const registers = (table: RegisterTable) =>
    Object.entries<Register>(table)
      .filter(([, { used, from }]) => from !== 'request' && bindings.some((binding) => used(binding)))
      .map(([name, { format, used }]): Row => {
        const formats = bindings.map((b) => (used(b) ? formatText(format(name, b)) : '-'));
        return [name, registerText(table, name), ...formats];
      });
  return [...registers(LANE_REGISTERS), ...registers(FOOTPRINT_REGISTERS), ...innerRows(designs)];
}

/** Wires within a unit. */
function innerRows(designs: readonly Design[]): readonly Row[] {
  const row = (name: string, text: string, bits: (design: Design) => number | string | undefined): Row => [
    name,
    text,
    ...designs.map((design) => {
      const width = bits(design);
      return width === undefined ? '-' : typeof width === 'number' ? `${width} bits` : width;
    }),
  ];
  const axes = (name: string, text: string, key: keyof NonNullable<ReturnType<typeof axisWidths>>) =>
    row(name, text, (design) => (design.lod.scaleFactor === 'ellipse' ? axisWidths(design)?.[key] : undefined));
  const lerps = (name: string, text: string, key: keyof ReturnType<typeof filterWidths>) =>
    row(name, text, (design) => `${filterWidths(design)[key]} fraction bits`);
  return [
    row('xu, xv, yu, yv', 'magnitude of a scaled derivative', ({ lod }) => widthOf(lod.scaleFactorBits)),
    axes('X, Y, det', 'squares and determinant, whole', 'square'),
    axes('D', 'product, whole', 'product'),
    axes('X, Y, D, p', 'over the exponent of the ellipse', 'aligned'),
    axes('t, X + Y + t, t + p', 'root and sums of the ellipse', 'sum'),
    axes('length', 'root of the direction', 'direction'),
    axes('longer, other', 'parts of the direction', 'along'),
    row('major', 'mantissa of the major axis', ({ lod }) => widthOf(lod.lengthBits)),
    row('minor, rho', 'mantissa of the minor axis', ({ lod, limits }) =>
      limits.maxSamplerAnisotropy > 1 ? widthOf(lod.minorAxisBits) : undefined,
    ),
    row('T(k)', 'entry of the log2 ROM', ({ lod }) => lod.log2Table.entryBits + 1),
    row('R(N)', 'entry of the reciprocal ROM', ({ filter }) =>
      filter.reciprocalBits === 'exact' ? undefined : filter.reciprocalBits + 1,
    ),
    row('sRGB', 'entry of the sRGB ROM', ({ filter }) => filter.srgbLinearBits),
    lerps('top, bottom', 'codes behind the lerps along u', 'afterU'),
    lerps('sample, average', 'codes behind the lerp along v', 'afterV'),
    lerps('V', 'codes behind the lerp between levels', 'afterLevel'),
  ];
}

function widthOf(bits: number | 'exact'): number | undefined {
  return bits === 'exact' ? undefined : bits;
}
