import type { StepNode } from './step.ts';

/** The table of a look-up, and its index as a product with `bytes`: an entry has four bytes. */
export function tablePlace({ operands: [place] }: StepNode): {
  readonly table: string;
  readonly index: readonly StepNode[];
  readonly bytes: number;
} {
  if (place.step === 'address') return { table: place.detail as string, index: [], bytes: 4 };
  const [table, offset] = place.operands;
  const isProduct = offset.step === 'multiply' && offset.operands[1].step === 'constant';
  const [index, bytes] = isProduct ? [offset.operands[0], offset.operands[1].low] : [offset, 1];
  return { table: table.detail as string, index: [index], bytes };
}
