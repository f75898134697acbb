import { ADDRESS_FAULTS } from './address-faults.ts';
import type { ForeignText } from './freedom.ts';
import { OPERATION_FAULTS } from './operation-faults.ts';
import { TEXEL_FAULTS } from './texel-faults.ts';

/** Every driver fault that the sampler can have. The name says what the driver does. */
export const FAULTS = { ...ADDRESS_FAULTS, ...TEXEL_FAULTS, ...OPERATION_FAULTS };

export type FaultName = keyof typeof FAULTS;

/** The names of the faults that break a text. */
export function faultNames(text: ForeignText): FaultName[] {
  const names = Object.keys(FAULTS) as FaultName[];
  return names.filter((name) => FAULTS[name].texts.includes(text));
}
