import type { ReportedRule } from './rule.ts';

/** The texts that the rules follow, by name and version. */
export const SPECIFICATION_TEXTS: Readonly<Record<Exclude<ReportedRule['specification'], 'design'>, string>> = {
  'D3D11.3': 'D3D11.3 (Functional Specification, version 1.17, 6/20/2025)',
  Vulkan: 'Vulkan 1.4 (Khronos specification, text of 2026)',
};
