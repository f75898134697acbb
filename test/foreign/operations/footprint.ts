import { scalarOperand } from '../address/lane.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { FootprintAnswer, ForeignRequest } from '../tables/records.ts';
import type { LaneGroup, LevelTaps } from './sample-plan.ts';
import { planSample } from './sample-plan.ts';

/** Texel groups by granularity (Vulkan: Texel Footprint Granularity Values). */
const GROUPS_2D: Readonly<Record<number, readonly number[]>> = {
  1: [2, 2],
  2: [4, 2],
  3: [4, 4],
  4: [8, 4],
  5: [8, 8],
  6: [16, 8],
  7: [16, 16],
  11: [64, 64],
  12: [128, 64],
  13: [128, 128],
  14: [256, 128],
  15: [256, 256],
};
const GROUPS_3D: Readonly<Record<number, readonly number[]>> = {
  1: [2, 2, 2],
  3: [4, 4, 2],
  10: [16, 16, 16],
  11: [32, 16, 16],
  12: [32, 32, 16],
  13: [32, 32, 32],
  14: [64, 32, 32],
};

/** The texels of a level that the filter accesses, as coordinates. */
function touchedTexels(device: ForeignDevice, level: LevelTaps): number[][] {
  const skips = device.settings.zeroWeightResidency === 'skipped';
  const taps = level.taps.filter(({ weight }) => weight !== 0 || !skips);
  const used = faulty(device, 'footprint_of_one_texel') ? taps.slice(0, 1) : taps;
  return used.flatMap(({ places }) => (places ?? []).map(({ x, y, z }) => [x, y, z]));
}

/** The footprint of a lane, or null where it is empty (Vulkan: Texel Footprint Evaluation). */
export function footprintLane(
  device: ForeignDevice,
  group: LaneGroup,
  request: ForeignRequest,
): FootprintAnswer | null {
  const { levels } = planSample(device, group);
  const skips = device.settings.zeroWeightResidency === 'skipped';
  const [fine, coarse = fine] = levels;
  const single = fine.level === coarse.level || (skips && coarse.weight === 0);
  const wanted = Boolean(operandOf(request, 'coarse', group.lane)) !== faulty(device, 'footprint_levels_exchanged');
  if (wanted && single && !faulty(device, 'footprint_never_empty')) return null;
  const level = wanted ? coarse : fine;
  const dimensions = group.view.viewType === '3d' ? 3 : 2;
  const asked = scalarOperand(request, 'granularity', group.lane, 1);
  const start = faulty(device, 'footprint_granularity_ignored') ? 1 : asked;
  const texels = touchedTexels(device, level);
  const first = device.settings.footprintLevel === 'view' ? group.view.baseMipLevel : 0;
  const table = dimensions === 2 ? GROUPS_2D : GROUPS_3D;
  const span = dimensions === 2 ? 8 : 4;
  let fits = 0;
  for (let granularity = start; granularity <= 15; granularity++) {
    const flat = dimensions === 3 && faulty(device, 'footprint_granularity_of_two_dimensions');
    const shape = flat ? [...(GROUPS_2D[granularity] ?? [2, 2]), 1] : table[granularity];
    if (shape === undefined) continue;
    const answer = covered(device, texels, shape, span);
    if (answer === null) continue;
    fits++;
    const skipped = granularity > start && fits === 1 && device.settings.largerGroups === 'second';
    if (!skipped) {
      return {
        single: single !== faulty(device, 'footprint_single_inverted'),
        ...answer,
        lod: Math.max(level.level - first + (faulty(device, 'footprint_level_off') ? 1 : 0), 0),
        granularity: returnedGranularity(device, granularity, asked),
      };
    }
  }
  return null;
}

/** Zero for the granularity that was asked for. */
function returnedGranularity(device: ForeignDevice, granularity: number, asked: number): number {
  if (faulty(device, 'footprint_granularity_hidden')) return 0;
  return granularity === asked && !faulty(device, 'footprint_granularity_returned') ? 0 : granularity;
}

function operandOf(request: ForeignRequest, name: string, lane: number): unknown {
  const value = request.operands[name];
  return Array.isArray(value) ? value[lane] : value;
}

/** Anchor, offset and mask of texels in groups of one shape, or null where the groups span too much. */
function covered(
  device: ForeignDevice,
  texels: readonly number[][],
  shape: readonly number[],
  span: number,
): Pick<FootprintAnswer, 'anchor' | 'offset' | 'mask'> | null {
  const groups = texels.map((texel) => shape.map((size, axis) => Math.floor(texel[axis] / size)));
  const anchor: number[] = [];
  const offset: number[] = [];
  for (const axis of shape.keys()) {
    const low = Math.min(...groups.map((group) => group[axis]));
    const high = Math.max(...groups.map((group) => group[axis]));
    if (high - low >= span) return null;
    const aligned = high < (Math.floor(low / span) + 1) * span && device.settings.footprintForm === 'aligned';
    const chosen = aligned ? Math.floor(low / span) : Math.ceil(low / span);
    const counted = faulty(device, 'footprint_anchor_of_eight') ? Math.floor((chosen * span) / 8) : chosen;
    anchor.push(faulty(device, 'footprint_anchor_in_texels') ? chosen * span * shape[axis] : counted);
    const distance = faulty(device, 'footprint_offset_negated') ? low - chosen * span : chosen * span - low;
    offset.push(aligned || faulty(device, 'footprint_offset_missing') ? 0 : distance);
  }
  const mask: [number, number] = [0, 0];
  for (const group of groups) {
    const local = group.map((index) => index % span);
    if (faulty(device, 'footprint_mask_transposed')) [local[0], local[1]] = [local[1], local[0]];
    if (faulty(device, 'footprint_mask_rows_reversed')) local[1] = span - 1 - local[1];
    if (faulty(device, 'footprint_slices_ignored') && local.length === 3) local[2] = 0;
    const bit = local.reduceRight((sum, index) => sum * span + index, 0);
    mask[bit >> 5] = (mask[bit >> 5] | (1 << (bit & 31))) >>> 0;
  }
  return { anchor, offset, mask: faulty(device, 'footprint_mask_halves_exchanged') ? [mask[1], mask[0]] : mask };
}
