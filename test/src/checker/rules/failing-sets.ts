import { D3D11_3, type Profile, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import type { Rule } from '../../../../src/checker/rule.ts';
import { D3D11_RULES } from '../../../../src/checker/rules/d3d11/d3d11-rules.ts';
import { VULKAN_RULES } from '../../../../src/checker/rules/vulkan/vulkan-rules.ts';
import { WRONG_SUBJECTS as D3D11_WRONG } from './d3d11/subjects.ts';
import FAILING_SETS from './failing-sets.json' with { type: 'json' };
import { WRONG_SUBJECTS as VULKAN_WRONG } from './vulkan/subjects.ts';
import type { WrongSubject } from './wrong-subject.ts';

/** The rules of a specification, with the wrong subjects that they must find. */
export interface WrongSubjects {
  readonly name: 'D3D11.3' | 'Vulkan';
  readonly rules: readonly Rule[];
  readonly profile: Profile;
  readonly subjects: readonly WrongSubject[];
  /** All rules that each subject fails, by what is wrong: written by `npm run failing-sets`, compared in test/deep. */
  readonly sets: Readonly<Record<string, readonly string[]>>;
}

export const SPECIFICATIONS: readonly WrongSubjects[] = [
  { name: 'D3D11.3', rules: D3D11_RULES, profile: D3D11_3, subjects: D3D11_WRONG, sets: FAILING_SETS['D3D11.3'] },
  { name: 'Vulkan', rules: VULKAN_RULES, profile: VULKAN_1_4, subjects: VULKAN_WRONG, sets: FAILING_SETS.Vulkan },
];
