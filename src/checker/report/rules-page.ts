import { ALL_RULES } from '../rules/all-rules.ts';
import { listEntry } from '../../pages/markdown-list.ts';

const INTRODUCTION = `# The rules of the checker

\`texunit check\` judges a design by these rules. \`texunit check --results\` judges measured results by those rules that
results can show. Each rule has a limit in words and numbers. It says how the limit is measured, and a finding gives the
worst case with its inputs. If the number of cases is small, all of them are tried. Otherwise a rule tries corner cases
chosen by hand, then seeded random cases. A search then starts from the worst cases: each climber moves to its worst
neighbour as long as that one is worse. The seed is part of the finding, so that every finding can be reproduced.

The limits of Vulkan's rules come from a profile: the limits that Vulkan 1.0 requires of every implementation (4 subtexel
bits, 4 mipmap bits, LOD bias 2), those of Vulkan 1.4 (8, 6 and 14), or those that the design itself claims. The text of
Vulkan is the one that the design names, or that of \`--text\` ([which text](specification.md#which-text)).

Measured results (\`--results\`) are judged lane by lane. A result passes if the profile allows it for any design:

- coordinates and LODs may lie on any grid that has at least the profile's bits;
- every lerp may round to the format;
- operations on floats may err by as much as float32 does (D3D11.3), or by 1 part in 10^5 (Vulkan);
- D3D11.3 19.5.2 gives a tolerance for BC1 to BC5; Vulkan gives one for border colours, implicit LODs, directions between
  cube faces and Y'CbCr conversions;
- a comparison with a linear filter is the weight of the texels that pass (D3D11.3 22.4.19); Vulkan decides only the
  comparisons that have one result for all depths between the texels;
- an anisotropic sample, and a sample at NaN, is between the least and the greatest texel that it may read (7.18.16.3):
  for Vulkan's anisotropy those of the image. Where Vulkan need not hold a coordinate, missing components alone count;
- a written texel is a code within 0.6 ULP (D3D11.3 3.2.3.6), or either neighbour (Vulkan).

A result that a specification leaves open or undefined is not judged. The rules of measured results, \`results/...\`, group
the requests by the feature that they use. The results of a GPU and of two software implementations are in
[traces/hardware](../traces/hardware/README.md) and [traces/software](../traces/software/README.md).

This page is made from the rules: \`npx tsx src/checker/report/write-rules-page.ts\` writes it.
`;

const SPECIFICATIONS = ['D3D11.3', 'Vulkan'] as const;

/** docs/checker.md: all rules by specification, in the order of their sections. */
export function rulesPage(): string {
  const rules = SPECIFICATIONS.map((name) => {
    const entries = ALL_RULES.filter(({ specification }) => specification === name).map((rule) =>
      listEntry(`\`${rule.id}\` (${rule.section}): ${rule.title}`, [`limit: ${rule.limit}; measured in ${rule.unit}`]),
    );
    return `## Rules of ${name}\n\n${entries.join('\n')}\n`;
  });
  return [INTRODUCTION, ...rules].join('\n');
}
