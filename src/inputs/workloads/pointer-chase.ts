import { createHash } from 'node:crypto';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import type { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import type { PlannedChase, PlannedWorkload } from '../../experiments/sweep/plan/parse-plan.ts';
import { CHASE_ACCESS } from '../../experiments/sweep/plan/plan-schema.ts';
import type { AccessWorkload } from '../../experiments/sweep/runs/workload.ts';

/**
 * A pointer chase, with which the papers of docs/caches.md measure caches: accesses through an array from address 0 on,
 * each `stride` bytes after the one before and in a pass of its own, round after round.
 *
 * @throws MemoryError
 */
export function pointerChase(
  { name, weight }: Pick<PlannedWorkload, 'name' | 'weight'>,
  chase: PlannedChase,
  budget: MemoryBudget,
): AccessWorkload {
  const { bytes, stride, rounds } = chase;
  const count = bytes / stride;
  budget.take(AccessBatch.memoryBytes(count), `${name}: its accesses`);
  const round = new AccessBatch(count, new SharedArrayBuffer(AccessBatch.memoryBytes(count)));
  round.count = count;
  round.bytes.fill(CHASE_ACCESS);
  for (let n = 0; n < count; n++) {
    round.address[n] = n * stride;
    round.quad[n] = n;
  }
  const hash = createHash('sha256').update(JSON.stringify(chase)).digest('hex').slice(0, 16);
  return { kind: 'accesses', name, weight, hash, images: [], batches: [round], rounds };
}
