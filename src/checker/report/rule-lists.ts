import { listEntry } from '../../platform/pages/markdown-list.ts';
import type { RuleOutcome } from '../../validity/rule.ts';
import { RULE_GROUPS } from '../../validity/rules.ts';
import { ALL_RULES } from '../rules/all-rules.ts';

const SPECIFICATIONS = ['D3D11.3', 'Vulkan'] as const;

/** The end of docs/checker.md: all rules by specification, in the order of their sections. */
export function checkerRuleList(): string {
  const rules = SPECIFICATIONS.map((name) => {
    const entries = ALL_RULES.filter(({ specification }) => specification === name).map((rule) =>
      listEntry(`\`${rule.id}\` (${rule.section}): ${rule.title}`, [`limit: ${rule.limit}; measured in ${rule.unit}`]),
    );
    return `## Rules of ${name}\n\n${entries.join('\n')}\n`;
  });
  return rules.join('\n');
}

/** The end of docs/validity.md: all rules, group by group. */
export function validityRuleList(): string {
  const groups = RULE_GROUPS.map(({ title, rules }) => {
    const entries = rules.map((rule) =>
      listEntry(`\`${rule.id}\` (${rule.section}): ${rule.text}`, [`otherwise ${outcomeOf(rule)}`]),
    );
    return `## ${title}\n\n${entries.join('\n')}\n`;
  });
  return groups.join('\n');
}

function outcomeOf(rule: RuleOutcome): string {
  if (rule.consequence === 'error') return 'an error';
  if (rule.consequence === 'undefined') {
    const unless =
      rule.definedBy && ` in Vulkan without ${rule.definedBy}, as with which, and in D3D11.3, the model is`;
    return `undefined${unless ?? '; the model'}: ${rule.model}`;
  }
  return `defined: ${rule.consequence.value}`;
}
