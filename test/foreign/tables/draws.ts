import type { Random } from '../switches/random.ts';
import type { TableLine, TableWriter } from './table-writer.ts';

const MODES = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'] as const;

/** What a sampler of either text is asked for. */
export interface SamplerPlan {
  readonly mag?: 'nearest' | 'linear';
  readonly min?: 'nearest' | 'linear';
  readonly mip?: 'nearest' | 'linear';
  readonly modes?: readonly string[];
  readonly bias?: number;
  readonly minLod?: number;
  readonly maxLod?: number;
  readonly anisotropy?: number | undefined;
  readonly compare?: string | undefined;
  readonly reduction?: undefined | 'min' | 'max';
  readonly border?: string | readonly number[];
  readonly extra?: TableLine;
}

/** A float32 as the table writes it. */
export function float(value: number): number {
  return Math.fround(value);
}

/** Three address modes drawn at random. */
export function drawnModes(random: Random): string[] {
  return [random.pick(MODES), random.pick(MODES), random.pick(MODES)];
}

/** A coordinate of an axis with `size` texels: anywhere, at centres, edges and fractions of texels, and far away. */
export function drawnCoordinate(random: Random, size: number): number {
  const texel = random.integer(-2, size + 1);
  switch (random.integer(0, 5)) {
    case 0:
      return float((texel + 0.5) / size);
    case 1:
      return float(texel / size);
    case 2:
      return float((texel + random.integer(1, 15) / 16) / size);
    case 3:
      return float(random.between(-3, 4));
    default:
      return float(random.between(-0.1, 1.1));
  }
}

const COMPARES = ['never', 'less', 'equal', 'less_or_equal', 'greater', 'not_equal', 'greater_or_equal', 'always'];
const BORDERS: Readonly<Record<string, readonly number[]>> = {
  float_transparent_black: [0, 0, 0, 0],
  float_opaque_black: [0, 0, 0, 1],
  float_opaque_white: [1, 1, 1, 1],
};

/** Defines a sampler in the words of the writer's text. */
export function defineSampler(writer: TableWriter, plan: SamplerPlan): string {
  const { mag = 'linear', min = 'linear', mip = 'nearest', bias = 0, minLod = 0, maxLod = 1000 } = plan;
  const modes = plan.modes ?? ['clamp_to_edge', 'clamp_to_edge', 'clamp_to_edge'];
  const border = plan.border ?? 'float_transparent_black';
  if (writer.text === 'd3d11') {
    const bit = (name: string): number => (name === 'linear' ? 1 : 0);
    const kind = plan.compare === undefined ? (plan.reduction === undefined ? 0 : plan.reduction === 'min' ? 2 : 3) : 1;
    const anisotropic = plan.anisotropy !== undefined;
    const filters = anisotropic ? 0x55 : bit(mip) + 4 * bit(mag) + 16 * bit(min);
    return writer.sampler({
      d3d11: {
        Filter: filters + 128 * kind,
        AddressU: MODES.indexOf(modes[0] as never) + 1,
        AddressV: MODES.indexOf(modes[1] as never) + 1,
        AddressW: MODES.indexOf(modes[2] as never) + 1,
        MinLOD: minLod,
        MaxLOD: maxLod,
        MipLODBias: bias,
        MaxAnisotropy: plan.anisotropy ?? 8,
        ComparisonFunction: plan.compare === undefined ? 0 : COMPARES.indexOf(plan.compare) + 1,
        BorderColor: typeof border === 'string' ? BORDERS[border] : border,
      },
    });
  }
  return writer.sampler({
    magFilter: mag,
    minFilter: min,
    mipmapMode: mip,
    addressModeU: modes[0],
    addressModeV: modes[1],
    addressModeW: modes[2],
    mipLodBias: bias,
    minLod,
    maxLod,
    borderColor: border,
    ...(plan.anisotropy === undefined ? {} : { anisotropyEnable: true, maxAnisotropy: plan.anisotropy }),
    ...(plan.compare === undefined ? {} : { compareEnable: true, compareOp: plan.compare }),
    ...(plan.reduction === undefined ? {} : { reductionMode: plan.reduction }),
    ...plan.extra,
  });
}

/** Four coordinates of a quad around a point: steps along x and y of the screen. */
export function quadAround(centre: readonly number[], dx: readonly number[], dy: readonly number[]): number[][] {
  return [0, 1, 2, 3].map((lane) =>
    centre.map((value, axis) => float(value + (lane & 1) * (dx[axis] ?? 0) + (lane >> 1) * (dy[axis] ?? 0))),
  );
}
