import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Formats of every class that can be filtered. */
export const FILTERED_FORMATS: readonly string[] = [
  'r8_unorm',
  'r8_snorm',
  'r8g8_unorm',
  'r8g8b8a8_unorm',
  'r8g8b8a8_snorm',
  'r8g8b8a8_srgb',
  'b8g8r8a8_unorm',
  'b8g8r8a8_srgb',
  'r16_unorm',
  'r16g16_snorm',
  'r16g16b16a16_unorm',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
  'a8_unorm',
  'r5g6b5_unorm_pack16',
  'b5g6r5_unorm_pack16',
  'a1r5g5b5_unorm_pack16',
  'b4g4r4a4_unorm_pack16',
  'a2b10g10r10_unorm_pack32',
  'b10g11r11_ufloat_pack32',
  'e5b9g9r9_ufloat_pack32',
  'bc1_rgb_unorm_block',
  'bc1_rgba_unorm_block',
  'bc1_rgba_srgb_block',
  'bc2_unorm_block',
  'bc3_unorm_block',
  'bc4_unorm_block',
  'bc4_snorm_block',
  'bc5_unorm_block',
  'bc5_snorm_block',
  'bc6h_ufloat_block',
  'bc6h_sfloat_block',
  'bc7_unorm_block',
  'bc7_srgb_block',
];

const INTEGER_FORMATS = [
  'r8_uint',
  'r8_sint',
  'r16g16_uint',
  'r32_uint',
  'r32_sint',
  'r32g32b32a32_uint',
  'r8g8b8a8_sint',
];

/** Every format, at nearest and linear. */
export function formatScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const linear = defineSampler(writer, {});
  for (const format of [...FILTERED_FORMATS, ...INTEGER_FORMATS]) {
    const block = format.includes('block');
    const side = block ? 12 : 5;
    const image = writer.image({ format, width: side, height: side, levels: block ? 2 : 1 });
    const integer = INTEGER_FORMATS.includes(format);
    for (let n = 0; n < count; n++) {
      const coord = [drawnCoordinate(random, side), drawnCoordinate(random, side)];
      const lod = block && n % 4 === 1 ? 1 : 0;
      writer.request({ image, sampler: integer || n % 3 === 0 ? nearest : linear, coord, lod });
    }
  }
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 5, height: 5 });
  const encoded = writer.view(image, { format: 'r8g8b8a8_srgb' });
  const pairs = writer.text === 'd3d11' ? ['r8g8_b8g8_unorm', 'g8r8_g8b8_unorm'] : [];
  const subsampled = pairs.map((format) => writer.image({ format, width: 6, height: 3 }));
  for (let n = 0; n < count; n++) {
    const coord = [drawnCoordinate(random, 5), drawnCoordinate(random, 5)];
    for (const other of [encoded, ...subsampled]) writer.request({ image: other, sampler: nearest, coord, lod: 0 });
  }
}

/** Address modes on odd sizes, also where the image is one texel wide, and 16384. */
export function addressScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const sizes = [
    [1, 1],
    [1, 7],
    [5, 3],
    [8, 8],
    [13, 1],
    [3, 4],
    [16384, 1],
    [1, 16384],
  ];
  for (const [width, height] of sizes) {
    const image = writer.image({ format: 'r8_unorm', width, height });
    for (let n = 0; n < count; n++) {
      const filter = random.pick(['nearest', 'linear'] as const);
      const sampler = defineSampler(writer, {
        mag: filter,
        min: filter,
        modes: drawnModes(random),
        border: 'float_opaque_white',
      });
      for (let m = 0; m < 4; m++) {
        const coord = [drawnCoordinate(random, width), drawnCoordinate(random, height)];
        const offset = [random.integer(-8, 7), random.integer(-8, 7)];
        writer.request({ image, sampler, coord, lod: 0, ...(m === 3 ? { offset } : {}) });
      }
    }
  }
}

/** NaN, infinities, denormals and numbers that are far away, as coordinates. */
export function specialScene(writer: TableWriter): void {
  const image = writer.image({ format: 'r8_unorm', width: 6, height: 4 });
  const special = [NaN, Infinity, -Infinity, 1e-42, -1e-42, 1e9, -1e9, 3e38, -0];
  for (const filter of ['nearest', 'linear'] as const)
    for (const mode of ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge']) {
      const sampler = defineSampler(writer, {
        mag: filter,
        min: filter,
        modes: [mode, mode, mode],
        border: 'float_opaque_white',
      });
      for (const value of special) writer.request({ image, sampler, coord: [float(value), 0.4], lod: 0 });
    }
}

/** LODs by operand, by gradients and by quads, with bias, clamps and views of some levels. */
export function lodScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 37, height: 20, levels: 6 });
  const view = writer.view(image, { baseMipLevel: 1, levelCount: 3 });
  const clamped = writer.view(image, { baseMipLevel: 1, levelCount: 4, minLod: 2.375 });
  const empty = writer.view(image, { baseMipLevel: 1, levelCount: 2, minLod: writer.text === 'd3d11' ? 3.5 : 2 });
  for (let n = 0; n < count; n++) {
    const mip = random.pick(['nearest', 'linear'] as const);
    const crossed = random.chance(0.15);
    const crossedLeast = writer.text === 'd3d11' ? 2 : 0;
    const sampler = defineSampler(writer, {
      mag: random.pick(['nearest', 'linear'] as const),
      min: random.pick(['nearest', 'linear'] as const),
      mip,
      modes: drawnModes(random),
      bias: random.pick([0, 0, 0.75, -1.25]),
      minLod: crossed ? crossedLeast : random.pick([0, 0, 0, 0.5, 1.25]),
      maxLod: crossed ? 1 : random.pick([1000, 1000, 2.5, 1.75]),
      anisotropy: undefined,
      extra: { maxAnisotropy: 4 },
    });
    const source = random.pick([image, image, image, view, view, clamped, empty]);
    for (let m = 0; m < 6; m++) lodRequest(writer, source, sampler, m);
  }
}

function lodRequest(writer: TableWriter, image: string, sampler: string, kind: number): void {
  const { random } = writer;
  const coord = [drawnCoordinate(random, 37), drawnCoordinate(random, 20)];
  const lod = random.pick([float(random.between(-1, 5)), random.integer(0, 10) / 2, 0, 0.25, -0]);
  if (kind < 2) {
    writer.request({ image, sampler, coord, lod });
    return;
  }
  const step = (): number => float(random.between(-1, 1) * 2 ** random.integer(-6, -1));
  const [dx, dy] = [
    [step(), step()],
    [step(), step()],
  ];
  const quad = quadAround(coord, dx, dy);
  if (kind === 2) writer.request({ image, sampler, coord, grad: { dx, dy } });
  else if (kind === 3) {
    const lods = [lod, 0.5, 1.5, 2.25];
    writer.request({ image, sampler, quad, lod: lods });
  } else {
    const bias = random.pick([undefined, 0.5, -0.5]);
    const minLod = random.pick([undefined, 1.5]);
    const active = random.pick([undefined, '1011', '0110']);
    writer.request({ image, sampler, quad, bias, minLod, active, op: 'sample' });
  }
  if (kind === 2) {
    const grad = [0, 1, 2, 3].map(() => ({ dx: [step(), step()], dy: [step(), step()] }));
    writer.request({ image, sampler, quad, grad });
  }
}
