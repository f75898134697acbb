import { unsignedScale } from '../component-scale.ts';
import type { BcDesign } from '../../../design/design.ts';
import type { BcValues } from './bc-values.ts';
import { bc1, bc2, bc3, EXACT_COLOR_SCALES, exactColor } from './bc1-bc3.ts';
import { bc4, bc5, exactRamp } from './bc4-bc5.ts';
import { bc6h } from './bc6h.ts';
import { bc7 } from './bc7.ts';
import { roundedValues } from './rounded-bc.ts';
import type { BlockCodec } from '../block-codec.ts';

const EXACT: BcValues = {
  colorScales: EXACT_COLOR_SCALES,
  alphaScale: unsignedScale(15),
  threeColors: false,
  ramps: { alpha: exactRamp(false), unorm: exactRamp(false), snorm: exactRamp(true) },
  color: exactColor,
  alpha: (_, code) => code,
};

/** The values of BC1 to BC5 of a design; exact ones for null. */
export function bcValues(bc: BcDesign | null): BcValues {
  return bc === null ? EXACT : roundedValues(bc);
}

/** Decoders of BC1 to BC7 by format, named as VkFormat in lower case. */
export const bcCodecs: ReadonlyMap<string, BlockCodec> = new Map<string, BlockCodec>([
  ofValues('bc1_rgb_unorm_block', (values) => bc1(values, false, false)),
  ofValues('bc1_rgb_srgb_block', (values) => bc1(values, false, true)),
  ofValues('bc1_rgba_unorm_block', (values) => bc1(values, true, false)),
  ofValues('bc1_rgba_srgb_block', (values) => bc1(values, true, true)),
  ofValues('bc2_unorm_block', (values) => bc2(values, false)),
  ofValues('bc2_srgb_block', (values) => bc2(values, true)),
  ofValues('bc3_unorm_block', (values) => bc3(values, false)),
  ofValues('bc3_srgb_block', (values) => bc3(values, true)),
  ofValues('bc4_unorm_block', (values) => bc4(values, false)),
  ofValues('bc4_snorm_block', (values) => bc4(values, true)),
  ofValues('bc5_unorm_block', (values) => bc5(values, false)),
  ofValues('bc5_snorm_block', (values) => bc5(values, true)),
  ['bc6h_ufloat_block', bc6h(false)],
  ['bc6h_sfloat_block', bc6h(true)],
  ['bc7_unorm_block', bc7(false)],
  ['bc7_srgb_block', bc7(true)],
]);

/** The exact codec of a format, with those of designs that round its blocks. */
function ofValues(name: string, codec: (values: BcValues) => BlockCodec): readonly [string, BlockCodec] {
  const isExact = (bc: BcDesign) => bc.signedRamp === null && name.includes('snorm');
  return [name, { ...codec(EXACT), rounded: (bc) => (isExact(bc) ? null : codec(bcValues(bc))) }];
}
