import { percent } from '../../platform/pages/wording.ts';
import type { ErrorShare } from './error-shares.ts';

/** Shares that texts and tables have: those that count. */
const LEAST_SHARE = 0.005;

/** The fields with a share in an error: field, part of the unit, share. */
export function shareRows(shares: readonly ErrorShare[] | null): readonly (readonly [string, string, string])[] {
  return (shares ?? [])
    .filter(({ share }) => Math.abs(share) >= LEAST_SHARE)
    .map(({ fields, share }) => [fields.map(({ path }) => path).join(', '), partOf(fields), percent(share)]);
}

/** The parts of the unit with a share in an error, the largest first: coordinate 60.0 %, LOD 30.0 %. */
export function partSharesText(shares: readonly ErrorShare[]): string {
  const sums = new Map<string, number>();
  for (const { fields, share } of shares) sums.set(partOf(fields), (sums.get(partOf(fields)) ?? 0) + share);
  return [...sums]
    .filter(([, share]) => Math.abs(share) >= LEAST_SHARE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([part, share]) => `${part} ${percent(share)}`)
    .join(', ');
}

function partOf(fields: ErrorShare['fields']): string {
  return [...new Set(fields.map(({ part }) => part))].join(' and ');
}
