import { type CodeDemand, type CodeFormat, measureCodes, type Read } from '../../probes/codes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import type { Rule } from '../../rule.ts';
import { d3d11Rule } from './d3d11-rule.ts';

/** A rule on what every code of some formats becomes. */
interface CodeRule extends CodeDemand, Pick<Rule, 'section' | 'title' | 'limit' | 'unit'> {
  readonly name: string;
  readonly required: number;
  readonly formats: readonly CodeFormat[];
  readonly reads: readonly Read[];
}

export function codeRule(demand: CodeRule): Rule {
  const { section, name, title, limit, unit, required, formats, reads } = demand;
  return d3d11Rule({
    section,
    name,
    title,
    limit,
    method: `every code of every component of ${formats.map(({ dxgi }) => dxgi).join(', ')}, read by ${reads.join(', ')}`,
    unit,
    *check(subject, _profile, effort) {
      // A second component of 16 bits is no different.
      const tried =
        effort === 'full' ? formats : formats.filter(({ fields }) => fields.length < 2 || fields[0].bits < 16);
      const off = yield* measureCodes(subject, tried, reads, demand);
      return off.atMost(required, EXHAUSTIVE);
    },
  });
}
