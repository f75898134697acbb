import { IDENTITY_MAPPING } from '../../rtl-model/state/image-view.ts';
import type { YcbcrConversion } from '../../rtl-model/state/sampler.ts';

/** A conversion that changes no component. */
export const PLAIN_CONVERSION: YcbcrConversion = {
  ycbcrModel: 'rgb_identity',
  ycbcrRange: 'itu_full',
  components: IDENTITY_MAPPING,
  xChromaOffset: 'cosited_even',
  yChromaOffset: 'cosited_even',
  chromaFilter: 'nearest',
  forceExplicitReconstruction: true,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};
