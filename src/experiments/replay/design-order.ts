import type { Design } from '../../../rtl-model/design/design.ts';

/** The results of the designs of each group, in the order of all designs. */
export function inOrder<Result>(
  designs: readonly Design[],
  groups: readonly { readonly designs: readonly Design[] }[],
  results: readonly (readonly Result[])[],
): readonly Result[] {
  const found = new Map(groups.flatMap((group, g) => group.designs.map((design, n) => [design, results[g][n]])));
  return designs.map((design) => found.get(design)!);
}
