import { expect, it } from 'vitest';
import { FAULTS } from '../../../foreign/switches/faults.ts';
import { isNamedRightly } from './named-faults.ts';

it.each([
  ['a section between two of a range', 'gather_offset_unsigned', 'address-unit/gather-order', 'd3d11', true],
  ['a part of a section', 'view_minimum_empty_reads', 'lod-unit/view-minimum', 'd3d11', true],
  ['another step of one unit', 'ycbcr_ranges_exchanged', 'texel-decoder/ycbcr-model', 'vulkan', false],
  ['another unit by the same section', 'fetch_level_ignored', 'texel-decoder/write', 'vulkan', false],
] as const)('a name by %s', (_, fault, name, text, right) => {
  expect(isNamedRightly(FAULTS[fault], name, text)).toBe(right);
});
