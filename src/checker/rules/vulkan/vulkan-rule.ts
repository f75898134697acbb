import type { Profile } from '../../profiles.ts';
import type { Rule } from '../../rule.ts';

/** A demand of Vulkan; its id begins with `vulkan/` and the section: `vulkan/wrapping-operation/address-modes`. */
export function vulkanRule(rule: Omit<Rule, 'id' | 'specification' | 'applies'> & { readonly name: string }): Rule {
  const { name, ...fields } = rule;
  const section = rule.section
    .toLowerCase()
    .replaceAll(/[()]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return Object.freeze({
    ...fields,
    id: `vulkan/${section}/${name}`,
    specification: 'Vulkan',
    applies: ({ specification }: Profile) => specification === 'Vulkan',
  });
}
