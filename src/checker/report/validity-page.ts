import type { Outcome } from '../../validity/rule.ts';
import { RULE_GROUPS } from '../../validity/rules.ts';
import { listEntry } from '../../platform/pages/markdown-list.ts';

const INTRODUCTION = `# Valid states and requests

Some combinations of image, view, sampler and instruction are not valid. This page lists the rules of Vulkan and D3D11.3
that \`texunit\` checks. Each rule says what follows if it is broken:

- **error**: the object must not be created, or the instruction must not run. \`checkState\` throws a \`ValidityError\`.
- **undefined**: the specification leaves the result open. A policy decides which result is returned, see below. The entry
  says what the model's units return.
- **defined**: one specification leaves the result open, or leaves it to an optional feature; the other specification, or
  the feature, defines it. The units return the defined result under every policy.

\`stateViolations(state, limits)\` and \`requestViolations(state, batch, quad, lane, limits)\` list all broken rules. The
limits are those that the design claims. Features that the units have (reductions, cubic filters, custom border colours,
the address mode mirror_clamp_to_edge, non-seamless cubes, and so on) count as enabled. A sampler is checked only if the
instruction uses one. For a null descriptor, only the sampler and the instruction are checked.

## Undefined results

| policy  | an undefined result                                                         |
| ------- | --------------------------------------------------------------------------- |
| \`error\` | is refused: \`checkState\` and \`checkRequest\` throw                           |
| \`zero\`  | is 0 in every component                                                     |
| \`nan\`   | is NaN in every component; in an integer format it has the bits 0x7fc00000  |
| \`model\` | is the result of the model's units, as the entries say; this is the default |

A state is checked once, before it is bound. \`checkState\` returns the broken rules that are no errors. If \`isUndefined\`
is true for them, every lane of every request that uses the state is undefined. The rules of requests are checked lane by
lane. \`undefinedResult(policy, result, at)\` replaces the result of an undefined lane.

An access by integers to a texel, layer or level that is not there is undefined in Vulkan without robustImageAccess2, and
defined in D3D11.3. A trace does not say which of the two it is for: \`error\` refuses such an access, and \`model\` returns
what D3D11.3 and the feature define. Every fetch, read, write and atomic goes through the same rules; a test compares
them with the texels that the oracle finds, for random images, views, planes and slices.

This page is made from the rules: \`npx tsx src/checker/report/write-rules-page.ts\` writes it.
`;

/** docs/validity.md: all rules, group by group. */
export function validityPage(): string {
  const groups = RULE_GROUPS.map(({ title, rules }) => {
    const entries = rules.map((rule) =>
      listEntry(`\`${rule.id}\` (${rule.section}): ${rule.text}`, [`otherwise ${outcomeOf(rule)}`]),
    );
    return `## ${title}\n\n${entries.join('\n')}\n`;
  });
  return [INTRODUCTION, ...groups].join('\n');
}

function outcomeOf(rule: Outcome): string {
  if (rule.consequence === 'error') return 'an error';
  if (rule.consequence === 'undefined') {
    const unless =
      rule.definedBy && ` in Vulkan without ${rule.definedBy}, as with which, and in D3D11.3, the model is`;
    return `undefined${unless ?? '; the model'}: ${rule.model}`;
  }
  return `defined: ${rule.consequence.value}`;
}
