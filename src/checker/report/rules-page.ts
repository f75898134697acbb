import { ALL_RULES } from '../rules/all-rules.ts';
import { listEntry } from '../../platform/pages/markdown-list.ts';

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

A result that a specification leaves open or undefined is not judged. A rule whose cases are all open says \`open\`, not
\`pass\`. The results of a GPU and of two software implementations are in
[traces/hardware](../traces/hardware/README.md) and [traces/software](../traces/software/README.md).

## The answer

Terminal, page and JSON (\`answer\`) begin with the same lines:

- whether the subject conforms, to which text and profile. The texts are the D3D11.3 Functional Specification, version
  1.17 (6/20/2025), and Khronos's Vulkan 1.4 specification as of 2026;
- results that were judged, that are not allowed, and that are left open;
- each rule that fails, with its section;
- what the results show of their unit: subtexel and mip bits, roundings, the curve of the level weights, the scale factor;
- the closest design, how many of the requests it reproduces to the bit, and the lines of those that differ.

The closest design is searched by coordinate descent. It starts from the named design or the best preset, with and
without the widths that were fitted. Every choice and width of the address, LOD and filter units takes the value that
reproduces the most results, until none changes. Where results are missed then, pairs of fields are changed together: no
guard bits and a truncation may each explain nothing, and both everything. The search uses 128 of the requests, evenly
spread, at most 240 designs for each descent and 1,000 pairs for each start; all requests count for the final figure.
\`--closest FILE\` writes the design, which every command takes.

No line asserts more than the results show:

- under the profile \`claimed\`, results are permitted, or not, by what the design claims, which are intervals. A note
  says how many requests the design itself gives to the bit; \`texunit sample --expect\` shows each that differs;
- a line \`inferred:\` holds if its hypothesis explains every result: the closest design for its fields, a fitted grid for
  its bits. Otherwise the line says \`if ..., then\`, with the number of requests that it does not explain;
- a line \`suggested:\` rests on fewer than 32 results that tell it from others: these may agree by chance. The cause of
  fewer than 32 wrong results is \`perhaps\`: a place to look first. That they are not allowed is certain.

\`--failures FILE\` writes every result that is not allowed, as CSV or as JSON (\`.json\`). \`--rule\` selects rules by their
ids or beginnings of ids. A trace may name the API that its results came from ([FORMAT.md](../traces/FORMAT.md)); a line
says if it is judged by the text of the other API. The exit code is 2 if no request has a result, or if all results are
left open.

## Faults of measured results

Every result is judged once, and a wrong one counts for one finding: that of the fault which explains it. The rules
\`results/UNIT/FAULT\` are made from these faults; the other rules \`results/...\` name the features that requests use
(filter and address mode, levels, format, operation), and count the results beside the wrong ones.

A fault is a hypothesis that changes one thing of the question: the grid of the coordinate or of the LOD or its
rounding, the level or the weight of two levels, the scale factor, the filter, the address mode, the format or its
conversion, the array layer, the cube face, the queried view, the lane. It explains a wrong result if the specification
permits this result as the answer to the changed question. 32 of the wrong results, evenly spread, are asked all
hypotheses. A result costs log2 of the results that the hypothesis permits, for each that the specification permits, and
32 bits where the hypothesis does not explain it. So a specific hypothesis comes before one that permits almost
everything. The hypothesis with the fewest bits is the fault of all results that it explains. The others go on to the
next round, 24 rounds at most.

A result that no hypothesis explains is in \`results/not-attributed\`. This says that the cause is not one of these
faults, or that two faults meet in the result. A finding names the unit, the section of the demand, the number of
requests, the features that all of them use with their own sections and numbers of wrong results, and the request with
the fewest operands as the witness. A fault hides another one where it explains the same results: a level weight that is
off by any amount explains small errors of the LOD, too.

Bits and level weights are also fitted over all results together. If such a property fails, it joins the finding of the
fault of its unit. Level weights are judged in the states in which no other unit is at fault. Choices that must be the
same for all requests are judged over the whole table under Vulkan: the rule for array layers half way between two
(\`results/array-layer-rule\`), and that for nearest levels (\`results/nearest-level-rule\`).

## How often the judgement is right

\`npm run test:deep\` judges tables of random requests. \`SEED\` chooses others; these are the figures of seed 1. A table
of a fault has 2,048 results of 32 states, and a second one has 8,192 where fewer than 4 results show the fault.

Designs that conform by construction, their widths at or above the profile's, are judged by results of their own:
341,248 by D3D11.3, none of them left open; 340,352 by Vulkan 1.0 and as many by Vulkan 1.4, 15,703 of each left open.
None of the 1,021,952 is called wrong, and no fitted property fails.

One field of a design that conforms is made wrong: a width less, another rounding, a wrong mode, a constant that is off.
The table shows the designs in which the fault was attributed to its unit, of those that were tried. It was found in all
of them. A dash is a choice that Vulkan leaves free.

| field with a seeded fault         | unit          | D3D11.3 | Vulkan 1.0 | Vulkan 1.4 |
| --------------------------------- | ------------- | ------: | ---------: | ---------: |
| \`address.coordinate.fractionBits\` | address-unit  |     4/4 |        4/4 |        4/4 |
| \`address.rounding\`                | address-unit  |     4/4 |          - |          - |
| \`address.rangeReduction\`          | address-unit  |     4/4 |          - |          - |
| \`address.layerRounding\`           | address-unit  |     4/4 |          - |          - |
| \`filter.weightBits\`               | address-unit  |     4/4 |        4/4 |        4/4 |
| \`lod.format.fractionBits\`         | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`lod.rounding\`                    | lod-unit      |     4/4 |          - |          - |
| \`lod.nearestRule\`                 | lod-unit      |     4/4 |          - |          - |
| \`lod.scaleFactor\`                 | lod-unit      |     4/4 |          - |          - |
| \`lod.alpha\`                       | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`lod.levelWeightCurve\`            | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`lod.log2Table.interpolationBits\` | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`lod.bias\`                        | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`lod.clamp\`                       | lod-unit      |     4/4 |        4/4 |        4/4 |
| \`filter.rounding\`                 | filter-unit   |     4/4 |        4/4 |        4/4 |
| \`filter.srgbLinearBits\`           | texel-decoder |     4/4 |        4/4 |        4/4 |

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
