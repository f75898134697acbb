import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Gathers with offsets, of components, of cubes and of a view's first level. */
export function gatherScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 6, height: 5, levels: 2 });
  const coarse = writer.view(image, { baseMipLevel: 1 });
  const array = writer.image({ format: 'r16_sfloat', width: 4, height: 4, layers: 6 });
  const cube = writer.view(array, { viewType: 'cube' });
  const float32 = writer.image({ format: 'r32_sfloat', width: 4, height: 4 });
  const op = direct ? 'gather4' : 'gather';
  for (let n = 0; n < count; n++) {
    const sampler = defineSampler(writer, { modes: drawnModes(random), border: 'float_opaque_white' });
    const coord = [drawnCoordinate(random, 6), drawnCoordinate(random, 5)];
    const component = random.integer(0, 3);
    writer.request({ op, image: random.pick([image, coarse]), sampler, coord, component });
    writer.request({ op, image, sampler, coord, component, offset: [random.integer(-8, 7), random.integer(-8, 7)] });
    writer.request({ op, image: array, sampler, coord: [...coord, random.integer(0, 5)] });
    writer.request({ op, image: float32, sampler, coord });
    const axis = random.integer(0, 2);
    const direction = [0, 1, 2].map((n) => (n === axis ? 1 : float(random.pick([0.97, -0.97, 0.3]))));
    writer.request({ op, image: cube, sampler, coord: direction });
    if (direct) {
      const offset = [0, 1, 2, 3].map(() => [random.integer(-32, 31), random.integer(-32, 31)]);
      writer.request({ op: 'gather4_po', image, sampler, quad: quadAround(coord, [0.1], [0, 0.1]), component, offset });
    } else {
      const offsets = [0, 1, 2, 3].map(() => [random.integer(-8, 7), random.integer(-8, 7)]);
      writer.request({ op, image, sampler, coord, component, offsets });
    }
  }
}

/** Fetches within and out of bounds, of levels, layers and samples. */
export function fetchScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const op = direct ? 'ld' : 'fetch';
  const array = writer.image({ format: 'r8g8b8a8_unorm', width: 7, height: 5, layers: 4, levels: 3 });
  const part = writer.view(array, { viewType: '2d_array', baseMipLevel: 1, baseArrayLayer: 1, layerCount: 2 });
  const floats = writer.image({ format: 'r32_sfloat', width: 8, height: 8 });
  const tiny = writer.image({ format: 'r32_sfloat', width: 2, height: 1 }, [
    new Uint8Array([1, 0, 0, 0, 0, 0, 64, 128]),
  ]);
  const volume = writer.image({ format: 'r16_uint', type: '3d', width: 4, height: 3, depth: 2 });
  const several = writer.image({ format: 'r8_unorm', width: 2, height: 2, samples: 4 });
  const red = writer.image({ format: 'r8g8_sint', width: 4, height: 4 });
  for (let n = 0; n < count; n++) {
    const [i, j, k] = [random.integer(-1, 7), random.integer(-1, 5), random.integer(-1, 4)];
    const image = random.pick([array, part]);
    writer.request({ op, image, coord: [i, j, k], level: random.integer(0, 3) });
    writer.request({
      op,
      image: part,
      coord: [random.integer(0, 2), random.integer(0, 1), random.integer(0, 1)],
      level: 0,
    });
    const offset = [random.integer(-3, 3), random.integer(-3, 3)];
    writer.request({ op, image: array, coord: [3, 2, 1], level: 0, offset });
    writer.request({ op, image: floats, coord: [random.integer(0, 7), random.integer(0, 7)] });
    writer.request({ op, image: tiny, coord: [n % 2, 0] });
    writer.request({ op, image: volume, coord: [random.integer(0, 4), random.integer(0, 2), random.integer(0, 1)] });
    writer.request({
      op: direct ? 'ld2dms' : 'fetch',
      image: several,
      coord: [n % 2, (n >> 1) % 2],
      sample: random.integer(0, 3),
    });
    writer.request({ op, image: red, coord: [random.integer(0, 4), random.integer(0, 3)] });
  }
}

const WRITTEN = [
  'r8_unorm',
  'r8g8b8a8_unorm',
  'r8g8b8a8_snorm',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
  'r8g8b8a8_uint',
  'r16_sint',
  'r32_uint',
  'a2b10g10r10_unorm_pack32',
  'b10g11r11_ufloat_pack32',
];

/** Writes and reads of texels. */
export function writeScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  for (const format of WRITTEN) {
    const image = writer.image({ format, width: 4, height: 4 });
    const integer = /[us]int/.test(format);
    for (let n = 0; n < count; n++) {
      const coord = [random.integer(0, 4), random.integer(0, 3)];
      const value = [0, 1, 2, 3].map(() => writtenValue(writer, format, integer));
      writer.request({ op: 'write', image, coord, value });
      const other = [random.integer(0, 3), random.integer(0, 3)];
      writer.request({ op: 'read', image, coord: coord[0] < 4 && n % 4 !== 0 ? coord : other });
    }
  }
}

function writtenValue({ random, text }: TableWriter, format: string, integer: boolean): number {
  if (integer) {
    const most = format.startsWith('r32') ? 4294967295 : format.startsWith('r16') ? 32767 : 255;
    const low = format.includes('sint') ? -most - 1 : 0;
    const beyond = text === 'd3d11' && !format.startsWith('r32') && random.chance(0.2);
    return beyond ? most + random.integer(1, 1000) : random.integer(low, most);
  }
  if (text === 'd3d11' && random.chance(0.08)) return random.pick([NaN, Infinity, -Infinity, 1e6]);
  return float(random.pick([random.between(-0.2, 1.3), random.integer(0, 255) / 255, random.between(-3, 3)]));
}

/** Queries of sizes, levels, samples, sample positions and LODs. */
export function queryScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const size = direct ? 'resinfo' : 'query_size';
  const array = writer.image({ format: 'r8_unorm', width: 21, height: 10, layers: 13, levels: 4 });
  const part = writer.view(array, {
    viewType: '2d_array',
    baseMipLevel: 1,
    levelCount: 2,
    baseArrayLayer: 3,
    layerCount: 5,
  });
  const square = writer.image({ format: 'r8_unorm', width: 8, height: 8, layers: 12, levels: 4 });
  const cubes = writer.view(square, { viewType: 'cube_array' });
  const cube = writer.view(square, { viewType: 'cube', baseMipLevel: 1 });
  const volume = writer.image({ format: 'r8_unorm', type: '3d', width: 9, height: 6, depth: 5, levels: 3 });
  for (const image of [array, part, cubes, cube, volume])
    for (const level of [0, 1]) {
      writer.request({ op: size, image, level });
      if (!direct) writer.request({ op: 'query_levels', image });
    }
  for (const samples of [2, 4, 8, 16]) {
    const image = writer.image({ format: 'r8_unorm', width: 1, height: 1, samples });
    writer.request({ op: direct ? 'sampleinfo' : 'query_samples', image });
    const op = direct ? 'samplepos' : 'sample_position';
    for (let sample = 0; sample < samples; sample++) writer.request({ op, image, sample });
  }
  const plain = writer.image({ format: 'r8_unorm', width: 32, height: 32, levels: 6 });
  const coarse = writer.view(plain, { baseMipLevel: 2, levelCount: 3 });
  for (let n = 0; n < count; n++) {
    const mip = direct ? 'linear' : random.pick(['nearest', 'linear'] as const);
    const sampler = defineSampler(writer, { mip, bias: random.pick([0, 0.75]) });
    const long = 2 ** random.between(-7, -2);
    const steps = random.chance(0.1) ? [0, 0] : [long, random.between(-1, 1) * long];
    const quad = quadAround([0.3, 0.6], [float(steps[0]), 0], [0, float(steps[1])]);
    writer.request({ op: direct ? 'lod' : 'query_lod', image: random.pick([plain, coarse]), sampler, quad });
  }
  // Just above a whole level, as a square whose LOD is that by each scale factor up to the length.
  const linear = defineSampler(writer, { mip: 'linear' });
  const quad = quadAround([0.25, 0.5], [float(2 ** -2.875), 0], [0, float(2 ** -2.875)]);
  writer.request({ op: direct ? 'lod' : 'query_lod', image: plain, sampler: linear, quad });
}

/** Sparse accesses near texels without memory, and null descriptors. */
export function sparseScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const direct = writer.text === 'd3d11';
  const hole = { level: 0, layer: 0, x: 2, y: 1, z: 0, width: 4, height: 3, depth: 1 };
  const small = { level: 1, layer: 0, x: 0, y: 0, z: 0, width: 1, height: 4, depth: 1 };
  const image = writer.image({ format: 'r8_unorm', width: 8, height: 8, levels: 2, extra: { unbound: [hole, small] } });
  const linear = defineSampler(writer, { mip: 'linear' });
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  for (let n = 0; n < count; n++) {
    const coord = [drawnCoordinate(random, 8), drawnCoordinate(random, 8)];
    writer.request({ image, sampler: linear, coord, lod: random.pick([0, 0.5, 1]), sparse: true });
    writer.request({ image, sampler: nearest, coord, lod: 0, sparse: true });
    writer.request({ op: direct ? 'gather4' : 'gather', image, sampler: linear, coord, sparse: true });
    writer.request({
      op: direct ? 'ld' : 'fetch',
      image,
      coord: [random.integer(0, 7), random.integer(0, 7)],
      sparse: true,
    });
  }
  if (direct) {
    writer.request({ image: null, sampler: linear, coord: [0.5, 0.5], lod: 0 });
    writer.request({ op: 'ld', image: null, coord: [0, 0] });
    writer.request({ op: 'gather4', image: null, sampler: linear, coord: [0.5, 0.5] });
  }
}
