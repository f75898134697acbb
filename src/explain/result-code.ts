import type { Binding } from '../../rtl-model/state/binding.ts';
import { componentSources } from '../../rtl-model/texel-decoder/swizzle.ts';
import { codeOfOne } from '../specification/texels/numeric-formats.ts';
import { srgbCode } from '../specification/texels/srgb.ts';

/** A component of a result as a code of the view's format, with a fraction where it is between two. */
export interface ResultCode {
  readonly code: number;
  /** The code of 1. */
  readonly one: number;
}

/**
 * @param state with its view
 * @param c component of the result, 0 to 3
 * @returns null unless it is a normalized component of a texel
 */
export function resultCode(
  { view: { format, components }, instruction, sampler }: Pick<Binding, 'view' | 'instruction' | 'sampler'>,
  c: number,
  value: number,
): ResultCode | null {
  const { op = 'sample', dref, component = 0 } = instruction;
  const isTexel = dref !== true && !/^(query|sample_position|block_match|footprint)/.test(op);
  if (!isTexel || sampler.ycbcrConversion !== null || !Number.isFinite(value)) return null;
  const { componentType, bits, order } = format;
  const source = componentSources(components)[op === 'gather' ? component : c];
  const stored = order.indexOf(source);
  if (!/norm|srgb/.test(componentType) || stored < 0) return null;
  const one = codeOfOne(componentType, bits[stored] ?? format.componentBits);
  return { code: roundedCode(componentType === 'srgb' && source < 3 ? srgbCode(value) : value * one), one };
}

export function roundedCode(code: number): number {
  return Number(code.toFixed(4));
}
