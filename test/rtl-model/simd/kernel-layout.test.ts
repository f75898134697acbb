import { expect, it } from 'vitest';
import * as layout from '../../../rtl-model/simd/kernel-layout.ts';

it.each(['LANE', 'STATE', 'LEVEL', 'FIELD', 'ROUND'])('no two entries of a %s record have one place', (record) => {
  const places = Object.entries(layout).filter(([name]) => name.startsWith(`${record}_`));
  const shared = places.filter(([, place], n) => places.findIndex(([, other]) => other === place) !== n);
  expect(shared).toEqual([]);
  expect(places.length).toBeGreaterThan(3);
});
