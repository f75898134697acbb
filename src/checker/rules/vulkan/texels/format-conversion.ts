import { allForFull, EXHAUSTIVE } from '../../../probes/measurement.ts';
import {
  type CodeField,
  type CodeFormat,
  FLOAT_FORMATS,
  SINT_FORMATS,
  SNORM_FORMATS,
  SRGB_FORMATS,
  UINT_FORMATS,
  UNORM_FORMATS,
  SHARED_EXPONENT_READS,
  codeSteps,
} from '../../../probes/codes.ts';
import { srgbCode } from '../../../../specification/texels/srgb.ts';
import { codeOfOne, componentCode } from '../../../../specification/texels/numeric-formats.ts';
import { FLOAT_ACCURACY } from '../../../float-precision.ts';
import type { Rule } from '../../../rule.ts';
import { measuredByVulkan, specifiedByVulkan } from '../../kinds/specification-rule.ts';

const SECTION = 'Numeric Representation and Computation';
const ALPHA = 3;
/** The widest component of the formats that a quick check tries. */
const QUICK_BITS = 11;

/** The meaning of every code of some formats, and how precise a result must be. */
interface Conversion extends Pick<Rule, 'title' | 'limit' | 'unit'> {
  readonly name: string;
  readonly formats: readonly CodeFormat[];
  readonly atMost: number;
  /** The type of the components, as the format records name it. sRGB codes are compared as codes. */
  readonly type: 'unorm' | 'snorm' | 'srgb' | 'ufloat' | 'sint' | 'uint' | 'sscaled' | 'uscaled';
  /** How far off a result is: Infinity where it must be exact and is not. */
  readonly error: (got: number, meaning: number, field: CodeField) => number;
}

function conversionRule({ name: rule, formats, type, error, ...text }: Conversion): Rule {
  return measuredByVulkan(`${SECTION}/${rule}`, {
    ...text,
    method:
      `every code of every component of ${formats.map(({ name }) => name).join(', ')}, ` +
      `by OpImageFetch and by a nearest sample (for quick of those of ${QUICK_BITS} bits at most, by OpImageFetch)`,
    chosen: allForFull,
    steps: ({ effort }) =>
      codeSteps({
        formats: formats.filter(({ fields }) => effort === 'full' || fields.every(({ bits }) => bits <= QUICK_BITS)),
        reads: effort === 'full' ? ['ld', 'point'] : ['ld'],
        integers: type === 'uint' || type === 'sint',
        error: (got, code, field) => error(got, meaningOf(type, code, field), field),
        expected: (code, field) => String(meaningOf(type, code, field)),
      }),
  });
}

/** The relative error of a result; 0, 1 and -1 must be exact. */
function relativeError(got: number, meaning: number): number {
  if (got === meaning) return 0;
  return meaning === 0 || Math.abs(meaning) === 1 ? Infinity : Math.abs(got / meaning - 1);
}

function exactError(got: number, meaning: number): number {
  return got === meaning || (Number.isNaN(got) && Number.isNaN(meaning)) ? 0 : Infinity;
}

function meaningOf(type: Conversion['type'], code: number, { bits }: CodeField): number {
  return type === 'srgb' ? code : componentCode(type, bits, code) / codeOfOne(type, bits);
}

const ACCURACY = '1 part in 10^5 (Floating-Point Computation); 0, 1 and -1 exactly';

const UNORM_CONVERSION = conversionRule({
  name: 'unorm',
  title: 'UNORM codes mean c / (2^b - 1)',
  limit: ACCURACY,
  unit: 'value',
  formats: UNORM_FORMATS,
  atMost: FLOAT_ACCURACY,
  type: 'unorm',
  error: relativeError,
});

const SNORM_CONVERSION = conversionRule({
  name: 'snorm',
  title: 'SNORM codes mean max(c / (2^(b-1) - 1), -1)',
  limit: ACCURACY,
  unit: 'value',
  formats: SNORM_FORMATS,
  atMost: FLOAT_ACCURACY,
  type: 'snorm',
  error: relativeError,
});

const SRGB_CONVERSION = conversionRule({
  name: 'srgb',
  title: 'sRGB codes are linearised, alpha is not',
  limit:
    'less than half a code from the code, back in sRGB: the precision that the format itself implies; 0 and 1 exactly, and ' +
    'alpha to 1 part in 10^5',
  unit: 'ULP',
  formats: SRGB_FORMATS,
  atMost: 0.5,
  type: 'srgb',
  error: (got, code, { component }) => {
    if (component === ALPHA) return relativeError(got, code / 255) <= FLOAT_ACCURACY ? 0 : Infinity;
    if (code === 0 || code === 255) return got === code / 255 ? 0 : Infinity;
    return Math.abs(srgbCode(got) - code);
  },
});

/** Formats of 8 and 16 bits of the same layout with another numeric format. */
function renamed(formats: readonly CodeFormat[], from: string, to: string): readonly CodeFormat[] {
  return formats
    .filter(({ name }) => ['r8_', 'r8g8b8a8_', 'r16_'].some((layout) => name === layout + from))
    .map((format) => ({ ...format, name: format.name.replace(from, to) }));
}

/** Numbers that a result holds exactly. */
const EXACT: readonly Pick<Conversion, 'name' | 'title' | 'limit' | 'formats' | 'type'>[] = [
  {
    name: 'float',
    title: '16-, 11- and 10-bit floats keep their value',
    limit: 'exactly, denormals, infinities and NaN among them',
    formats: FLOAT_FORMATS,
    type: 'ufloat',
  },
  {
    name: 'unsigned-integer',
    title: 'Unsigned integers keep their value',
    limit: 'exactly',
    formats: UINT_FORMATS,
    type: 'uint',
  },
  {
    name: 'signed-integer',
    title: 'Signed integers keep their value',
    limit: "exactly, as two's complement",
    formats: SINT_FORMATS,
    type: 'sint',
  },
  {
    name: 'uscaled',
    title: 'USCALED codes mean the integer as a float',
    limit: 'exactly',
    formats: renamed(UNORM_FORMATS, 'unorm', 'uscaled'),
    type: 'uscaled',
  },
  {
    name: 'sscaled',
    title: 'SSCALED codes mean the signed integer as a float',
    limit: 'exactly',
    formats: renamed(SNORM_FORMATS, 'snorm', 'sscaled'),
    type: 'sscaled',
  },
];

const [FLOAT_CONVERSION, ...INTEGER_CONVERSIONS] = EXACT.map((conversion) =>
  conversionRule({ ...conversion, unit: 'value', atMost: 0, error: exactError }),
);

const SHARED_EXPONENT = specifiedByVulkan('Numeric Representation and Computation/shared-exponent', {
  title: 'E5B9G9R9 codes mean mantissa * 2^(exponent - 24)',
  limit: 'exactly, for every mantissa with every exponent; alpha is 1',
  method: 'all 32 exponents with all 512 mantissas, another in each component, by OpImageFetch and by a nearest sample',
  chosen: EXHAUSTIVE,
  requests: () => SHARED_EXPONENT_READS,
});

export const FORMAT_RULES = [
  UNORM_CONVERSION,
  SNORM_CONVERSION,
  SRGB_CONVERSION,
  FLOAT_CONVERSION,
  SHARED_EXPONENT,
  ...INTEGER_CONVERSIONS,
];
