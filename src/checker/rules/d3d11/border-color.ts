import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { formatNamed } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';
import { srgbCode } from '../../../specification/texels/srgb.ts';

/** Formats with what their stored components may be, and how a border colour is snapped. */
interface BorderFormat {
  readonly name: string;
  readonly range: readonly [number, number];
  /**
   * A linear value in units of the format, in which the border may be 0.6 off (3.2.3.4, 3.2.3.6, 3.2.3.8); null: exact.
   */
  readonly units: ((value: number, component: number) => number) | null;
}

const FLOAT32_RANGE = [-Infinity, Infinity] as const;
const FORMATS: readonly BorderFormat[] = [
  { name: 'r8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8b8a8_unorm', range: [0, 1], units: (x) => 255 * x },
  { name: 'r8g8b8a8_snorm', range: [-1, 1], units: (x) => 127 * x },
  { name: 'r8g8b8a8_srgb', range: [0, 1], units: (x, component) => (component === 3 ? 255 * x : srgbCode(x)) },
  { name: 'r16g16b16a16_unorm', range: [0, 1], units: (x) => 65_535 * x },
  { name: 'r16_snorm', range: [-1, 1], units: (x) => 32_767 * x },
  { name: 'r32g32b32a32_sfloat', range: FLOAT32_RANGE, units: null },
  { name: 'r32_sfloat', range: FLOAT32_RANGE, units: null },
];

const COLORS: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [2.5, -2.5, 1.25, -0.25],
  [-0.5, 0.5, 1e10, -1e10],
  [0.25, 0.75, 0.1, 0.9],
  [1 / 3, 0.001, 0.5, 0.6],
];
const TOLERANCE = 0.6;
const DEFAULTS = [0, 0, 0, 1];
/** Half of these samples lie on the border with all their texels, on each side of the image. */
const PLACES: readonly (readonly [number, number])[] = [
  [-1, 0.5],
  [2, 0.5],
  [0.5, -1],
  [0.5, 2],
  [-0.75, 1.75],
];

export const BORDER_COLOR = d3d11Rule({
  section: '7.18.9.1',
  name: 'border-color',
  title: 'The border colour is clamped to the range of the format, and lacks what the format lacks',
  limit:
    '0.6 ULP of a normalized format, the tolerance of conversions to it; 0, 1 and -1, float formats and the defaults of ' +
    'missing components exactly',
  method: 'six colours in and out of range, in nine formats, point and linear samples beyond each side of the image',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const steps = FORMATS.flatMap((format) =>
      COLORS.flatMap((color) => [POINT, LINEAR].map((filter) => ({ format, color, filter }))),
    );
    for (const [step, { format, color, filter }] of steps.entries()) {
      const record = formatNamed(format.name);
      const [least, largest] = format.range;
      const image = {
        format: record,
        width: 4,
        height: 4,
        layers: 1,
        levels: [new Uint8Array(16 * record.texelBytes).fill(0x20)],
      };
      const asked = askCases(
        subject,
        {
          image,
          sampler: { ...filter, ...addressed('clamp_to_border'), borderColor: color },
          instruction: d3d11Instruction('sample_l'),
        },
        PLACES.length,
        (batch, lane, n) => {
          [batch.s[lane], batch.t[lane]] = PLACES[n];
        },
        (result, at, n) => {
          for (let c = 0; c < 4; c++) {
            const stored = record.order.includes(c);
            const wanted = stored ? Math.max(least, Math.min(largest, Math.fround(color[c]))) : DEFAULTS[c];
            const got = result[at + c];
            const { units } = format;
            const exact = !stored || units === null || wanted === 0 || Math.abs(wanted) === 1;
            const error = exact ? (got === wanted ? 0 : Infinity) : Math.abs(units(got, c) - units(wanted, c));
            off.add(error, () => ({
              inputs: witnessFields({
                format: format.name,
                borderColor: color.join(', '),
                filter: filter.magFilter!,
                s: PLACES[n][0],
                t: PLACES[n][1],
                component: 'rgba'[c],
              }),
              raw: {},
              expected: String(wanted),
              got: String(got),
            }));
          }
        },
      );
      yield* stepOf(step, steps.length, asked);
    }
    return off.atMost(TOLERANCE, DIRECTED);
  },
});
