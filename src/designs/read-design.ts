import type * as z from 'zod';
import type { Design, DesignError } from '../../rtl-model/design/design.ts';
import { widthFaults } from '../../rtl-model/design/widths.ts';
import { designSchema } from './design-schema.ts';

/** A design that was read, or why there is none. */
export interface DesignReading {
  /** Null where there are faults. */
  readonly design: Design | null;
  /** Faults of single fields. */
  readonly issues: readonly z.core.$ZodIssue[];
  /** Without such faults, widths that do not fit together. */
  readonly widths: readonly DesignError[];
}

/**
 * Reads the fields of a design that come from outside, whatever they were written in: a file, an option, an address. What
 * a part may leave out has its default.
 */
export function readDesign(given: unknown): DesignReading {
  const parsed = designSchema.safeParse(given);
  if (!parsed.success) return { design: null, issues: parsed.error.issues, widths: [] };
  const design: Design = parsed.data;
  const widths = widthFaults(design);
  return { design: widths.length === 0 ? design : null, issues: [], widths };
}
