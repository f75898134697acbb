import { describe, expect, it } from 'vitest';
import { FetchPlan } from '../../../../rtl-model/address-unit/plans/fetch-plan.ts';
import { SamplePlan } from '../../../../rtl-model/address-unit/plans/sample-plan.ts';
import { Surface } from '../../../../rtl-model/address-unit/surface.ts';
import { DesignError } from '../../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { levelBytes } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { Footprints } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import { bind } from '../../../../rtl-model/state/binding.ts';
import {
  ADDRESS_MODES,
  type AddressMode,
  DEFAULT_SAMPLER,
  type YcbcrConversion,
} from '../../../../rtl-model/state/sampler.ts';
import { PLAIN_CONVERSION } from '../../../oracle/plain-conversion.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { nearestFixed } from '../../../oracle/rational.ts';
import { EXPLICIT } from '../../../oracle/instructions.ts';

/** By how much each kind of chroma is smaller than luma, along u and v. */
const FORMATS = {
  g8_b8_r8_3plane_420_unorm: [2, 2],
  g8_b8r8_2plane_422_unorm: [2, 1],
  g8_b8_r8_3plane_444_unorm: [1, 1],
  g8b8g8r8_422_unorm: [2, 1],
} as const;
type Format = keyof typeof FORMATS;

/** A binding, its texels by their addresses, and the number of planes that are read. */
function planar(
  format: Format,
  conversion: YcbcrConversion,
  modes: readonly [AddressMode, AddressMode],
  linear: boolean,
) {
  const source = { format: TEXEL_FORMATS.get(format)!, width: 8, height: 4, layers: 1 };
  const memory = layOutImages([{ ...source, levels: [new Uint8Array(levelBytes(source, 0))] }], 'linear');
  const filter = linear ? 'linear' : 'nearest';
  const [addressModeU, addressModeV] = modes;
  const state = {
    image: 0,
    sampler: {
      ...DEFAULT_SAMPLER,
      addressModeU,
      addressModeV,
      magFilter: filter,
      minFilter: filter,
      ycbcrConversion: conversion,
    },
    instruction: EXPLICIT,
  } as const;
  const binding = bind(FULL_QUALITY, memory, state, 0);
  const planes = binding.image.planes ?? [binding.image];
  const texels = new Map<number, readonly [plane: number, i: number, j: number]>();
  planes.forEach((plane, n) => {
    const { width, height } = plane.levels[0];
    const surface = new Surface(plane);
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++) texels.set(surface.address(0, 0, i, j, 0, 0), [n, i, j]);
  });
  return { binding, texels, reads: planes.length === 1 ? 2 : planes.length };
}

/** A texel index along an axis of a plane, null for the border, and its factor in the weight. */
type Tap = readonly [texel: number | null, factor: number];

/** The texel that an index selects (Vulkan: Wrapping Operation). */
function wrapped(i: number, size: number, mode: AddressMode): number | null {
  const modulo = (n: number, d: number) => ((n % d) + d) % d;
  const inside = (n: number) => Math.max(0, Math.min(n, size - 1));
  switch (mode) {
    case 'repeat':
      return modulo(i, size);
    case 'mirrored_repeat':
      return size - 1 - Math.abs(modulo(i, 2 * size) - size + (modulo(i, 2 * size) < size ? 1 : 0));
    case 'clamp_to_edge':
      return inside(i);
    case 'clamp_to_border':
      return i < 0 || i >= size ? null : i;
    case 'mirror_clamp_to_edge':
      return inside(i < 0 ? -1 - i : i);
  }
}

/** The one or two texels around x, in texels of 8 fraction bits. */
function around(x: number, linear: boolean): readonly (readonly [i: number, factor: number])[] {
  const i = Math.floor(x / 256);
  if (!linear) return [[i, 1]];
  return [
    [i, 256 - (x - 256 * i)],
    [i + 1, x - 256 * i],
  ];
}

/** The taps along one axis of the chroma, or of the luma where `divisor` is 0. */
function tapsAlong(
  u: number,
  size: number,
  mode: AddressMode,
  linear: boolean,
  divisor: number,
  location: YcbcrConversion['xChromaOffset'],
  { chromaFilter, forceExplicitReconstruction }: YcbcrConversion,
  subsampled: boolean,
): readonly Tap[] {
  const half = (filters: boolean) => (filters ? 128 : 0);
  const chromaLinear = chromaFilter === 'linear';
  const luma = around(Number(nearestFixed(u, size, 8)) - half(linear), linear);
  if (divisor === 0 || !subsampled || (divisor === 1 && forceExplicitReconstruction)) {
    return luma.map(([i, factor]): Tap => [wrapped(i, size, mode), factor]);
  }
  const cosited = location === 'cosited_even';
  if (!forceExplicitReconstruction) {
    // Vulkan: Implicit Reconstruction. u' = (u + 1/2) / 2 for cosited chroma, u / 2 for midpoint.
    const shift = divisor === 2 && cosited ? 64 : 0;
    const x = Number(nearestFixed(u, size / divisor, 8)) + shift - half(chromaLinear);
    return around(x, chromaLinear).map(([i, factor]): Tap => [wrapped(i, size / divisor, mode), factor]);
  }
  // Vulkan: Explicit Reconstruction, of each luma texel after its address mode.
  return luma.flatMap(([n, factor]): readonly Tap[] => {
    const i = wrapped(n, size, mode);
    if (i === null)
      return chromaLinear
        ? [
            [null, NaN],
            [null, NaN],
          ]
        : [[null, NaN]];
    if (!chromaLinear) return [[Math.floor(i * 0.5), factor]];
    const at = cosited ? 0.5 * i : 0.5 * (i - 0.5);
    const rest = at - Math.floor(at);
    const first = wrapped(Math.floor(at), size / 2, mode);
    // A quarter is the unit of these weights.
    return [
      [first, factor * 4 * (1 - rest)],
      [wrapped(Math.floor(at) + 1, size / 2, mode), factor * 4 * rest],
    ];
  });
}

function anyConversion(dice: Dice): YcbcrConversion {
  return {
    ...PLAIN_CONVERSION,
    xChromaOffset: dice.pick(['cosited_even', 'midpoint']),
    yChromaOffset: dice.pick(['cosited_even', 'midpoint']),
    chromaFilter: dice.pick(['nearest', 'linear']),
    forceExplicitReconstruction: dice.chance(0.5),
  };
}

describe('the taps of luma and chroma', () => {
  it.each(Object.keys(FORMATS) as Format[])(
    'are those of Vulkan: Chroma Reconstruction, plane by plane: %s',
    (format) => {
      const dice = new Dice(0xc4);
      const [across, down] = FORMATS[format];
      for (let n = 0; n < 60; n++) {
        const conversion = anyConversion(dice);
        const linear = dice.chance(0.5);
        const modes = [dice.pick(ADDRESS_MODES), dice.pick(ADDRESS_MODES)] as const;
        const { binding, texels, reads } = planar(format, conversion, modes, linear);
        const plan = new SamplePlan(binding);
        const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
        const [u, v] = [dice.integer(-2048, 4096) / 2048, dice.integer(-2048, 4096) / 2048];
        lanes.u[0] = u;
        lanes.v[0] = v;
        lanes.samples[0] = 1;
        lanes.filter[0] = linear ? 1 : 0;
        const expected = Array.from({ length: reads }, (_, plane) => {
          const columns = tapsAlong(
            u,
            8,
            modes[0],
            linear,
            plane && across,
            conversion.xChromaOffset,
            conversion,
            across > 1,
          );
          const rows = tapsAlong(
            v,
            4,
            modes[1],
            linear,
            plane && down,
            conversion.yChromaOffset,
            conversion,
            across > 1,
          );
          // The chroma of a pair stands in its even texel.
          const stride = format === 'g8b8g8r8_422_unorm' && plane === 1 ? 2 : 1;
          const stored = stride === 2 ? 0 : plane;
          const taps = rows.flatMap(([j, b]) =>
            columns.map(([i, a]) =>
              i === null || j === null ? 'border' : `${stored}: ${i * stride}, ${j} * ${a * b}`,
            ),
          );
          return Array.from({ length: Math.ceil(taps.length / 4) }, (__, pass) => taps.slice(4 * pass, 4 * pass + 4));
        }).flat();
        lanes.passes[0] = plan.passes(lanes, 0);
        const found = Array.from({ length: lanes.passes[0] }, (_, pass) => {
          plan.footprints(lanes, 0, foot, 0, 1, pass);
          return Array.from({ length: foot.tapCount[0] }, (__, tap) => {
            const texel = texels.get(foot.address[tap]);
            if (texel === undefined) return 'border';
            const [plane, i, j] = texel;
            expect(foot.plane[0]).toBe(plane);
            return `${plane}: ${i}, ${j} * ${foot.weight[tap]}`;
          });
        });
        const input = { ...conversion, linear, modes, u, v };
        expect({ input, found }).toEqual({ input, found: expected });
      }
    },
  );

  it('are moved by an offset, those of halved chroma by its half', () => {
    const implicit = { ...PLAIN_CONVERSION, forceExplicitReconstruction: false };
    const { binding, reads } = planar('g8_b8_r8_3plane_420_unorm', implicit, ['repeat', 'repeat'], true);
    const plan = new SamplePlan(binding);
    const tapsOf = (u: number, offset: number) => {
      const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
      lanes.u[0] = u;
      lanes.offsetU[0] = offset;
      lanes.samples[0] = 1;
      lanes.filter[0] = 1;
      lanes.passes[0] = plan.passes(lanes, 0);
      return Array.from({ length: lanes.passes[0] }, (_, pass) => {
        plan.footprints(lanes, 0, foot, 0, 1, pass);
        return [...foot.address.subarray(0, foot.tapCount[0]), ...foot.weight.subarray(0, foot.tapCount[0])];
      });
    };
    expect(tapsOf(5 / 16, 2)).toHaveLength(reads);
    // 2 of 8 texels of luma.
    expect(tapsOf(5 / 16, 2)).toEqual(tapsOf(5 / 16 + 2 / 8, 0));
    expect(tapsOf(5 / 16, 2)).not.toEqual(tapsOf(5 / 16, 0));
  });

  it('of a fetch are the texel of each plane, of chroma the one that contains the luma', () => {
    for (const format of ['g8_b8_r8_3plane_420_unorm', 'g8_b8r8_2plane_422_unorm'] as const) {
      const { binding, texels, reads } = planar(format, PLAIN_CONVERSION, ['repeat', 'repeat'], false);
      const [across, down] = FORMATS[format];
      const plan = new FetchPlan({ ...binding, op: 'fetch' });
      const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
      lanes.passes[0] = plan.passes();
      expect(lanes.passes[0]).toBe(reads);
      for (let n = 0; n < 32; n++) {
        [lanes.i[0], lanes.j[0]] = [n % 8, Math.floor(n / 8)];
        const found = Array.from({ length: reads }, (_, pass) => {
          plan.footprints(lanes, 0, foot, 0, 1, pass);
          return texels.get(foot.address[0]);
        });
        const chroma = [Math.floor(lanes.i[0] / across), Math.floor(lanes.j[0] / down)];
        expect(found).toEqual([[0, lanes.i[0], lanes.j[0]], ...[1, 2].slice(0, reads - 1).map((p) => [p, ...chroma])]);
      }
    }
  });

  it('are refused where coordinates do not reach the quarters of a texel', () => {
    const { binding } = planar('g8_b8_r8_3plane_420_unorm', PLAIN_CONVERSION, ['repeat', 'repeat'], true);
    const withBits = (fractionBits: number, conversion: YcbcrConversion | null) => {
      const { address, filter } = FULL_QUALITY;
      const coordinate = { ...address.coordinate, fractionBits };
      const design = { ...FULL_QUALITY, address: { ...address, coordinate }, filter: { ...filter, weightBits: 1 } };
      return () => new SamplePlan({ ...binding, design, sampler: { ...binding.sampler, ycbcrConversion: conversion } });
    };
    expect(withBits(1, PLAIN_CONVERSION)).toThrow(DesignError);
    expect(withBits(2, PLAIN_CONVERSION)).not.toThrow();
    expect(withBits(1, null)).not.toThrow();
  });
});
