import { describe, expect, it } from 'vitest';
import { answers, bytes, direct, DOTS, lanes, LINEAR, NEAREST, vulkan } from './small-tables.ts';
import type { FootprintAnswer } from './tables/records.ts';

describe('other operations', () => {
  it('gathers counter-clockwise from the lower left', () => {
    const [texel] = lanes(vulkan, DOTS, LINEAR, { op: 'gather', image: 'dots', sampler: 'linear', coord: [0.5, 0.5] });
    expect(texel).toEqual([170, 255, 85, 0].map((code) => Math.fround(code / 255)));
  });

  it('fetches zero out of bounds, and writes what it reads', () => {
    const results = lanes(
      direct,
      DOTS,
      { op: 'ld', image: 'dots', coord: [2, 0] },
      { op: 'write', image: 'dots', coord: [1, 1], value: [0.5, 0, 0, 1] },
      { op: 'read', image: 'dots', coord: [1, 1] },
    );
    expect(results.map(([red]) => red)).toEqual([0, Math.fround(128 / 255), Math.fround(128 / 255)]);
  });

  it('adds the weights of the box of the Vulkan example: 2.75 by 2.25 at (4.125, 2.625)', () => {
    const values = Array.from({ length: 32 }, (_, n) => (n % 8) * 8 + Math.floor(n / 8) * 64);
    const image = { image: { name: 'boxed', format: 'r8_unorm', width: 8, height: 4, levels: bytes(...values) } };
    const request = {
      op: 'box_filter',
      image: 'boxed',
      sampler: 'linear',
      coord: [4.125 / 8, 2.625 / 4],
      boxSize: [2.75, 2.25],
    };
    const columns = [0.25, 1, 1, 0.5];
    const rows = [0.5, 1, 0.75];
    let sum = 0;
    for (const [j, v] of rows.entries())
      for (const [i, u] of columns.entries()) sum += u * v * values[(1 + j) * 8 + 2 + i];
    expect(lanes(vulkan, image, LINEAR, request)[0][0]).toBeCloseTo(sum / 255 / (2.75 * 2.25), 6);
  });

  it('packs a footprint that crosses an anchor', () => {
    const image = {
      image: { name: 'wide', format: 'r8_unorm', width: 64, height: 64, levels: bytes(...new Uint8Array(4096)) },
    };
    const request = { op: 'footprint', image: 'wide', sampler: 'linear', coord: [0.25, 0.25], lod: 0, granularity: 1 };
    const [[answer]] = answers(vulkan, image, LINEAR, request);
    const expected: FootprintAnswer = {
      single: true,
      anchor: [1, 1],
      offset: [1, 1],
      mask: [0x00000081, 0x81000000],
      lod: 0,
      granularity: 0,
    };
    expect(answer!.footprint).toEqual(expected);
  });

  it('converts the black and white of narrow ranges', () => {
    const levels = bytes(16, 235, 16, 235, 128, 128);
    const image = { image: { name: 'video', format: 'g8_b8r8_2plane_420_unorm', width: 2, height: 2, levels } };
    const conversion = { ycbcrModel: 'ycbcr_709', ycbcrRange: 'itu_narrow' };
    const sampler = { sampler: { ...NEAREST.sampler, name: 'film', ycbcrConversion: conversion } };
    const results = lanes(
      vulkan,
      image,
      sampler,
      { image: 'video', sampler: 'film', coord: [0.25, 0.25], lod: 0 },
      { image: 'video', sampler: 'film', coord: [0.75, 0.25], lod: 0 },
    );
    expect(results.map((texel) => texel.map((value) => Math.round(value * 1e6) / 1e6 + 0))).toEqual([
      [0, 0, 0, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('sums absolute and squared differences', () => {
    const sampler = { sampler: { ...NEAREST.sampler, name: 'match', unnormalizedCoordinates: true, maxLod: 0 } };
    const request = {
      op: 'block_match',
      image: 'dots',
      sampler: 'match',
      reference: 'dots',
      coord: [0, 0],
      referenceCoord: [0, 1],
      blockSize: [2, 1],
    };
    const results = lanes(vulkan, DOTS, sampler, { ...request, metric: 'sad' }, { ...request, metric: 'ssd' });
    expect(results[0][0]).toBeCloseTo(340 / 255, 6);
    expect(results[1][0]).toBeCloseTo(2 * (170 / 255) ** 2, 6);
  });

  it('adds the products of a separable kernel', () => {
    const kernel = [0.25, 0.5, 0.25, 0, 0.5, 0.5, 0, 0];
    const halves = kernel.flatMap((weight) => (weight === 0 ? [0, 0] : [0, weight === 0.5 ? 0x38 : 0x34]));
    const image = {
      image: { name: 'taps', format: 'r16_sfloat', type: '1d', width: 4, layers: 2, levels: bytes(...halves) },
    };
    const weights = { filterCenter: [1, 0], filterSize: [3, 2], numPhases: 1 };
    const view = { view: { name: 'kernel', image: 'taps', viewType: '1d_array', weights } };
    const request = { op: 'sample_weighted', image: 'dots', sampler: 'linear', weights: 'kernel', coord: [0.25, 0.25] };
    const [texel] = lanes(vulkan, DOTS, LINEAR, image, view, request);
    const row = (a: number, b: number): number => 0.25 * a + 0.5 * a + 0.25 * b;
    expect(texel[0]).toBeCloseTo((0.5 * row(0, 85) + 0.5 * row(170, 255)) / 255, 6);
  });

  it('swizzles each texel before a filter, but a weighted sum at its end', () => {
    const view = { view: { name: 'one', image: 'dots', components: ['one', 'r', 'r', 'r'] } };
    const cubic = { magFilter: 'cubic', minFilter: 'cubic', cubicWeights: 'zero_tangent_cardinal' };
    const sampler = { sampler: { ...LINEAR.sampler, name: 'cubic', ...cubic } };
    const weights = { filterCenter: [0, 0], filterSize: [1, 1], numPhases: 1 };
    const kernel = { view: { name: 'kernel', image: 'dots', viewType: '2d_array', weights } };
    const sample = { image: 'one', sampler: 'cubic', coord: [0.5, 0.5], lod: 0 };
    const weighted = { op: 'sample_weighted', image: 'one', sampler: 'linear', weights: 'kernel', coord: [0.75, 0.75] };
    const [filtered, sum] = lanes(vulkan, DOTS, LINEAR, sampler, view, kernel, sample, weighted);
    // Along each axis the fraction is 1/2, and the weights sum to 1 - (1/2)^3 / 2.
    expect(filtered[0]).toBe((15 / 16) ** 2);
    expect(sum[0]).toBe(1);
  });

  it('reads zero from a null descriptor as its second image', () => {
    const sampler = { sampler: { ...NEAREST.sampler, name: 'match', unnormalizedCoordinates: true, maxLod: 0 } };
    const match = { op: 'block_match', image: 'dots', sampler: 'match', reference: null, coord: [0, 0] };
    const block = { referenceCoord: [0, 0], blockSize: [2, 2], metric: 'sad' };
    const weighted = { op: 'sample_weighted', image: 'dots', sampler: 'linear', weights: null, coord: [0.25, 0.25] };
    const [differences, sum] = lanes(vulkan, DOTS, LINEAR, sampler, { ...match, ...block }, weighted);
    expect(differences).toEqual([2, 0, 0, 1]);
    expect(sum).toEqual([0, 0, 0, 0]);
  });

  it('says whether a texel has memory', () => {
    const hole = { level: 0, layer: 0, x: 1, y: 0, z: 0, width: 1, height: 2, depth: 1 };
    const image = { image: { ...DOTS.image, name: 'holes', unbound: [hole] } };
    const request = { image: 'holes', sampler: 'nearest', lod: 0, sparse: true };
    const [[left], [right]] = answers(
      vulkan,
      image,
      NEAREST,
      { ...request, coord: [0.25, 0.5] },
      { ...request, coord: [0.75, 0.5] },
    );
    expect([left!.resident, right!.resident]).toEqual([true, false]);
  });
});
