// The exports of the module.
import { filterBytes } from './byte-filter.ts';
import { deriveCoarse, deriveFine, project } from './derivatives.ts';
import { finishBytes, finishWide } from './finish.ts';
import { filterFloats, finishFloats } from './float-filter.ts';
import { filterWide } from './wide-filter.ts';
import { selectLods } from './lod.ts';
import { snap } from './snap.ts';
import { tapAddresses } from './tap-addresses.ts';
import { copyCodes, copyFloats } from './texels.ts';

export {
  copyCodes,
  copyFloats,
  deriveCoarse,
  deriveFine,
  filterBytes,
  filterFloats,
  filterWide,
  finishBytes,
  finishFloats,
  finishWide,
  project,
  selectLods,
  snap,
  tapAddresses,
};
