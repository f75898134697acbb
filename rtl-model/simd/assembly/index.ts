// The exports of the module.
import { filterBytes } from './byte-filter.ts';
import { snap } from './snap.ts';

export { filterBytes, snap };
