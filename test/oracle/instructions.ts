import type { Instruction } from '../../rtl-model/state/instruction.ts';

export const EXPLICIT: Instruction = { lod: 'explicit', projected: false };
export const IMPLICIT: Instruction = { lod: 'implicit', projected: false };
export const GRADIENT: Instruction = { lod: 'gradient', projected: false };
