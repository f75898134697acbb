import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Anisotropic samples of quads whose footprints are long. */
export function anisotropyScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const plan = { format: 'r8g8b8a8_unorm', width: 64, height: 64, levels: 7 };
  const images = [writer.image(plan), writer.image(plan, places(plan.levels))];
  for (let n = 0; n < count; n++) {
    const image = images[n % 2];
    const anisotropy = random.pick([1, 2, 4, 16]);
    const mip = writer.text === 'd3d11' ? ('linear' as const) : random.pick(['nearest', 'linear'] as const);
    const sampler = defineSampler(writer, { mip, anisotropy, bias: random.pick([0, 0, 1.5]) });
    const angle = random.between(0, Math.PI);
    const long = 2 ** random.between(-5, -1);
    const short = long / random.pick([1, 1.5, 3, 6, 20]);
    const lean = random.pick([0, 0.3]);
    const dx = [Math.cos(angle) * long, Math.sin(angle) * long];
    const dy = [-Math.sin(angle) * short + lean * dx[0], Math.cos(angle) * short + lean * dx[1]];
    const swapped = random.chance(0.5);
    const quad = quadAround([random.unit(), random.unit()].map(float), swapped ? dy : dx, swapped ? dx : dy);
    writer.request({ image, sampler, quad });
    writer.request({ image, sampler, coord: quad[0], grad: { dx: dx.map(float), dy: dy.map(float) } });
  }
  // Footprints of 16 by 1 texels that end in front of an edge.
  const edge = Uint8Array.from({ length: 64 * 64 }, (_, n) => (n % 64 < 48 ? 0 : 255));
  const image = writer.image({ format: 'r8_unorm', width: 64, height: 64 }, [edge]);
  const sampler = defineSampler(writer, { mip: 'linear', anisotropy: 16 });
  for (let n = 0; n < count; n++) {
    const coord = [random.between(33, 37) / 64, random.unit()].map(float);
    writer.request({ image, sampler, coord, grad: { dx: [0.25, 0], dy: [0, 1 / 64] } });
  }
  if (writer.text === 'd3d11') return;
  // Filters that a device may leave out of account.
  for (let n = 0; n < count; n++) {
    const [mag, min, mip] = [0, 1, 2].map(() => random.pick(['nearest', 'linear'] as const));
    const nearest = defineSampler(writer, { mag, min, mip, anisotropy: random.pick([1, 4]) });
    const coord = [random.unit(), random.unit()].map(float);
    const long = 2 ** random.between(-7, -2);
    writer.request({
      image: images[0],
      sampler: nearest,
      coord,
      grad: { dx: [float(long), 0], dy: [0, float(long / 3)] },
    });
  }
}

/** Levels from 64x64 whose texels tell where they are: r, g and b are the place along u, along v, and the level. */
function places(levels: number): Uint8Array[] {
  return Array.from({ length: levels }, (_, level) => {
    const size = 64 >> level;
    const code = (n: number): number => Math.floor((255 * (n + 0.5)) / size);
    return Uint8Array.from(
      Array.from({ length: size * size }, (_, n) => [
        code(n % size),
        code(Math.floor(n / size)),
        40 * level,
        255,
      ]).flat(),
    );
  });
}

const FORMATS = ['r8g8b8a8_unorm', 'r8_snorm', 'r8g8b8a8_srgb', 'r16_sfloat', 'r8g8_unorm', 'r32_sfloat'];

/** Borders of every kind, on formats that lack components, in sRGB and in integers. */
export function borderScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const modes = ['clamp_to_border', 'clamp_to_border', 'clamp_to_border'];
  const names = ['float_transparent_black', 'float_opaque_black', 'float_opaque_white'];
  for (const format of FORMATS) {
    const image = writer.image({ format, width: 3, height: 3 });
    for (let n = 0; n < count; n++) {
      const custom = [random.unit(), random.unit(), random.unit(), random.unit()].map(float);
      const outside = writer.text === 'd3d11' && random.chance(0.4) ? [1.5, -0.5, 2, 1] : custom;
      const own = random.chance(0.5);
      const filter = random.pick(['nearest', 'linear'] as const);
      const extra = writer.text === 'vulkan' && own ? { borderColorFormat: format } : {};
      const border = own ? outside : random.pick(names);
      const sampler = defineSampler(writer, { mag: filter, min: filter, modes, border, extra });
      const coord = [float(random.between(-0.6, 1.6)), float(random.between(-0.6, 1.6))];
      writer.request({ image, sampler, coord, lod: 0 });
    }
  }
  if (writer.text === 'vulkan') integerBorders(writer, modes);
}

function integerBorders(writer: TableWriter, modes: readonly string[]): void {
  const plan = { mag: 'nearest', min: 'nearest', modes } as const;
  for (const format of ['r8_uint', 'r8g8b8a8_sint', 'r32_uint']) {
    const image = writer.image({ format, width: 2, height: 2 });
    for (const border of ['int_transparent_black', 'int_opaque_black', 'int_opaque_white', [1, 2, 3, 4]]) {
      const own = typeof border === 'string' ? {} : { borderColorFormat: format };
      const sampler = defineSampler(writer, { ...plan, border, extra: { borderColorType: 'int', ...own } });
      writer.request({ image, sampler, coord: [1.5, 0.5], lod: 0 });
    }
  }
  const stencil = writer.image({ format: 's8_uint', width: 2, height: 2 });
  const both = writer.view(writer.image({ format: 'd24_unorm_s8_uint', width: 2, height: 2 }), { aspect: 'stencil' });
  const extra = { borderColorType: 'int', borderColorFormat: 's8_uint' };
  for (const border of ['int_opaque_white', 'int_opaque_black', [5, 6, 7, 8]]) {
    const sampler = defineSampler(writer, { ...plan, border, extra: typeof border === 'string' ? {} : extra });
    writer.request({ image: stencil, sampler, coord: [1.5, 0.5], lod: 0 });
    for (const place of [0.25, 0.75]) writer.request({ image: both, sampler, coord: [place, 0.25], lod: 0 });
  }
}

const OPERATORS = ['never', 'less', 'equal', 'less_or_equal', 'greater', 'not_equal', 'greater_or_equal', 'always'];

/** Comparisons of every operator with depths that are less, equal and greater. */
export function comparisonScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const op = writer.text === 'd3d11' ? 'sample_c_lz' : 'sample';
  for (const format of ['d16_unorm', 'd32_sfloat', 'x8_d24_unorm_pack32']) {
    const image = writer.image({ format, width: 4, height: 4 });
    for (const compare of OPERATORS)
      for (let n = 0; n < count; n++) {
        const filter = random.pick(['nearest', 'linear'] as const);
        const modes = random.chance(0.7)
          ? ['clamp_to_edge', 'repeat', 'repeat']
          : ['clamp_to_border', 'repeat', 'repeat'];
        const border = random.pick(['float_opaque_white', 'float_opaque_black']);
        const sampler = defineSampler(writer, { mag: filter, min: filter, modes, compare, border });
        const close = random.integer(0, 8) / 8 + random.pick([0.004, -0.004, 1e-6, -1e-6]);
        const special = writer.text === 'd3d11' && random.chance(0.1) ? NaN : 1.25;
        const dref = float(random.pick([random.integer(0, 8) / 8, close, special, -0.25]));
        const coord = [drawnCoordinate(random, 4), drawnCoordinate(random, 4)];
        writer.request({ op, image, sampler, coord, dref, ...(op === 'sample' ? { lod: 0 } : {}) });
        const gather = writer.text === 'd3d11' ? 'gather4_c' : 'gather';
        if (n === 0) writer.request({ op: gather, image, sampler, coord, dref });
      }
  }
}

/** Minima and maxima, also where weights are zero. */
export function reductionScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  for (const format of ['r8g8b8a8_unorm', 'r16_sfloat', 'r32_sfloat', 'r8_snorm']) {
    const image = writer.image({ format, width: 5, height: 5, levels: 2 });
    for (let n = 0; n < count; n++) {
      const reduction = random.pick(['min', 'max'] as const);
      const sampler = defineSampler(writer, { mip: 'linear', modes: drawnModes(random), reduction });
      const coord = [drawnCoordinate(random, 5), drawnCoordinate(random, 5)];
      writer.request({ image, sampler, coord, lod: random.pick([0, 0.5, 1]) });
    }
  }
}
