import { defineSampler, drawnCoordinate, drawnModes, float, quadAround } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

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
