import { defineSampler, drawnCoordinate, float, quadAround } from './draws.ts';
import { floatBytes } from './image-bytes.ts';
import type { TableWriter } from './table-writer.ts';

const BORDERS = ['clamp_to_border', 'clamp_to_border', 'clamp_to_border'];
const EDGES = ['clamp_to_edge', 'clamp_to_edge', 'clamp_to_edge'];

/** Borders of alpha alone, and of floats and signed formats beyond [0, 1]. */
export function specialBorderScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const colors: readonly (readonly [string, string | readonly number[]])[] = [
    ['a8_unorm', 'float_opaque_black'],
    ['a8_unorm', [0.25, 0.5, 0.75, float(0.6)]],
    ['r16g16b16a16_sfloat', [1.5, -0.5, 2, 3]],
    ['r32_sfloat', [-2.5, 0, 0, 1]],
    ['r8g8b8a8_snorm', [-0.5, 0.75, -1, -0.25]],
  ];
  for (const [format, border] of colors) {
    const image = writer.image({ format, width: 3, height: 3 });
    const extra = writer.text === 'vulkan' && typeof border !== 'string' ? { borderColorFormat: format } : {};
    for (let n = 0; n < count; n++) {
      const filter = random.pick(['nearest', 'linear'] as const);
      const sampler = defineSampler(writer, { mag: filter, min: filter, modes: BORDERS, border, extra });
      writer.request({ image, sampler, coord: [float(random.between(-0.5, 0.2)), float(random.unit())], lod: 0 });
    }
  }
}

/** Comparisons with depths of 0 and 1 as floats, and of a view that does not begin at the first level. */
export function specialDepthScene(writer: TableWriter): void {
  const direct = writer.text === 'd3d11';
  const op = direct ? 'sample_c_lz' : 'sample';
  const lod = direct ? {} : { lod: 0 };
  const image = writer.image({ format: 'd32_sfloat', width: 4, height: 1 }, [floatBytes([0, 1, 0.5, 0.25])]);
  for (const compare of ['less', 'less_or_equal', 'greater', 'greater_or_equal', 'equal']) {
    const sampler = defineSampler(writer, { mag: 'nearest', min: 'nearest', compare });
    for (const dref of direct ? [1.25, -0.25, Infinity, -Infinity] : [1.25, -0.25])
      for (const place of [0.125, 0.375, 0.625])
        writer.request({ op, image, sampler, coord: [place, 0.5], dref, ...lod });
  }
  const levels = writer.image({ format: 'd16_unorm', width: 8, height: 8, levels: 3 });
  const coarse = writer.view(levels, { baseMipLevel: 1 });
  const sampler = defineSampler(writer, { compare: 'less' });
  for (const place of [0.3, 0.55, 0.8])
    for (const dref of [0.25, 0.5, 0.75])
      writer.request({ op, image: coarse, sampler, coord: [float(place), 0.5], dref, ...lod });
}

/** Quads across layers, least LODs of sampler and shader, explicit LODs, offsets, and cubes of many texels. */
export function specialQuadScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const array = writer.image({ format: 'r8g8b8a8_unorm', width: 16, height: 16, layers: 8, levels: 5 });
  const plain = writer.image({ format: 'r8g8b8a8_unorm', width: 32, height: 32, levels: 6 });
  const clamped = writer.view(plain, { baseMipLevel: 1, levelCount: 4, minLod: 2.75 });
  const linear = defineSampler(writer, { mip: 'linear' });
  const least = defineSampler(writer, { mip: 'linear', minLod: 2.25 });
  const short = defineSampler(writer, { mip: 'linear', maxLod: 0.5 });
  const long = defineSampler(writer, { mip: 'linear', anisotropy: 8 });
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const volume = writer.image({ format: 'r8g8b8a8_unorm', type: '3d', width: 4, height: 4, depth: 8 });
  const faces = writer.image({ format: 'r16_unorm', width: 64, height: 64, layers: 6 });
  const cube = writer.view(faces, { viewType: 'cube' });
  const strip = writer.image({ format: 'r8g8b8a8_unorm', width: 4096, height: 1, levels: 12 });
  const raised = defineSampler(writer, { mip: 'linear', bias: direct ? 10 : 4 });
  for (let n = 0; n < count; n++) {
    const coord = [float(random.unit()), float(random.unit())];
    const flat = quadAround(coord, [1 / 16], [0, 1 / 16]);
    const layers = [0, 6, 2, 4].map((layer) => layer + random.integer(0, 1));
    writer.request({ image: array, sampler: linear, quad: flat.map((place, lane) => [...place, layers[lane]]) });
    writer.request({ op: 'sample', image: plain, sampler: least, quad: flat, minLod: 1.5 });
    writer.request({ image: clamped, sampler: short, coord, lod: 0 });
    const offset = [random.integer(-2, 2), random.integer(-2, 2), random.pick([-2, 1, 3])];
    writer.request({ image: volume, sampler: nearest, coord: [...coord, 0.55].map(float), lod: 0, offset });
    writer.request({ image: plain, sampler: linear, coord, lod: 0.5, offset: [3, -2] });
    for (const far of [3276.8, -3276.8])
      writer.request({ image: plain, sampler: nearest, coord: [float(far), coord[1]], lod: 0 });
    const direction = [1.25 + random.unit(), random.between(-1, 1), random.between(-1, 1)].map(float);
    writer.request({ image: cube, sampler: linear, coord: direction, lod: 0 });
    const tiny = 2 ** (direct ? -20 : -14) * random.between(1.1, 1.9);
    writer.request({ image: strip, sampler: raised, quad: quadAround([0, 0.5], [float(tiny), 0], [0, 0]) });
    if (!direct) continue;
    writer.request({ image: plain, sampler: linear, coord, lod: NaN });
    const stretched = quadAround(coord, [0.25], [0, 1 / 32]);
    writer.request({ image: plain, sampler: long, quad: stretched, lod: [0, 0, 0.5, 1] });
  }
}

/** Gathers with nearest filters, of quads and with predefined offsets, and reads that are out of bounds. */
export function specialGatherScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const op = direct ? 'gather4' : 'gather';
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 8, height: 8, layers: 3, levels: 4 });
  const view = writer.view(image, { viewType: '2d', layerCount: 1 });
  const clamped = writer.view(image, { viewType: '2d_array', minLod: 1.5 });
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest', modes: BORDERS });
  const linear = defineSampler(writer, { mip: 'linear' });
  const denormals = writer.image({ format: 'r32_sfloat', width: 2, height: 2 }, [floatBytes([1e-40, 0.5, -1e-41, 2])]);
  writer.request({ op, image: denormals, sampler: linear, coord: [0.5, 0.5] });
  for (let n = 0; n < count; n++) {
    const coord = [drawnCoordinate(random, 8), drawnCoordinate(random, 8)];
    const component = random.integer(0, 3);
    writer.request({ op, image: view, sampler: nearest, coord, component });
    writer.request({ op, image: view, sampler: linear, quad: quadAround(coord, [0.3], [0, 0.4]), component });
    const texel = [random.integer(0, 7), random.integer(0, 7)];
    const fetch = direct ? 'ld' : 'fetch';
    writer.request({ op: fetch, image, coord: [...texel, random.pick([-1, 3])], level: 0 });
    if (direct) {
      writer.request({ op: fetch, image: clamped, coord: [0, 0, 1], level: n % 2 });
      writer.request({ op: 'resinfo', image, level: 3 + (n % 3) });
      continue;
    }
    for (const [origin, offsets] of PREDEFINED) {
      writer.request({ op, image: view, sampler: linear, coord, component, origin, offsets });
    }
  }
}

/** The offsets of OpImageGatherQCOM: GatherH2, GatherV2, Gather4x1 and GatherD (Vulkan: Texel Gathering). */
const PREDEFINED: readonly (readonly [string, readonly (readonly number[])[]])[] = [
  ['linear', ['-1 1', '2 1', '2 0', '-1 0']],
  ['linear', ['0 2', '1 2', '1 -1', '0 -1']],
  ['nearest', ['0 0', '1 0', '2 0', '3 0']],
  ['nearest', ['0 1', '1 0', '0 -1', '-1 0']],
].map(([origin, places]) => [origin as string, (places as string[]).map((place) => place.split(' ').map(Number))]);

/** Writes of denormals of halves, and in D3D11 of NaN and infinities. */
export function specialWriteScene(writer: TableWriter): void {
  const values = [2 ** -16, -(2 ** -17), 3 * 2 ** -20, 0.75, -0.75];
  const special = writer.text === 'd3d11' ? [NaN, Infinity, -Infinity] : [];
  for (const format of ['r16_sfloat', 'r16g16b16a16_sfloat', 'b10g11r11_ufloat_pack32', 'r8g8b8a8_unorm', 'r8_snorm']) {
    const image = writer.image({ format, width: 2, height: 1 });
    for (const value of [...values, ...special]) {
      writer.request({ op: 'write', image, coord: [0, 0], value: [value, value, value, value] });
      writer.request({ op: 'read', image, coord: [0, 0] });
    }
  }
  const integers = writer.image({ format: 'r32_uint', width: 1, height: 1 });
  for (const value of [16777217, 4294967295, 2147483649]) {
    writer.request({ op: 'write', image: integers, coord: [0, 0], value: [value, 0, 0, 0] });
    writer.request({ op: 'read', image: integers, coord: [0, 0] });
  }
}

/** Minima and maxima across a border. */
export function specialReductionScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const high = writer.image({ format: 'r8g8_unorm', width: 3, height: 3 }, [new Uint8Array(18).fill(200)]);
  const negative = writer.image({ format: 'r8_snorm', width: 3, height: 3 }, [new Uint8Array(9).fill(160)]);
  for (let n = 0; n < count; n++)
    for (const [image, reduction] of [
      [high, 'min'],
      [negative, 'max'],
    ] as const) {
      const sampler = defineSampler(writer, { modes: BORDERS, reduction });
      const coord = [float(random.between(-0.1, 0.1)), float(random.unit())];
      writer.request({ image, sampler, coord, lod: 0 });
    }
}

/** The least codes of sRGB, blocks with equal colours, shared exponents of zero, and small floats with the least and the greatest exponents. */
export function specialFormatScene(writer: TableWriter): void {
  const equal = new Uint8Array([0x34, 0x52, 0x34, 0x52, 0b1110_0100, 0b0001_1011, 0xff, 0b1011_0001]);
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest', modes: EDGES });
  const block = writer.image({ format: 'bc1_rgba_unorm_block', width: 4, height: 4 }, [equal]);
  for (let n = 0; n < 16; n++) {
    writer.request({ image: block, sampler: nearest, coord: [((n & 3) + 0.5) / 4, ((n >> 2) + 0.5) / 4], lod: 0 });
  }
  const dark = new Uint8Array([1, 2, 3, 0, 4, 5, 6, 64, 7, 8, 9, 128, 10, 11, 12, 255]);
  const srgb = writer.image({ format: 'r8g8b8a8_srgb', width: 4, height: 1 }, [dark]);
  for (const place of [0.125, 0.375, 0.625, 0.875])
    writer.request({ image: srgb, sampler: nearest, coord: [place, 0.5], lod: 0 });
  const small = new Uint8Array([0xff, 0x01, 0x02, 0x04, 0xff, 0xff, 0xff, 0x07]);
  const shared = writer.image({ format: 'e5b9g9r9_ufloat_pack32', width: 2, height: 1 }, [small]);
  for (const place of [0.25, 0.75]) writer.request({ image: shared, sampler: nearest, coord: [place, 0.5], lod: 0 });
  /** r and g of 11 bits, and b of 10: infinity, a denormal, one, and the largest number. */
  const codes = [
    [0x7c0, 0x011, 0x3e0],
    [0x003, 0x7c0, 0x007],
    [0x3c0, 0x3c0, 0x1e0],
    [0x7bf, 0x001, 0x3df],
  ].map(([r, g, b]) => (r | (g << 11) | (b << 22)) >>> 0);
  const bytes = codes.flatMap((code) => [code & 255, (code >> 8) & 255, (code >> 16) & 255, code >>> 24]);
  const floats = writer.image({ format: 'b10g11r11_ufloat_pack32', width: 4, height: 1 }, [new Uint8Array(bytes)]);
  for (const place of [0.125, 0.375, 0.625, 0.875])
    writer.request({ image: floats, sampler: nearest, coord: [place, 0.5], lod: 0 });
}
