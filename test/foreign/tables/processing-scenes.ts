import { defineSampler, float } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Footprints of two and three dimensions. */
export function footprintScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8_unorm', width: 64, height: 48, levels: 4 });
  const volume = writer.image({ format: 'r8_unorm', type: '3d', width: 16, height: 16, depth: 16 });
  const coarse = writer.view(image, { baseMipLevel: 1 });
  for (let n = 0; n < count; n++) {
    const filter = random.pick(['nearest', 'linear', 'linear'] as const);
    const mip = random.pick(['nearest', 'linear'] as const);
    const sampler = defineSampler(writer, { mag: filter, min: filter, mip });
    const edge = random.integer(1, 3) / 4;
    const coord = (random.chance(0.3) ? [edge, 1 / 3] : [random.unit(), random.unit()]).map(float);
    const granularity = random.integer(1, 5);
    const linear = defineSampler(writer, {});
    if (n % 8 === 0)
      writer.request({ op: 'footprint', image, sampler: linear, coord: [edge, 0.25], lod: 0, granularity: 1 });
    const long = defineSampler(writer, { anisotropy: 16 });
    const grad = { dx: [float(random.between(0.3, 0.6)), 0], dy: [0, float(1 / 48)] };
    if (n % 5 === 0) writer.request({ op: 'footprint', image, sampler: long, coord, grad, granularity: 1 });
    const lod = float(random.pick([0.5, 1.25, 2.5, random.between(-1, 3)]));
    const op = 'footprint';
    writer.request({
      op,
      image: random.pick([image, image, coarse]),
      sampler,
      coord,
      lod,
      granularity,
      coarse: random.chance(0.4),
    });
    writer.request({
      op,
      image: volume,
      sampler,
      coord: [...coord, float(random.unit())],
      lod: 0,
      granularity: random.pick([1, 3]),
    });
  }
}

/** Weight images: two-dimensional and separable, with phases; on codes that are linear, and on sRGB. */
export function weightScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 9, height: 8 });
  const encoded = writer.view(image, { format: 'r8g8b8a8_srgb' });
  const kernel = (width: number, height: number, numPhases: number): string => {
    const plan = { format: 'r16_sfloat', width, height, layers: numPhases };
    const filterSize = [width - (width > 3 ? 1 : 0), height];
    const weights = { filterCenter: [1, 1], filterSize, numPhases };
    return writer.view(writer.image(plan), { viewType: '2d_array', weights });
  };
  const separable = (numPhases: number): string => {
    const phases = Math.sqrt(numPhases);
    const plan = { format: 'r16_sfloat', type: '1d', width: phases * 8, layers: 2 } as const;
    const weights = { filterCenter: [2, 1], filterSize: [5, 3], numPhases };
    return writer.view(writer.image(plan), { viewType: '1d_array', weights });
  };
  const kernels = [kernel(3, 3, 1), kernel(4, 2, 4), kernel(3, 2, 16), separable(1), separable(4)];
  for (let n = 0; n < count; n++) {
    const mode = random.pick(['clamp_to_edge', 'clamp_to_border']);
    const sampler = defineSampler(writer, { modes: [mode, mode, mode] });
    const coord = [float(random.between(0, 1)), float(random.between(0, 1))];
    const weights = n % 8 === 7 ? null : random.pick(kernels);
    for (const of of [image, encoded]) writer.request({ op: 'sample_weighted', image: of, sampler, coord, weights });
  }
  const corner = cornerSampled(writer);
  for (const s of [0.1, 0.3, 0.9])
    writer.request({ op: 'sample_weighted', ...corner, coord: [float(s), 0.5], weights: kernels[0] });
}

/** A corner-sampled image, and a sampler that it allows. */
function cornerSampled(writer: TableWriter): { image: string; sampler: string } {
  const image = writer.image({ format: 'r8_unorm', width: 5, height: 4, extra: { cornerSampled: true } });
  const edge = 'clamp_to_edge';
  return { image, sampler: defineSampler(writer, { modes: [edge, edge, edge] }) };
}

/** Boxes of many widths, as averages and as extremes. */
export function boxScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 16, height: 12 });
  const encoded = writer.view(image, { format: 'r8g8b8a8_srgb' });
  for (let n = 0; n < count; n++) {
    const mode = random.pick(['clamp_to_edge', 'clamp_to_border']);
    const reduction = random.pick([undefined, undefined, undefined, 'min', 'max'] as const);
    const sampler = defineSampler(writer, { modes: [mode, mode, mode], reduction });
    const side = (): number => random.pick([1, 2.75, 2.25, float(random.between(1, 6)), random.integer(1, 5)]);
    const coord = [random.between(-0.05, 1.05), random.between(-0.05, 1.05)].map(float);
    const boxSize = [side(), side()];
    for (const of of [image, encoded]) writer.request({ op: 'box_filter', image: of, sampler, coord, boxSize });
  }
  const corner = cornerSampled(writer);
  for (const s of [0.1, 0.3, 0.9])
    writer.request({ op: 'box_filter', ...corner, coord: [float(s), 0.5], boxSize: [2.5, 1.25] });
}

/** Block matches: single, in windows and gathered. */
export function matchScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const target = writer.image({ format: 'r8g8_unorm', width: 12, height: 10 });
  const reference = writer.image({ format: 'r8g8_unorm', width: 10, height: 9 });
  const red = writer.image({ format: 'r8_unorm', width: 12, height: 10 });
  const flat = writer.image({ format: 'r8_unorm', width: 10, height: 9 }, [new Uint8Array(90).fill(77)]);
  for (let n = 0; n < count; n++) {
    const extra = {
      unnormalizedCoordinates: true,
      windowExtent: [random.integer(1, 3), random.integer(2, 4)],
      windowCompareMode: random.pick(['min', 'max']),
    };
    const mode = random.pick(['clamp_to_edge', 'clamp_to_border']);
    const reduction = random.pick([undefined, undefined, undefined, 'min', 'max'] as const);
    const plan = { mag: 'nearest', min: 'nearest', maxLod: 0, extra } as const;
    const single = defineSampler(writer, { ...plan, modes: [mode, mode, mode], reduction });
    const border = 'clamp_to_border';
    const window = defineSampler(writer, { ...plan, modes: [border, border, border] });
    const blockSize = [random.integer(1, 4), random.integer(1, 3)];
    const metric = random.pick(['sad', 'ssd']);
    const place = {
      coord: [random.integer(0, 9), random.integer(0, 8)],
      referenceCoord: [random.integer(0, 5), random.integer(1, 5)],
    };
    const op = 'block_match';
    const read = n % 8 === 7 ? null : reference;
    writer.request({ op, image: target, sampler: single, reference: read, blockSize, metric, ...place });
    const form = random.pick(['window', 'gather']);
    writer.request({ op, image: red, sampler: window, reference: flat, blockSize, metric, form, ...place });
    if (n % 8 === 0)
      writer.request({
        op,
        image: flat,
        sampler: window,
        reference: flat,
        blockSize: [1, 1],
        metric,
        form: 'window',
        coord: [1, 1],
        referenceCoord: [0, 0],
      });
  }
}
