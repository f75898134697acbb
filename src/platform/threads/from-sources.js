// Starts the program named by the first argument when texunit runs from its sources: Node 20 needs a loader for
// TypeScript in every thread.
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
