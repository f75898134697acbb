// The exports of the module.
import { snap } from './snap.ts';

export { snap };
