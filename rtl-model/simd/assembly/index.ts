// The exports of the module.
import { deriveCoarse, deriveFine, project } from './derivatives.ts';
import { selectLods } from './lod.ts';
import { snap } from './snap.ts';

export { deriveCoarse, deriveFine, project, selectLods, snap };
