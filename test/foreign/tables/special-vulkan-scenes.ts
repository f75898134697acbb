import { defineSampler, float } from './draws.ts';
import { floatBytes } from './image-bytes.ts';
import type { TableWriter } from './table-writer.ts';

/** Swizzles of integers and of comparisons, and projections on a wide image. */
export function specialViewScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const compare = defineSampler(writer, { mag: 'nearest', min: 'nearest', compare: 'less' });
  const integers = writer.image({ format: 'r8g8_uint', width: 3, height: 3 });
  const depths = writer.image({ format: 'd16_unorm', width: 3, height: 3 });
  const wide = writer.image({ format: 'r16_unorm', width: 1024, height: 1 });
  const linear = defineSampler(writer, {});
  for (let n = 0; n < count; n++) {
    const components = [0, 1, 2, 3].map(() => random.pick(['one', 'r', 'g', 'zero']));
    const view = writer.view(integers, { components });
    const texel = [random.integer(0, 2), random.integer(0, 2)];
    const coord = texel.map((index) => float((index + 0.5) / 3));
    writer.request({ image: view, sampler: nearest, coord, lod: 0 });
    writer.request({ op: 'fetch', image: view, coord: texel });
    const shown = writer.view(depths, { components: ['g', 'r', 'r', 'zero'] });
    writer.request({ image: shown, sampler: compare, coord, dref: 0.5, lod: 0 });
    const q = float(random.between(1, 3));
    writer.request({ image: wide, sampler: linear, coord: [float(q * random.unit()), 0.5], q, lod: 0 });
  }
}

/** A kernel of two by two weights. */
function kernel(writer: TableWriter, values: readonly number[]): string {
  const image = writer.image({ format: 'r32_sfloat', width: 2, height: 2, layers: 1 }, [floatBytes(values)]);
  const weights = { filterCenter: [0, 0], filterSize: [2, 2], numPhases: 1 };
  return writer.view(image, { viewType: '2d_array', weights });
}

/** Weighted samples of one component, of swizzled views and as extremes, and block matches with equal errors. */
export function specialWindowScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const red = writer.image({ format: 'r8_unorm', width: 6, height: 6 });
  const color = writer.image({ format: 'r8g8b8a8_unorm', width: 6, height: 6 });
  const swizzled = writer.view(color, { components: ['b', 'one', 'a', 'g'] });
  const parts = kernel(writer, [0.5, 0.25, 0.125, 0.5]);
  const whole = kernel(writer, [1, 0, 1, 1]);
  for (let n = 0; n < count; n++) {
    const coord = [float(random.unit()), float(random.unit())];
    const sampler = defineSampler(writer, {});
    for (const image of [red, swizzled])
      writer.request({ op: 'sample_weighted', image, sampler, coord, weights: parts });
    const extreme = defineSampler(writer, { reduction: random.pick(['min', 'max'] as const) });
    writer.request({ op: 'sample_weighted', image: color, sampler: extreme, coord, weights: whole });
  }
  /** The errors against a reference of zeros are the texels: the least is at (0, 1) and (1, 0). */
  const texels = new Uint8Array([90, 20, 70, 20, 60, 50, 80, 40, 30]);
  const target = writer.image({ format: 'r8_unorm', width: 3, height: 3 }, [texels]);
  const zeros = writer.image({ format: 'r8_unorm', width: 3, height: 3 }, [new Uint8Array(9)]);
  const modes = ['clamp_to_border', 'clamp_to_border', 'clamp_to_border'];
  const extra = { unnormalizedCoordinates: true, windowExtent: [3, 3], windowCompareMode: 'min' };
  const window = defineSampler(writer, { mag: 'nearest', min: 'nearest', maxLod: 0, modes, extra });
  writer.request({
    op: 'block_match',
    image: target,
    sampler: window,
    reference: zeros,
    blockSize: [1, 1],
    metric: 'sad',
    form: 'window',
    coord: [0, 0],
    referenceCoord: [1, 1],
  });
}
