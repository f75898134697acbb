import type { Design } from '../../rtl-model/design/design.ts';
import { shortened } from '../../traces/encodings/names.ts';
import { BASES } from './bases.ts';
import { changedFrom, differencesOf } from './design-difference.ts';

/** The base that a design is named by, as changedFrom names it; undefined for a name of the user's. */
export function baseOfName({ name }: Design): Design | undefined {
  return BASES.get(name.replace(/, \d+ fields? changed$/, ''));
}

/** A design with the name that its fields have, where its name is that of a base: no other design passes for a base. */
export function namedByFields(design: Design): Design {
  const base = baseOfName(design);
  return base === undefined ? design : changedFrom(base, design);
}

/** Words after the name of a design whose fields are no longer those that were given the name. */
const CHANGED = ', changed';

/** A design after a change of fields: a name that is no base's belonged to the fields before. */
export function afterChange(before: Design, design: Design): Design {
  const paths = differencesOf(before, design).map(({ path }) => path);
  const isOwn = baseOfName(before) === undefined && !before.name.endsWith(CHANGED);
  const isStale = isOwn && !paths.includes('name') && paths.some((path) => path !== 'description');
  return isStale ? { ...design, name: shortened(before.name + CHANGED, 'beginning') } : design;
}

/** The base that differs from a design in the fewest fields; the first of several. */
export function nearestBase(design: Design): Design {
  const distance = (base: Design) => differencesOf(base, design).length;
  return [...BASES.values()].reduce((best, base) => (distance(base) < distance(best) ? base : best));
}
