import type { Effort } from '../rule.ts';
import { type Chosen, DIRECTED, EXHAUSTIVE } from './measurement.ts';

/** The choice of cases of a rule that tries all there are for `full`, and some of them for `quick`. */
export function allForFull(effort: Effort): Chosen {
  return effort === 'full' ? EXHAUSTIVE : DIRECTED;
}
