import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

const SWIZZLES = ['identity', 'zero', 'one', 'r', 'g', 'b', 'a'];

/** Swizzles, views of other formats, planes and slices, and formats with padding or scaled integers. */
export function viewScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 4, height: 4 });
  const volume = writer.image({ format: 'r8_unorm', type: '3d', width: 3, height: 3, depth: 6 });
  const sliced = writer.view(volume, { viewType: '3d', slices: { sliceOffset: 2, sliceCount: 3 } });
  const linear = defineSampler(writer, {});
  for (let n = 0; n < count; n++) {
    const components = [0, 1, 2, 3].map(() => random.pick(SWIZZLES));
    const format = random.pick([undefined, 'r8g8b8a8_srgb', 'r8g8b8a8_snorm']);
    const view = writer.view(image, { components, ...(format === undefined ? {} : { format }) });
    const coord = [drawnCoordinate(random, 4), drawnCoordinate(random, 4)];
    writer.request({ image: view, sampler: linear, coord, lod: 0 });
    const white = defineSampler(writer, { modes: drawnModes(random), border: 'float_opaque_white' });
    writer.request({ image: view, sampler: white, coord, lod: 0 });
    writer.request({ op: 'gather', image: view, sampler: linear, coord, component: random.integer(0, 3) });
    writer.request({ op: 'fetch', image: view, coord: [random.integer(0, 3), random.integer(0, 3)] });
    writer.request({ op: 'read', image: sliced, coord: [1, 2, random.integer(0, 3)] });
  }
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  for (const format of [
    'r8g8_uscaled',
    'r8g8_sscaled',
    'r16_uscaled',
    'r10x6_unorm_pack16',
    'r12x4g12x4_unorm_2pack16',
    'r16g16_sfixed5_nv',
  ]) {
    const other = writer.image({ format, width: 3, height: 3 });
    for (let n = 0; n < 10; n++) {
      writer.request({ image: other, sampler: nearest, coord: [random.unit(), random.unit()].map(float), lod: 0 });
    }
  }
}

/** Cubic filters, projections, unnormalized coordinates, corner-sampled images and limits of anisotropy. */
export function coordinateScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 6, height: 5, levels: 3 });
  const depth = writer.image({ format: 'd32_sfloat', width: 4, height: 4 });
  const volume = writer.image({ format: 'r16_unorm', type: '3d', width: 5, height: 5, depth: 5 });
  const single = writer.image({ format: 'r8_unorm', width: 9, height: 7 });
  const ones = writer.view(image, { components: ['a', 'one', 'g', 'one'] });
  const encoded = writer.view(image, { format: 'r8g8b8a8_srgb' });
  const corner = writer.image({ format: 'r8_unorm', width: 5, height: 4, levels: 3, extra: { cornerSampled: true } });
  const compare = defineSampler(writer, { compare: 'less' });
  const edge = { modes: ['clamp_to_edge', 'clamp_to_edge', 'clamp_to_edge'] };
  for (let n = 0; n < count; n++) {
    const cubicWeights = random.pick(['catmull_rom', 'zero_tangent_cardinal', 'b_spline', 'mitchell_netravali']);
    const reductionMode = random.pick(['weighted_average', 'weighted_average_rangeclamp', 'min']);
    const extra = { magFilter: 'cubic', minFilter: 'cubic', cubicWeights, reductionMode };
    const cubic = defineSampler(writer, { mip: 'linear', modes: drawnModes(random), extra });
    const coord = [drawnCoordinate(random, 6), drawnCoordinate(random, 5)];
    writer.request({ image, sampler: cubic, coord, lod: float(random.between(0, 1)) });
    writer.request({ image: volume, sampler: cubic, coord: [...coord, 0.4], lod: 0 });
    for (const of of [ones, encoded]) writer.request({ image: of, sampler: cubic, coord, lod: 0 });
    const filter = random.pick(['nearest', 'linear'] as const);
    const plain = defineSampler(writer, { mag: filter, min: filter, ...edge });
    const q = float(random.pick([2, 0.5, -1.5, random.between(0.2, 3)]));
    const linear = defineSampler(writer, { mip: 'linear', modes: drawnModes(random) });
    writer.request({ image, sampler: linear, coord, q, lod: 0 });
    const behind = [float(-random.unit()), float(-random.unit())];
    writer.request({ image, sampler: plain, coord: behind, q: -1.5, lod: 0 });
    const quad = quadAround(coord, [0.1, 0.05], [-0.02, 0.2]);
    writer.request({ image, sampler: linear, quad, q: [1, 1.25, 1.5, 2] });
    writer.request({ image: depth, sampler: compare, coord, q, dref: 0.5, lod: 0 });
    const mode = random.pick(['clamp_to_edge', 'clamp_to_border']);
    const raw = { unnormalizedCoordinates: true };
    const texels = defineSampler(writer, {
      mag: filter,
      min: filter,
      modes: [mode, mode, mode],
      maxLod: 0,
      extra: raw,
    });
    writer.request({
      image: single,
      sampler: texels,
      coord: [random.between(-1, 10), random.integer(0, 14) / 2].map(float),
      lod: 0,
    });
    writer.request({ image: corner, sampler: plain, coord, lod: random.integer(0, 1) });
    writer.request({ image: corner, sampler: plain, quad });
  }
  for (let n = 0; n < count; n++) {
    const coord = [random.unit(), random.unit()].map(float);
    const extra = { magFilter: 'cubic', minFilter: 'cubic', cubicWeights: random.pick(['catmull_rom', 'b_spline']) };
    const steps = [0, 1].map(() => float(random.between(0.05, 0.5)));
    const wide = quadAround(coord, steps, [0.05, random.unit()]).with(3, [random.unit(), random.unit()].map(float));
    const least = defineSampler(writer, { mip: random.pick(['nearest', 'linear']), reduction: 'min', ...edge });
    const edged = defineSampler(writer, { mip: 'linear', ...edge, extra });
    for (const sampler of [defineSampler(writer, { mip: 'linear', ...edge }), least, edged])
      for (const of of [image, corner]) writer.request({ image: of, sampler, quad: wide });
  }
}

const YCBCR_FORMATS = [
  'g8_b8_r8_3plane_420_unorm',
  'g8_b8r8_2plane_420_unorm',
  'g8_b8r8_2plane_422_unorm',
  'g8_b8_r8_3plane_444_unorm',
  'g8b8g8r8_422_unorm',
  'b8g8r8g8_422_unorm',
  'g10x6_b10x6r10x6_2plane_420_unorm_3pack16',
  'g16_b16_r16_3plane_420_unorm',
];

/** Conversions of every model, range and place of chroma. */
export function ycbcrScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  for (const format of YCBCR_FORMATS) {
    const image = writer.image({ format, width: 6, height: 4 });
    for (let n = 0; n < count; n++) {
      const place = (): string => random.pick(['cosited_even', 'midpoint']);
      const filter = random.pick(['nearest', 'linear'] as const);
      const ycbcrConversion = {
        ycbcrModel: random.pick(['rgb_identity', 'ycbcr_identity', 'ycbcr_709', 'ycbcr_601', 'ycbcr_2020']),
        ycbcrRange: random.pick(['itu_full', 'itu_narrow']),
        xChromaOffset: place(),
        yChromaOffset: place(),
        chromaFilter: format.includes('444') ? filter : random.pick(['nearest', 'linear']),
        forceExplicitReconstruction: random.chance(0.3),
        enableYDegamma: random.chance(0.15),
        enableCbCrDegamma: random.chance(0.15),
        ...(random.chance(0.2) ? { components: ['b', 'identity', 'r', random.pick(['identity', 'zero'])] } : {}),
      };
      const sampler = defineSampler(writer, { mag: filter, min: filter, extra: { ycbcrConversion } });
      for (let m = 0; m < 3; m++) {
        const coord = [drawnCoordinate(random, 6), drawnCoordinate(random, 4)];
        writer.request({ image, sampler, coord, lod: 0 });
      }
    }
  }
}

/** Atomics on texels of 32 bits, in their order. */
export function atomicScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const operations = ['add', 'min', 'max', 'and', 'or', 'xor', 'exchange', 'compare_exchange'];
  for (const format of ['r32_uint', 'r32_sint', 'r32_sfloat']) {
    const image = writer.image({ format, width: 2, height: 2 });
    for (let n = 0; n < count; n++)
      for (const atomic of format === 'r32_sfloat' ? ['add', 'exchange', 'min', 'max'] : operations) {
        const low = format === 'r32_sint' ? -1000 : 0;
        const operand = format === 'r32_sfloat' ? float(random.between(-1, 1)) : random.integer(low, 2 ** 31 - 1);
        const coord = [random.integer(0, 1), random.integer(0, 1)];
        writer.request({ op: 'atomic', image, coord, atomic, value: [operand, random.integer(0, 3), 0, 0] });
        writer.request({ op: 'read', image, coord });
      }
  }
}
