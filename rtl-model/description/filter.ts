import type { FilterWidths } from '../design/filter-widths.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';

/** Bilinear interpolation of the four texels of a square (D3D11.3 7.18.8; Vulkan: Texel Filtering). */
export function bilinearOf(
  s: StepGraph,
  square: StepNode,
  alpha: StepNode,
  beta: StepNode,
  widths: FilterWidths,
  mode: RoundingMode,
): StepNode {
  const { weightBits, droppedU, droppedV } = widths;
  const top = s.lerp(s.tap(square, 0), s.tap(square, 1), alpha, weightBits, droppedU, mode);
  const bottom = s.lerp(s.tap(square, 2), s.tap(square, 3), alpha, weightBits, droppedU, mode);
  return s.lerp(top, bottom, beta, weightBits, droppedV, mode);
}
