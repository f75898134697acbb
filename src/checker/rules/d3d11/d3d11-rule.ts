import type { Profile } from '../../profiles.ts';
import type { Rule } from '../../rule.ts';

/** A demand of D3D11.3; its id begins with `d3d11.3/` and the section. */
export function d3d11Rule(rule: Omit<Rule, 'id' | 'specification' | 'applies'> & { readonly name: string }): Rule {
  const { name, ...fields } = rule;
  return Object.freeze<Rule>({
    ...fields,
    id: `d3d11.3/${rule.section}/${name}`,
    specification: 'D3D11.3',
    applies: (profile: Profile) => profile.specification === 'D3D11.3',
  });
}
