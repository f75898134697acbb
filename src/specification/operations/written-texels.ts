import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Way } from '../answers/answer.ts';
import { componentValue, placeOf, type SamplePlace } from './fetched-texel.ts';
import { clamped, hull, type Interval, interval, point } from '../exact/interval.ts';
import { componentRange } from '../texels/numeric-formats.ts';
import { operandIndex } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';

/** A state of writes, and which of a batch's quads run it. */
export interface Writes {
  readonly state: SampleState;
  readonly batch: QuadBatch;
  readonly quads: readonly number[];
}

/**
 * The values that OpImageWrite leaves in texels (Vulkan: Integer Texel Coordinate Operations; D3D11.3 3.2.2, 3.2.3).
 * Writes beyond the view, or to texels without memory, are discarded. Any of several writes to a texel may be the last.
 */
export function writtenTexels(writes: readonly Writes[]): (place: SamplePlace) => readonly Way[] {
  const texels = new Map<string, Way[]>();
  for (const { state, batch, quads } of writes) {
    for (const quad of quads) {
      for (let lane = 0; lane < 4; lane++) {
        const place = placeOf(state, { batch, quad, lane });
        if (((batch.active[quad] >> lane) & 1) === 0 || place === undefined) continue;
        const at = 4 * operandIndex({ batch, quad, lane });
        texels.set(key(place), [...(texels.get(key(place)) ?? []), readBack(state, batch, at)]);
      }
    }
  }
  return (place) => texels.get(key(place)) ?? [];
}

function key({ level, layer, x, y, z, sample }: SamplePlace): string {
  return [level, layer, x, y, z, sample].join(' ');
}

/**
 * The value of a texel after r, g, b, a at `at` were written to it; components that are not stored are the defaults.
 */
function readBack({ texels, view }: SampleState, batch: QuadBatch, at: number): Way {
  const { componentType: type, order, bits } = view.format;
  return [0, 1, 2, 3].map((c) => {
    if (!texels.stored.includes(c)) return point(c < 3 ? 0 : 1);
    const width = bits[order.indexOf(c)];
    if (texels.kind === 'integer') {
      const value = type === 'uint' ? batch.writeBits[at + c] >>> 0 : batch.writeBits[at + c];
      // Integers that do not fit are held to the range (3.2.3.13).
      return clamped(point(value), ...componentRange(type, width));
    }
    const value = batch.write[at + c];
    if (texels.kind === 'float')
      return narrowedFloat(value, type === 'ufloat' ? width - 5 : width === 32 ? 23 : 10, type);
    return nearestCode(value, texels.range[0], texels.ones[c]);
  });
}

/** Held to [smallest, 1], NaN to 0, then the nearest code, either one of two (3.2.3.4, 3.2.3.6). */
function nearestCode(value: number, smallest: number, one: number): Interval {
  // A float32 times a code of at most 29 bits is exact.
  const code = Number.isNaN(value) ? 0 : Math.max(smallest, Math.min(1, value)) * one;
  return hull(
    componentValue(Math.ceil(code - 0.5), one, 'fixed'),
    componentValue(Math.floor(code + 0.5), one, 'fixed'),
  );
}

/** A float of five exponent bits on either side: to nearest, or towards zero (3.2.2), which keeps what is finite so. */
function narrowedFloat(value: number, fractionBits: number, type: string): Interval {
  if (Number.isNaN(value) || fractionBits === 23) return point(value);
  if (type === 'ufloat' && value <= 0) return point(0);
  const magnitude = Math.abs(value);
  let exponent = -14;
  while (exponent < 15 && 2 ** (exponent + 1) <= magnitude) exponent++;
  const unit = 2 ** (exponent - fractionBits);
  const largest = (2 - 2 ** -fractionBits) * 2 ** 15;
  const above = Math.ceil(magnitude / unit) * unit;
  const below = Number.isFinite(magnitude) ? Math.min(largest, Math.floor(magnitude / unit) * unit) : Infinity;
  const range = interval(below, above > largest ? Infinity : above);
  return value < 0 ? interval(-range.upper, -range.lower) : range;
}
