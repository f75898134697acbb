import { type CodeDemand, type CodeFormat, measureCodes, type Read } from '../../probes/codes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import type { Rule } from '../../rule.ts';
import { d3d11Rule, type RuleText } from '../specification-rule.ts';

/** A rule on what every code of some formats becomes. */
interface CodeRule extends CodeDemand, Omit<RuleText, 'method'> {
  readonly required: number;
  readonly formats: readonly CodeFormat[];
  readonly reads: readonly Read[];
}

export function codeRule(place: string, demand: CodeRule): Rule {
  const { title, limit, unit, required, formats, reads } = demand;
  return d3d11Rule(place, {
    title,
    limit,
    method: `every code of every component of ${formats.map(({ dxgi }) => dxgi).join(', ')}, read by ${reads.join(', ')}`,
    unit,
    *check(subject, _profile, effort) {
      // A second component of 16 bits is no different.
      const isTried = ({ fields }: CodeFormat) => effort === 'full' || fields.length < 2 || fields[0].bits < 16;
      const off = yield* measureCodes(subject, formats.filter(isTried), reads, demand);
      return off.atMost(required, EXHAUSTIVE);
    },
  });
}
