import { defineSampler, float } from './draws.ts';
import { floatBytes } from './image-bytes.ts';
import type { TableWriter } from './table-writer.ts';

/** Requests whose results differ between permitted devices: ties, NaN, denormals, zeros and clamps. */
export function freedomScene(writer: TableWriter): void {
  levelTies(writer);
  unusualTexels(writer);
  unusualHalves(writer);
  tiedCubes(writer);
  nearbyReferences(writer);
  lineFootprints(writer);
  if (writer.text === 'vulkan') undefinedBorders(writer);
}

/** LODs between two steps, and just above zero. */
function levelTies(writer: TableWriter): void {
  const image = writer.image({ format: 'r16_unorm', width: 16, height: 16, levels: 5 });
  const sampler = defineSampler(writer, { mag: 'nearest', mip: 'linear' });
  for (const lod of [1 / 512, 3 / 512, 515 / 512, 1 / 1024, 1e-4, 1.5, 2.5]) {
    writer.request({ image, sampler, coord: [0.3, 0.7], lod: float(lod) });
  }
  const point = defineSampler(writer, { mip: 'nearest' });
  for (const lod of [0.5, 1.5, 2.5]) writer.request({ image, sampler: point, coord: [0.3, 0.7], lod });
  for (const k of [1, 3, 5, 77]) writer.request({ image, sampler: point, coord: [float(0.5 + k / 8192), 0.5], lod: 0 });
  const wide = writer.image({ format: 'r16_unorm', width: 12289, height: 1 });
  for (let n = 1; n < 40; n++)
    writer.request({ image: wide, sampler: point, coord: [float(n * 0.0261234), 0.5], lod: 0 });
  if (writer.text !== 'd3d11') return;
  const clamped = writer.view(image, { minLod: 1.5 });
  for (const level of [0, 1, 2]) writer.request({ op: 'resinfo', image: clamped, level });
  const quad = [0, 1, 2, 3].map((lane) => [0.1 + 0.15 * (lane & 1), 0.1 + 0.1 * (lane >> 1)].map(float));
  writer.request({ op: 'lod', image, sampler: point, quad });
}

/** NaN, infinities, denormals and zeros of both signs, at texel centres and between them. */
function unusualTexels(writer: TableWriter): void {
  const values = [1, NaN, Infinity, 2, -0, 0, 1e-40, -1e-40, 3, 0.5, NaN, 4];
  const image = writer.image({ format: 'r32_sfloat', width: 4, height: 3 }, [floatBytes(values)]);
  const linear = defineSampler(writer, {});
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  for (const reduction of [undefined, 'min', 'max'] as const) {
    const sampler = reduction === undefined ? linear : defineSampler(writer, { reduction });
    for (let j = 0; j < 3; j++)
      for (let i = 0; i < 4; i++) {
        writer.request({ image, sampler, coord: [(i + 0.5) / 4, float((j + 0.5) / 3)], lod: 0 });
        if (reduction !== undefined)
          writer.request({ image, sampler, coord: [(i + 0.75) / 4, float((j + 0.5) / 3)], lod: 0 });
        if (reduction === undefined)
          writer.request({ image, sampler: nearest, coord: [(i + 0.5) / 4, float((j + 0.5) / 3)], lod: 0 });
      }
  }
  const tinier = writer.image({ format: 'r32_sfloat', width: 2, height: 1 }, [floatBytes([1e-40, 1e-41])]);
  for (const reduction of ['min', 'max'] as const) {
    const sampler = defineSampler(writer, { reduction });
    writer.request({ image: tinier, sampler, coord: [0.5, 0.5], lod: 0 });
  }
  const depth = writer.image({ format: 'd32_sfloat', width: 2, height: 1 }, [floatBytes([1e-40, 0.5])]);
  const compare = defineSampler(writer, { mag: 'nearest', min: 'nearest', compare: 'less' });
  const op = writer.text === 'd3d11' ? 'sample_c_lz' : 'sample';
  writer.request({
    op,
    image: depth,
    sampler: compare,
    coord: [0.25, 0.5],
    dref: 0,
    ...(op === 'sample' ? { lod: 0 } : {}),
  });
  const border = [1e-40, 0.7, 0.3, 0.9].map(float);
  const modes = ['clamp_to_border', 'clamp_to_border', 'clamp_to_border'];
  const extra = writer.text === 'vulkan' ? { borderColorFormat: 'r32_sfloat' } : {};
  const tiny = defineSampler(writer, { mag: 'nearest', min: 'nearest', modes, border, extra });
  writer.request({ image, sampler: tiny, coord: [1.5, 0.5], lod: 0 });
  const hole = { level: 0, layer: 0, x: 2, y: 0, z: 0, width: 2, height: 1, depth: 1 };
  const sparse = writer.image({ format: 'r8_unorm', width: 4, height: 1, extra: { unbound: [hole] } });
  writer.request({ image: sparse, sampler: linear, coord: [0.375, 0.5], lod: 0, sparse: true });
  const several = writer.image({ format: 'r8_unorm', width: 1, height: 1, samples: 2 });
  writer.request({ op: writer.text === 'd3d11' ? 'ld2dms' : 'fetch', image: several, coord: [0, 0], sample: 5 });
  const half = writer.image({ format: 'r16_sfloat', width: 1, height: 1 });
  writer.request({ op: 'write', image: half, coord: [0, 0], value: [70000, 0, 0, 1] });
  const integer = writer.image({ format: 'r8_uint', width: 1, height: 1 });
  writer.request({ op: 'write', image: integer, coord: [0, 0], value: [300, 0, 0, 1] });
}

/** Halves of 1, both infinities, NaN, a denormal, 0.5, -0 and 2, at centres and between them. */
function unusualHalves(writer: TableWriter): void {
  const codes = [0x3c00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x3800, 0x8000, 0x4000];
  const bytes = new Uint8Array(codes.flatMap((code) => [code & 255, code >> 8]));
  const image = writer.image({ format: 'r16_sfloat', width: 8, height: 1 }, [bytes]);
  const linear = defineSampler(writer, {});
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const least = defineSampler(writer, { reduction: 'min' });
  for (let n = 0; n < 16; n++) {
    for (const sampler of [linear, nearest, least])
      writer.request({ image, sampler, coord: [(n + 1) / 16, 0.5], lod: 0 });
  }
}

/** Directions whose greatest components are equal, anisotropic cubes, and comparisons at corners. */
function tiedCubes(writer: TableWriter): void {
  const cube = writer.view(writer.image({ format: 'r8_unorm', width: 8, height: 8, layers: 6, levels: 4 }), {
    viewType: 'cube',
  });
  const linear = defineSampler(writer, { mip: 'linear' });
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  for (const [x, y, z] of [
    [1, 1, 0.25],
    [1, 0.25, 1],
    [0.25, 1, 1],
    [1, 1, 1],
    [-1, 1, 0.5],
    [1, -0.5, -1],
  ]) {
    writer.request({ image: cube, sampler: linear, coord: [x, y, z], lod: 0 });
    writer.request({ image: cube, sampler: nearest, coord: [x, y, z], lod: 0 });
  }
  const anisotropic = defineSampler(writer, { mip: 'linear', anisotropy: 4 });
  const grad = { dx: [0, 0.5, 0], dy: [0, 0, 0.125] };
  writer.request({ image: cube, sampler: anisotropic, coord: [1, 0.125, 0.25], grad });
  const depths = writer.view(writer.image({ format: 'd16_unorm', width: 4, height: 4, layers: 6 }), {
    viewType: 'cube',
  });
  const compare = defineSampler(writer, { compare: 'less_or_equal' });
  const op = writer.text === 'd3d11' ? 'gather4_c' : 'gather';
  for (const sign of [1, -1]) {
    writer.request({ op, image: depths, sampler: compare, coord: [sign, float(0.98), float(0.98)], dref: 0.5 });
    writer.request({ op, image: depths, sampler: compare, coord: [float(0.98), sign, float(-0.98)], dref: 0.375 });
  }
}

/** References a fraction of a code above and below a depth of 16 bits. */
function nearbyReferences(writer: TableWriter): void {
  const image = writer.image({ format: 'd16_unorm', width: 1, height: 1 }, [new Uint8Array([0, 64])]);
  const op = writer.text === 'd3d11' ? 'sample_c_lz' : 'sample';
  for (const compare of ['equal', 'less', 'greater']) {
    const sampler = defineSampler(writer, { mag: 'nearest', min: 'nearest', compare });
    for (const part of [-0.7, -0.45, -0.2, 0, 0.3, 0.45, 0.55, 0.8]) {
      const dref = float((0x4000 + part) / 0xffff);
      writer.request({ op, image, sampler, coord: [0.5, 0.5], dref, ...(op === 'sample' ? { lod: 0 } : {}) });
    }
  }
}

/** Footprints that are lines or points. */
function lineFootprints(writer: TableWriter): void {
  const image = writer.image({ format: 'r8_unorm', width: 32, height: 32, levels: 6 });
  const sampler = defineSampler(writer, { mip: 'linear', anisotropy: 8 });
  for (const dx of [0.25, 0.125, 0]) {
    writer.request({ image, sampler, coord: [0.4, 0.6].map(float), grad: { dx: [dx, 0], dy: [0, 0] } });
  }
}

/** Borders that the text leaves open: swizzled blacks, formats without a custom format, and swapped channels. */
function undefinedBorders(writer: TableWriter): void {
  const modes = ['clamp_to_border', 'clamp_to_border', 'clamp_to_border'];
  const plan = { mag: 'nearest', min: 'nearest', modes } as const;
  const black = defineSampler(writer, { ...plan, border: 'float_opaque_black' });
  const swapped = writer.image({ format: 'b4g4r4a4_unorm_pack16', width: 2, height: 2 });
  writer.request({ image: swapped, sampler: black, coord: [1.5, 0.5], lod: 0 });
  const color = writer.image({ format: 'r8g8b8a8_unorm', width: 2, height: 2 });
  const view = writer.view(color, { components: ['a', 'r', 'one', 'zero'] });
  writer.request({ image: view, sampler: black, coord: [1.5, 0.5], lod: 0 });
  const depth = writer.view(writer.image({ format: 'd16_unorm', width: 2, height: 2 }), {
    components: ['r', 'one', 'zero', 'one'],
  });
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  writer.request({ image: depth, sampler: nearest, coord: [0.25, 0.25], lod: 0 });
  const stencil = writer.image({ format: 's8_uint', width: 2, height: 2 });
  const custom = defineSampler(writer, { ...plan, border: [5, 6, 7, 8], extra: { borderColorType: 'int' } });
  writer.request({ image: stencil, sampler: custom, coord: [1.5, 0.5], lod: 0 });
}
