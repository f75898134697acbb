import { readFileSync } from 'node:fs';
import { axisWidths } from '../../../rtl-model/design/axis-widths.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { FIELDS } from '../../../rtl-model/design/design-fields.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { fixed, signedBits } from '../../../rtl-model/fixed-point/format.ts';
import { bitsFor, level } from '../../../rtl-model/registers/register-formats.ts';
import { formatText, type Register, type RegisterTable } from '../../../rtl-model/registers/register.ts';
import { registerText } from '../../../rtl-model/registers/register-texts.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS } from '../../../rtl-model/registers/register-table.ts';
import { STEP_REGISTERS } from '../../../rtl-model/registers/step-table.ts';
import type { StepRange } from '../../../rtl-model/steps/step.ts';
import { plainState } from '../plain-state.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { listEntry, wrapped } from '../../platform/pages/markdown-list.ts';
import { counted } from '../../platform/pages/wording.ts';
import { PRESETS } from '../presets.ts';
import { filterSteps } from '../../../rtl-model/design/filter-ranges.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';

/** Bits of the codes for which ranges are shown. */
const CODE_BITS = [8, 16];

/** The page, whose steps are written there. */
const PAGE = new URL('docs/arithmetic.md', packageFolder(import.meta.url));

/**
 * docs/arithmetic.md, with the formats of the presets that are synthesizable; or the page with the numbers of one
 * design: its values in the place of fields, without the steps and sentences that are for other designs.
 */
export function arithmeticPage(design?: Design): string {
  const [page] = readFileSync(PAGE, 'utf8').split(/^(?=## Formats$)/m);
  if (design === undefined) {
    const designs = [...PRESETS.values()].filter((preset) => idealFields(preset).length === 0);
    return [page + formats(designs), ranges(designs)].join('\n');
  }
  const [, ...steps] = page.split(/^## \d+\. /m);
  const texts = steps.flatMap((step) => stepOf(step, design) ?? []).map((step, n) => `## ${n + 1}. ${step}\n`);
  return [designHead(design), ...texts, formats([design]), ranges([design])].join('\n');
}

function formats(designs: readonly Design[]): string {
  const names = designs.map(({ name }) => `\`${name}\``).join(' / ');
  const rows = wireRows(designs).map(([name, text, ...each]) => listEntry(`\`${name}\`: ${ofDesigns(each)}. ${text}`));
  return ['## Formats\n', wrapped(`In ${names}; - where there is none.`), '', ...rows, ''].join('\n');
}

/** The texts of the designs, once where they are one. */
function ofDesigns(each: readonly string[]): string {
  return new Set(each).size === 1 ? each[0] : each.join(' / ');
}

/** The ranges of all steps that hold integers; those of codes for each of CODE_BITS. */
function ranges(designs: readonly Design[]): string {
  const all = designs.map((design) => CODE_BITS.map((bits) => stepRanges(design, 2 ** bits - 1)));
  const names = new Map<string, string[]>();
  for (const name of Object.keys({ ...LANE_REGISTERS, ...FOOTPRINT_REGISTERS, ...STEP_REGISTERS })) {
    if (!(name in all[0][0])) continue;
    const text = ofDesigns(all.map((ofCodes) => [...new Set(ofCodes.map((of) => rangeText(of[name])))].join('; ')));
    names.set(text, [...(names.get(text) ?? []), `\`${name}\``]);
  }
  const head =
    'The least and the greatest integer of each step, for all inputs and an image with all levels. They follow from rules ' +
    'of each kind of step.';
  const codes = `Codes are UNORM of ${CODE_BITS.join(' bits; then of ')} bits.`;
  const rows = Array.from(names, ([text, same]) => listEntry(`${same.join(', ')}: ${text}`));
  return ['## Ranges\n', wrapped(`${head} ${codes}`), '', ...rows, ''].join('\n');
}

function rangeText(range: StepRange): string {
  const { low, high } = range;
  return `${low} to ${high} (${counted(low < 0 ? signedBits(range) : bitsFor(high), 'bit')})`;
}

function designHead(design: Design): string {
  const ideal = idealFields(design).map((path) => `\`${path}\``);
  const kind = ideal.length === 0 ? 'The design is synthesizable.' : `Ideal, without a width: ${ideal.join(', ')}.`;
  return `# Arithmetic of ${design.name}\n\n${wrapped(design.description)}\n${wrapped(kind)}\n`;
}

/** The first words of an item that is for some designs, or of a step of which all items are. */
const CONDITION = /^(Only w|W)here `([\w.]+)` is (not )?`([^`]+)`[:.] ?/;

/** A step with the values of a design; null where the design does not have it. */
function stepOf(step: string, design: Design): string | null {
  const [title, ...items] = step.split(/^- /m);
  const texts: string[] = [];
  for (const item of items) {
    const text = item.trimEnd().replaceAll(/\n +/g, ' ');
    const [condition = '', only, field, not, value] = CONDITION.exec(text) ?? [];
    const holds = condition === '' || (String(valueAt(design, field)) === value) !== (not !== undefined);
    if (!holds && only === 'Only w') return null;
    if (holds && only !== 'Only w') texts.push(wrapped(filled(text.slice(condition.length), design), '- '));
  }
  return title + texts.join('\n');
}

/** The text with the values of fields for their paths. */
function filled(text: string, design: Design): string {
  return text.replaceAll(/`([\w.]+)`/g, (name, path: string) =>
    FIELDS.has(path) ? valueText(valueAt(design, path)) : name,
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
  return [...[LANE_REGISTERS, FOOTPRINT_REGISTERS, STEP_REGISTERS].flatMap(registers), ...innerRows(designs)];
}

/** Wires within a unit. */
function innerRows(designs: readonly Design[]): readonly Row[] {
  const row = (name: string, text: string, bits: (design: Design) => number | undefined): Row => [
    name,
    text,
    ...designs.map((design) => {
      const width = bits(design);
      return width === undefined ? '-' : `${width} bits`;
    }),
  ];
  const axes = (name: string, text: string, key: keyof NonNullable<ReturnType<typeof axisWidths>>) =>
    row(name, text, (design) => (design.lod.scaleFactor === 'ellipse' ? axisWidths(design)?.[key] : undefined));
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
  ];
}

function widthOf(bits: number | 'exact'): number | undefined {
  return bits === 'exact' ? undefined : bits;
}

/**
 * The ranges of the plain path's steps, by the names of their registers: for the largest image of a design, and codes from
 * 0 to `most`. LODs, weights and filter come from graphs of their steps.
 */
export function stepRanges(design: Design, most: number): Readonly<Record<string, StepRange>> {
  const { address, filter, limits } = design;
  const { integerBits, fractionBits } = address.coordinate;
  const plain = plainState(design);
  const lastLevel = level('level', plain).max;
  const sampler = { ...plain.sampler, magFilter: 'nearest' } as const;
  const unit = new LodUnit({ ...plain, sampler, lastLevel }, { passes: () => 1 });
  const s = new StepGraph();
  const [rho, operand, minLod] = ['rho', 'lodOperand', 'minLod'].map((name) => s.register(name, 'float32'));
  const baseLod = unit.log2Unit.log2(s, rho);
  const levels = unit.levels(s, baseLod, operand, minLod);
  const { min, max } = fixed('coordinate', integerBits, fractionBits);
  const fraction = s.register('fraction', 'integer', 0, 2 ** fractionBits - 1);
  const weight = s.round(fraction, fractionBits - filter.weightBits, filter.rounding);
  const named = (names: readonly string[], range: StepRange) => Object.fromEntries(names.map((name) => [name, range]));
  return {
    ...levels,
    ...filterSteps(design, 0, most),
    ...named(['fixedU', 'fixedV'], { low: min, high: max }),
    ...named(['i0', 'j0', 'i1', 'j1'], { low: -1, high: limits.maxImageDimension2D - 1 }),
    ...named(['alpha', 'beta'], weight),
    baseLod,
    bias: unit.bounds.bias(s, operand),
    leastLod: unit.bounds.minLod(s, minLod),
    levelIndex: { low: 0, high: lastLevel },
    layerIndex: { low: 0, high: limits.maxImageArrayLayers - 1 },
  };
}
