// The exports of the module.
import { filterBytes } from './byte-filter.ts';
import { finishBytes } from './finish.ts';
import { snap } from './snap.ts';

export { filterBytes, finishBytes, snap };
