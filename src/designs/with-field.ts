import type { Design } from '../../rtl-model/design/design.ts';
import { withValue } from '../../rtl-model/design/field.ts';

/** A design with another value of a field that it has. Lines of one sector keep it when `cache.lineBytes` changes. */
export function withField(design: Design, field: string, value: unknown): Design {
  const varied = withValue(design, field, value);
  const { cache } = design;
  const oneSector = field === 'cache.lineBytes' && cache.sectorBytes === cache.lineBytes;
  return oneSector ? withValue(varied, 'cache.sectorBytes', value) : varied;
}

/** The places of paths in the order in which their values are set: parts before the fields in them. */
export function partsFirst(paths: readonly string[]): readonly number[] {
  const depth = (n: number) => paths[n].split('.').length;
  return [...paths.keys()].sort((a, b) => depth(a) - depth(b));
}
