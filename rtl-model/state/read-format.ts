import type { Binding } from './binding.ts';
import { aspectFormat } from '../formats/depth-stencil-formats.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** The format in which a binding's texels are read: one aspect of its view's format. */
export function readFormat({ view }: Binding): TexelFormat {
  return aspectFormat(view.format, view.aspect);
}

/** True if the binding's texels are integers, which no filter combines. */
export function readsIntegers(binding: Binding): boolean {
  const { componentType } = readFormat(binding);
  return componentType === 'uint' || componentType === 'sint';
}
