import type { Rule } from '../rule.ts';
import { D3D11_RULES } from './d3d11/d3d11-rules.ts';
import { VULKAN_RULES } from './vulkan/vulkan-rules.ts';

/** Every rule, in the order in which a check reports them. */
export const ALL_RULES: readonly Rule[] = [...D3D11_RULES, ...VULKAN_RULES];
