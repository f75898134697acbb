import type { Rule } from '../../rule.ts';
import { type CodeField, type CodeFormat, codeImage, codeOf, type Read, readTexels } from '../../probes/codes.ts';
import { EXHAUSTIVE, Measurement } from '../../probes/measurement.ts';
import { stepOf, witnessFields } from '../../probes/requests.ts';
import { d3d11Rule } from './d3d11-rule.ts';

/** A rule on what every code of some formats becomes. */
export interface CodeRule extends Pick<Rule, 'section' | 'title' | 'limit' | 'unit'> {
  readonly name: string;
  readonly required: number;
  readonly formats: readonly CodeFormat[];
  readonly reads: readonly Read[];
  /** The error of a result, in the rule's unit; Infinity where it must be exact and is not. */
  readonly error: (got: number, code: number, field: CodeField) => number;
  readonly expected: (code: number, field: CodeField) => string;
  /** For integers, whose bits stand in the result. */
  readonly integers?: boolean;
}

export function codeRule({ required, formats, reads, error, expected, integers = false, ...rule }: CodeRule): Rule {
  return d3d11Rule({
    ...rule,
    method: `every code of every component of ${formats.map(({ dxgi }) => dxgi).join(', ')}, read by ${reads.join(', ')}`,
    *check(subject, _profile, effort) {
      const off = new Measurement();
      // A second component of 16 bits is no different.
      const tried =
        effort === 'full' ? formats : formats.filter(({ fields }) => fields.length < 2 || fields[0].bits < 16);
      for (const [step, format] of tried.entries()) {
        const image = codeImage(format);
        const cases = readTexels(subject, image, reads, (read, result, at, n) => {
          const values = integers ? new Int32Array(result.buffer, result.byteOffset, result.length) : result;
          for (const field of format.fields) {
            const got = values[at + field.component];
            const code = codeOf(field, n);
            const wrong = error(got, code, field);
            const witness = () => ({
              inputs: witnessFields({
                format: image.format.name,
                instruction: read,
                component: 'rgba'[field.component],
              }),
              raw: { code: `${code} (${field.bits} bits)` },
              expected: expected(code, field),
              got: String(got),
            });
            if (rule.unit === 'cases') off.judge(wrong === 0, witness);
            else off.add(wrong, witness);
          }
        });
        yield* stepOf(step, tried.length, cases);
      }
      return off.atMost(required, EXHAUSTIVE);
    },
  });
}
