import { describe, expect, it } from 'vitest';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { ReportedRule, ReportedVerdict } from '../../../../src/checker/rule.ts';
import { foreignDevice } from '../../../foreign/device.ts';
import { executeTable } from '../../../foreign/execute.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import type { FaultName } from '../../../foreign/switches/faults.ts';
import { parseTable } from '../../../foreign/tables/parse-table.ts';
import { wideTable } from '../../../foreign/tables/wide-table.ts';
import { resultLines } from '../../../foreign/tables/write-results.ts';
import { finished } from '../judge/random-requests.ts';
import { FEATURES, measuredTable, profileOfText } from './judged-table.ts';

/** The findings of a device with a fault, the one with the most results first. */
function findingsOf(
  fault: FaultName,
  scenes: string[],
  size: number,
  text: ForeignText = 'vulkan',
): readonly ReportedVerdict[] {
  const requests = wideTable({ text, seed: 41, size }, scenes);
  const table = parseTable(requests);
  const results = resultLines(table, executeTable(foreignDevice(text, {}, [fault], FEATURES), table));
  const trace = measuredTable(requests, results);
  const { verdicts } = finished(judgeResults(trace, { kind: 'profile', profile: profileOfText(text) }));
  return verdicts.filter(({ finding }) => finding.group !== undefined);
}

function nameOf({ id }: Pick<ReportedRule, 'id'>): string {
  return id.replace('results/', '');
}

describe('the cause of a fault in a device of other code is named', () => {
  it.each<readonly [FaultName, string[], string, number]>([
    ['weights_exchanged', ['addresses'], 'filter-unit/weights', 0.5],
    ['border_red_blue_swapped', ['borders', 'fetches'], 'address-unit/border-color', 0.25],
    ['cube_y_faces_exchanged', ['cubes', 'fetches'], 'address-unit/cube-face', 0.2],
    ['fetch_out_of_bounds_ones', ['fetches', 'addresses'], 'address-unit/bounds', 0.5],
    ['ycbcr_green_sign', ['ycbcr', 'fetches'], 'texel-decoder/ycbcr', 0.1],
    ['bc1_always_four_colors', ['formats'], 'texel-decoder/block', 0.2],
    ['scale_twice_the_sum', ['lods'], 'lod-unit/scale-factor', 0.25],
    ['mip_nearest_as_linear', ['lods'], 'lod-unit/level', 0.25],
    ['border_as_edge', ['borders', 'addresses'], 'address-unit/address-mode', 0.5],
    ['unorm_divisor', ['formats'], 'texel-decoder/conversion', 0.5],
    ['padding_included', ['other formats', 'formats'], 'texel-decoder/conversion', 0.5],
    ['write_one_column_off', ['writes', 'fetches'], 'texel-decoder/write', 0.5],
    ['mirror_as_repeat', ['addresses'], 'address-unit/address-mode', 0.5],
    ['query_levels_less_one', ['queries', 'fetches'], 'lod-unit/query', 0.5],
    ['ycbcr_ranges_exchanged', ['ycbcr', 'fetches'], 'texel-decoder/ycbcr-range', 0.25],
    ['pair_luma_of_first', ['ycbcr', 'fetches'], 'texel-decoder/pair', 0.25],
    ['repeat_one_long', ['addresses'], 'address-unit/address-mode', 0.5],
    ['lod_explicit_truncated', ['lods'], 'lod-unit/lod', 0.5],
    ['level_rounded_up', ['lods'], 'lod-unit/level', 0.5],
    ['scale_first_axis_alone', ['lods'], 'lod-unit/scale-factor', 0.5],
    ['layer_far_as_first', ['layers', 'fetches'], 'address-unit/layer', 1],
  ])('%s', (fault, scenes, cause, size) => {
    expect(nameOf(findingsOf(fault, scenes, size)[0].rule)).toBe(cause);
  });
});

// The LOD of a query is permitted down to -Infinity where derivatives are zero.
it('a fault is found among results that may be unbounded', () => {
  expect(findingsOf('lod_clamped_before_bias', ['queries'], 1, 'd3d11')).not.toEqual([]);
});

describe('faults whose results are the same are named together', () => {
  it.each<readonly [string, FaultName, string[], string, string[], number]>([
    [
      'chroma exchanged in the planes and in the conversion',
      'chroma_planes_exchanged',
      ['ycbcr'],
      'texel-decoder/ycbcr-model',
      ['texel-decoder/chroma'],
      0.1,
    ],
    [
      'weights of three bits and coordinates of three bits, where all filters are linear',
      'weights_three_bits',
      ['addresses'],
      'address-unit/coordinate',
      ['filter-unit/weights'],
      1,
    ],
    [
      'signs of BC4 in its decoder and in the conversion',
      'bc4_signed_as_unsigned',
      ['formats'],
      'texel-decoder/block',
      ['texel-decoder/conversion'],
      0.5,
    ],
    [
      'a shift by half a texel, which is like nothing else',
      'half_texel_missing',
      ['addresses'],
      'address-unit/place',
      [],
      0.25,
    ],
  ])('%s', (_, fault, scenes, cause, others, size) => {
    const [{ rule, finding }] = findingsOf(fault, scenes, size);
    expect([nameOf(rule), ...finding.group!.alternatives.map(nameOf)]).toEqual([cause, ...others]);
    expect(rule.title.includes(`cannot tell between ${[cause, ...others].join(' and ')}`)).toBe(others.length > 0);
  });
});
