import type { Design } from '../../../rtl-model/design/design.ts';

/** The fields of a design whose values have no C, with what they are and what is expected. */
export function fieldsWithoutC({ filter }: Design): readonly string[] {
  const { weightScale } = filter;
  return weightScale === 'power-of-two' ? [] : [`filter.weightScale: ${weightScale}, expected power-of-two`];
}
