// Starts split-worker.ts when texunit runs from its sources: Node 20 needs a loader for TypeScript in every thread.
import { register } from 'tsx/esm/api';

register();
await import('./split-worker.ts');
