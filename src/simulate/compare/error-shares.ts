import type { Design } from '../../../rtl-model/design/design.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { keptMemory } from '../kept-memory.ts';
import { differingFields, exchanged, type PartField } from './unit-parts.ts';

/** The part of an error that comes from fields. */
export interface ErrorShare {
  /** One field; several where no design has one of them without the others. */
  readonly fields: readonly PartField[];
  /** 1 for the whole error; negative where the fields make up for errors of others. */
  readonly share: number;
}

/**
 * The share of each field in the error of a design, the results of another one being right, the largest first. The
 * fields are exchanged one after the other until the first design has the results of the second; the share of a field is
 * what it moves the results along the error. Fields depend on each other, so that their order matters: each share is the
 * mean of those in the order of the data and in the opposite one. The shares sum to 1.
 *
 * @param results numbers that designs are compared by, as many for each design
 * @returns null where the results are equal or not all finite, or the fields of the second design do not fit into the first
 */
export function* errorShares(
  first: Design,
  second: Design,
  results: (design: Design) => ArrayLike<number>,
): Generator<void, readonly ErrorShare[] | null> {
  const groups = exchangeable(first, second);
  const last = between(first, second, groups);
  if (groups.length === 0 || last === null) return null;
  const own = results(first);
  const wanted = results(last);
  const error = Float64Array.from(own, (value, n) => value - wanted[n]);
  const along = (from: ArrayLike<number>, to: ArrayLike<number>) =>
    error.reduce((sum, distance, n) => sum + distance * (from[n] - to[n]), 0);
  const whole = along(own, wanted);
  if (!(whole > 0 && whole < Infinity)) return null;
  const shares = groups.map(() => 0);
  for (const order of [[...groups.keys()], [...groups.keys()].toReversed()]) {
    const exchanges: (readonly PartField[])[] = [];
    let before = own;
    for (const group of order) {
      exchanges.push(groups[group]);
      const after = exchanges.length === groups.length ? wanted : results(between(first, second, exchanges)!);
      shares[group] += along(before, after) / whole / 2;
      before = after;
      yield;
    }
  }
  return groups
    .map((fields, n) => ({ fields, share: shares[n] }))
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
}

function between(first: Design, second: Design, groups: readonly (readonly PartField[])[]): Design | null {
  const paths = groups.flat().map(({ path }) => path);
  return exchanged(first, second, paths);
}

/** The differing fields, those together that no order may part. */
function exchangeable(first: Design, second: Design): readonly (readonly PartField[])[] {
  const fields = differingFields(first, second);
  const fits = (some: readonly PartField[]) => between(first, second, [some]) !== null;
  const groups: PartField[][] = [];
  let group: PartField[] = [];
  for (const [n, field] of fields.entries()) {
    group.push(field);
    if (n + 1 < fields.length && !(fits(fields.slice(0, n + 1)) && fits(fields.slice(n + 1)))) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

/** Quads of a picture whose results say its shares: about so many, evenly spread. */
const SAMPLED = 256;

/** Quads of a picture, evenly spread, whose results are compared in place of all. */
export class SampledQuads {
  readonly quads = new QuadBatch();
  private taken = 0;
  private readonly step: number;

  /** @param expected quads of the picture */
  constructor(expected: number) {
    this.step = Math.max(1, Math.floor(expected / SAMPLED));
  }

  take(batch: QuadBatch): void {
    const { quads, step } = this;
    for (let quad = 0; quad < batch.count && !quads.full; quad++) {
      if (this.taken++ % step === 0) quads.copyQuad(batch, quad, quads.count++);
    }
  }
}

/**
 * The results of quads under a design: r, g, b, a of lane l of quad k at 16k + 4l.
 *
 * @param states as the design takes them; their results are floats, and they store no texels
 */
export function sampledResults(
  images: readonly ImageSource[],
  states: (design: Design) => readonly TextureState[],
  quads: QuadBatch,
): (design: Design) => Float32Array {
  return (design) => {
    const result = new Float32Array(16 * quads.count);
    new TextureUnit(design, keptMemory(design, images), states(design)).sample(quads, result);
    return result;
  };
}
