import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boundImage } from '../../rtl-model/state/binding.ts';
import { wholeView } from '../../rtl-model/state/image-view.ts';
import { D3D11_INSTRUCTIONS } from '../../rtl-model/state/d3d11-instruction.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { IDENTITY_MAPPING, type ViewType } from '../../rtl-model/state/image-view.ts';
import { OPERATIONS } from '../../rtl-model/state/instruction.ts';
import { SampleShape } from '../../rtl-model/state/sample-shape.ts';
import { DEFAULT_SAMPLER, type YcbcrConversion } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { FULL_QUALITY } from '../oracle/presets.ts';

const PAGE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

const CONVERSION: YcbcrConversion = {
  ycbcrModel: 'ycbcr_709',
  ycbcrRange: 'itu_full',
  components: IDENTITY_MAPPING,
  xChromaOffset: 'midpoint',
  yChromaOffset: 'midpoint',
  chromaFilter: 'linear',
  forceExplicitReconstruction: false,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};
const EXPLICIT = { ...CONVERSION, forceExplicitReconstruction: true };
const EXPLICIT_NEAREST = { ...EXPLICIT, chromaFilter: 'nearest' } as const;

/** Passes of one sample, nearest, linear and cubic. */
function passesOf(name: string, viewType: ViewType, conversion: YcbcrConversion | null): readonly number[] {
  const type = viewType === '1d' ? '1d' : viewType === '3d' ? '3d' : '2d';
  const height = type === '1d' ? 1 : 4;
  const depth = type === '3d' ? 4 : 1;
  const layers = viewType === 'cube' ? 6 : 1;
  const source = { format: TEXEL_FORMATS.get(name)!, type, width: 4, height, depth, layers } as const;
  const memory = layOutImages([{ ...source, levels: [new Uint8Array(levelBytes(source, 0))] }], 'linear');
  const [image] = memory.images;
  const sampler = { ...DEFAULT_SAMPLER, ycbcrConversion: conversion };
  const view = { ...wholeView(image), viewType };
  const instruction = { lod: 'explicit', projected: false } as const;
  const shape = new SampleShape(boundImage(FULL_QUALITY, memory, { image: 0, view, sampler, instruction }, image));
  return [0, 1, 2].map((filter) => shape.passes(filter));
}

const RGBA = 'r8g8b8a8_unorm';
const ROWS = [
  ['1D, 1D array', RGBA, '1d', null],
  ['2D, 2D array, cube, cube array', RGBA, '2d', null],
  ['2D, 2D array, cube, cube array', RGBA, 'cube', null],
  ['3D', RGBA, '3d', null],
  ['4:4:4, two planes', 'g8_b8r8_2plane_444_unorm', '2d', CONVERSION],
  ['4:4:4, three planes', 'g8_b8_r8_3plane_444_unorm', '2d', CONVERSION],
  ['4:2:2 in one plane, implicit', 'g8b8g8r8_422_unorm', '2d', CONVERSION],
  ['4:2:2, two planes, implicit', 'g8_b8r8_2plane_422_unorm', '2d', CONVERSION],
  ['4:2:0, three planes, implicit', 'g8_b8_r8_3plane_420_unorm', '2d', CONVERSION],
  ['4:2:0, two planes, explicit, chroma nearest', 'g8_b8r8_2plane_420_unorm', '2d', EXPLICIT_NEAREST],
  ['4:2:2, two planes, explicit, chroma linear', 'g8_b8r8_2plane_422_unorm', '2d', EXPLICIT],
  ['4:2:2, three planes, explicit, chroma linear', 'g8_b8_r8_3plane_422_unorm', '2d', EXPLICIT],
  ['4:2:0, two planes, explicit, chroma linear', 'g8_b8r8_2plane_420_unorm', '2d', EXPLICIT],
  ['4:2:0, three planes, explicit, chroma linear', 'g8_b8_r8_3plane_420_unorm', '2d', EXPLICIT],
] as const;

describe('docs/operations.md', () => {
  it.each(ROWS)('tells the passes of one sample: %s, %s, %s', (image, format, viewType, conversion) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| ${image} `))!;
    const [nearest, linear, cubic] = row.split('|').slice(2, 5);
    const passes = passesOf(format, viewType, conversion);
    expect([nearest, linear].map(Number)).toEqual(passes.slice(0, 2));
    expect(cubic.trim()).toBe(conversion === null ? String(passes[2]) : 'not valid');
  });

  it('has every instruction of D3D11.3 and every operation', () => {
    const names = [...D3D11_INSTRUCTIONS.map((name) => `\`${name}\``), ...OPERATIONS.map((op) => `'${op}'`)];
    expect(names.filter((name) => !PAGE.includes(name))).toEqual([]);
  });
});
