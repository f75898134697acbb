import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Layers of arrays, slices of volumes and lines. */
export function layerScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const array = writer.image({ format: 'r8g8_unorm', width: 4, height: 3, layers: 7 });
  const part = writer.view(array, { viewType: '2d_array', baseArrayLayer: 2, layerCount: 3 });
  const line = writer.image({ format: 'r8_unorm', type: '1d', width: 9, layers: 4, levels: 2 });
  const volume = writer.image({ format: 'r8_unorm', type: '3d', width: 5, height: 4, depth: 3, levels: 3 });
  for (let n = 0; n < count; n++) {
    const filter = random.pick(['nearest', 'linear', 'linear'] as const);
    const sampler = defineSampler(writer, {
      mag: filter,
      min: filter,
      mip: 'linear',
      modes: drawnModes(random),
      border: 'float_opaque_white',
    });
    const layer = random.pick([float(random.between(-2, 8)), random.integer(-1, 14) / 2]);
    const coord = [drawnCoordinate(random, 4), drawnCoordinate(random, 3)];
    writer.request({ image: random.pick([array, part]), sampler, coord: [...coord, layer], lod: 0 });
    writer.request({
      image: line,
      sampler,
      coord: [drawnCoordinate(random, 9), layer],
      lod: float(random.between(0, 1)),
    });
    const place = [drawnCoordinate(random, 5), drawnCoordinate(random, 4), drawnCoordinate(random, 3)];
    const offset = [random.integer(-3, 3), random.integer(-3, 3), random.integer(-3, 3)];
    writer.request({ image: volume, sampler, coord: place, lod: float(random.between(-1, 3)), offset });
    const quad = quadAround(place, [0.1, 0.2, 0.3], [0.02, 0.1, float(random.between(-0.5, 0.5))]);
    writer.request({ image: volume, sampler, quad });
  }
  const nan = defineSampler(writer, {});
  for (const layer of [NaN, Infinity, -Infinity])
    writer.request({ image: part, sampler: nan, coord: [0.5, 0.5, layer], lod: 0 });
}

/** Cubes: faces, seams, corners, ties and derivatives. */
export function cubeScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const faces = writer.image({ format: 'r8g8_unorm', width: 4, height: 4, layers: 12, levels: 3 });
  const cube = writer.view(faces, { viewType: 'cube' });
  const cubes = writer.view(faces, { viewType: 'cube_array' });
  const even = [4, 2].map((side) => new Uint8Array(side * side * 6).fill(150));
  const flat = writer.view(writer.image({ format: 'r8_unorm', width: 4, height: 4, layers: 6, levels: 2 }, even), {
    viewType: 'cube',
  });
  for (let n = 0; n < count; n++) {
    const filter = random.pick(['nearest', 'linear', 'linear'] as const);
    const extra = writer.text === 'vulkan' && random.chance(0.3) ? { nonSeamlessCubeMap: true } : {};
    const sampler = defineSampler(writer, {
      mag: filter,
      min: filter,
      mip: 'linear',
      modes: drawnModes(random),
      extra,
    });
    const near = random.pick([0.3, 0.95, 0.99]);
    const axis = random.integer(0, 2);
    const direction = [0, 1, 2].map((n) => {
      const sign = random.pick([-1, 1]);
      return float(
        n === axis ? 1.5 * sign : 1.5 * sign * random.pick([near, random.unit(), random.chance(0.2) ? 1 : 0.5]),
      );
    });
    const image = random.pick([cube, flat]);
    writer.request({ image, sampler, coord: direction, lod: random.pick([0, 1.5]) });
    writer.request({ image: cubes, sampler, coord: [...direction, random.pick([0, 1, 2, -1])], lod: 0 });
    const step = (): number[] => [0, 1, 2].map(() => float(random.between(-0.4, 0.4)));
    writer.request({ image: cube, sampler, quad: quadAround(direction, step(), step()) });
    writer.request({ image: cube, sampler, coord: direction, grad: { dx: step(), dy: step() } });
  }
}
