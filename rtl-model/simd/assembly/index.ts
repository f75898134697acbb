// The exports of the module.
import { filterBytes } from './byte-filter.ts';
import { deriveCoarse, deriveFine, project } from './derivatives.ts';
import { finishBytes } from './finish.ts';
import { selectLods } from './lod.ts';
import { snap } from './snap.ts';
import { tapAddresses } from './tap-addresses.ts';

export { deriveCoarse, deriveFine, filterBytes, finishBytes, project, selectLods, snap, tapAddresses };
