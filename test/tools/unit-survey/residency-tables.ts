import { Dice } from '../../oracle/dice.ts';
import { integers, type SurveyTrace } from './survey-trace.ts';

/** Sparse images with unbound blocks, footprints, and corner-sampled images. */
export function residencyTables(trace: SurveyTrace): void {
  for (const mode of ['repeat', 'clamp_to_edge', 'clamp_to_border'] as const) {
    const modes = { addressModeU: mode, addressModeV: mode, addressModeW: mode };
    trace.sampler({ name: `linear-${mode}`, borderColor: 'float_opaque_white', ...modes });
    trace.sampler({
      name: `nearest-${mode}`,
      magFilter: 'nearest',
      minFilter: 'nearest',
      borderColor: 'float_opaque_white',
      ...modes,
    });
    trace.sampler({ name: `aniso-${mode}`, anisotropyEnable: true, maxAnisotropy: 16, ...modes });
  }
  sparse(trace);
  footprints(trace);
  corners(trace);
}

const MODES = ['repeat', 'clamp_to_edge', 'clamp_to_border'] as const;

/**
 * Texels are 8 bits, blocks of 64 KiB have 256 x 256 of them. Of level 0 (512 x 512) the blocks at the upper right and
 * the lower left are unbound, of level 1 (256 x 256) nothing, of the second image the whole level 1.
 */
function sparse(trace: SurveyTrace): void {
  const dice = new Dice(31);
  const levels = [512, 256].map((size) =>
    Uint8Array.from({ length: size ** 2 }, (_, n) => 1 + (((n % size) * 7 + Math.floor(n / size) * 13) % 255)),
  );
  const block = { layer: 0, z: 0, width: 256, height: 256, depth: 1 };
  const size = { format: 'r8_unorm', width: 512, height: 512 } as const;
  const upper = { level: 0, x: 256, y: 0, ...block };
  const images = {
    checkered: [upper, { level: 0, x: 0, y: 256, ...block }],
    coarse: [{ level: 1, x: 0, y: 0, ...block }],
  };
  for (const [name, unbound] of Object.entries(images)) {
    trace.image({ name, ...size, unbound, levels });
    const request = (table: string, at: readonly number[], fields: object) =>
      trace.request(`${table}-${name}`, { ...fields, image: name, coord: at, sparse: true });
    const near = () => (256 * dice.integer(0, 2) + dice.integer(-8, 8) / 4) / 512;
    const anywhere = () => dice.real(-0.2, 1.2);
    for (const mode of MODES) {
      for (const filter of ['linear', 'nearest']) {
        const sampler = `${filter}-${mode}`;
        for (let n = 0; n < 150; n++) {
          request('sparse-edges', [near(), near()], { sampler, lod: 0 });
          request('sparse', [anywhere(), anywhere()], { sampler, lod: dice.pick([0, 0, 0.5, 1]) });
        }
        for (let n = 0; n < 50; n++) request('sparse-gather', [near(), near()], { op: 'gather', sampler });
      }
      for (let n = 0; n < 150; n++) {
        const grad = { dx: [dice.integer(0, 12) / 512, 0], dy: [0, dice.integer(0, 3) / 512] };
        request('sparse-aniso', [near(), near()], { sampler: `aniso-${mode}`, grad });
      }
    }
    for (let n = 0; n < 100; n++) {
      const at = [256 * dice.integer(0, 2) + dice.integer(-3, 3), 256 * dice.integer(0, 1) + dice.integer(-3, 3)];
      request('sparse-fetch', at, { op: 'fetch', level: 0 });
    }
  }
}

function footprints(trace: SurveyTrace): void {
  const dice = new Dice(32);
  const levels = integers(0, 8).map((level) => new Uint8Array((256 >> level) ** 2));
  trace.image({ name: 'plane', format: 'r8_unorm', width: 256, height: 256, levels });
  const request = (table: string, fields: object) =>
    trace.request(table, { op: 'footprint', image: 'plane', ...fields });
  const at = () => [dice.real(0, 1), dice.real(0, 1)];
  for (const granularity of [1, 2, 3, 4, 5, 6, 7, 11, 15]) {
    for (const coarse of [false, true]) {
      for (const mode of MODES) {
        for (const filter of ['linear', 'nearest', 'aniso']) {
          const sampler = `${filter}-${mode}`;
          for (let n = 0; n < 8; n++) {
            const [x, y] = [dice.real(0, 16) / 256, dice.real(0, 16) / 256];
            request('footprint-grad', { sampler, granularity, coarse, coord: at(), grad: { dx: [x, 0], dy: [0, y] } });
          }
          for (const lod of [0, 0.5, 1, 2.25]) {
            request('footprint-lod', { sampler, granularity, coarse, coord: at(), lod });
          }
        }
      }
    }
  }
  for (const place of integers(-16, 16)) {
    for (const filter of ['linear', 'nearest']) {
      for (const mode of MODES) {
        const coord = [(128 + place / 8) / 256, place / 8 / 256];
        request('footprint-edges', { sampler: `${filter}-${mode}`, granularity: 1, coord, lod: 0 });
      }
    }
  }
  const volume = integers(0, 5).map((level) => new Uint8Array((32 >> level) ** 3));
  trace.image({ name: 'space', format: 'r8_unorm', type: '3d', width: 32, height: 32, depth: 32, levels: volume });
  for (const granularity of [1, 3, 10, 13]) {
    for (let n = 0; n < 60; n++) {
      const coord = [dice.real(0, 1), dice.real(0, 1), dice.real(0, 1)];
      const sampler = dice.pick(['linear-repeat', 'nearest-repeat', 'linear-clamp_to_edge']);
      trace.request('footprint-3d', {
        op: 'footprint',
        image: 'space',
        sampler,
        granularity,
        coord,
        lod: dice.pick([0, 0.5, 2]),
      });
    }
  }
}

/** Corner-sampled images: every place in steps of 1/64 texel along an axis, and at random; levels and fetches. */
function corners(trace: SurveyTrace): void {
  const dice = new Dice(33);
  for (const [width, height] of [
    [5, 4],
    [8, 8],
    [33, 17],
  ]) {
    // The sizes of levels differ between texts where a size is odd.
    const levels = (width === 8 ? [0, 1] : [0]).map((level) =>
      Float32Array.from({ length: Math.max(1, width >> level) * Math.max(1, height >> level) }, () =>
        dice.integer(0, 255),
      ),
    );
    const name = trace.image({
      name: `corners-${width}x${height}`,
      format: 'r32_sfloat',
      width,
      height,
      cornerSampled: true,
      levels,
    });
    for (const mode of MODES) {
      for (const filter of ['linear', 'nearest']) {
        const sampler = `${filter}-${mode}`;
        const request = (table: string, fields: object) => trace.request(table, { image: name, sampler, ...fields });
        for (let n = 0; n < 200; n++) {
          const coord = [dice.integer(-64, 64 * width + 64) / (64 * width), dice.real(-0.25, 1.25)];
          request('corner-sample', { coord, lod: dice.pick([0, 0, 0, 1, 0.5]) });
        }
        for (let n = 0; n < 40; n++) {
          const grad = { dx: [dice.real(-3, 3) / width, 0], dy: [0, dice.real(-3, 3) / height] };
          request('corner-grad', { coord: [0.5, 0.5], grad });
          request('corner-gather', { op: 'gather', coord: [dice.real(0, 1), dice.real(0, 1)] });
        }
      }
    }
    for (let n = 0; n < 20; n++) {
      trace.request('corner-fetch', {
        op: 'fetch',
        image: name,
        coord: [dice.integer(0, (width >> 1) - 1), dice.integer(0, (height >> 1) - 1)],
        level: dice.integer(0, levels.length - 1),
      });
    }
    trace.request('corner-size', { op: 'query_size', image: name });
  }
}
