import { L2 } from '../../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../../rtl-model/design/field.ts';

/** An L2 of kept misses. */
export const KEPT = {
  ...freeValues(L2),
  lineBytes: 64,
  sets: 256,
  ways: 4,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 20,
  bytesPerCycle: 32,
};
