import type { ForeignText } from './freedom.ts';

/** The units of a texture path that a fault can lie in. */
export type FaultUnit =
  | 'coordinate'
  | 'offset'
  | 'layer'
  | 'wrap'
  | 'cube'
  | 'derivative'
  | 'lod'
  | 'level'
  | 'anisotropy'
  | 'weights'
  | 'filter'
  | 'cubic'
  | 'reduction'
  | 'decode'
  | 'block decode'
  | 'components'
  | 'border'
  | 'comparison'
  | 'gather'
  | 'fetch'
  | 'view'
  | 'write'
  | 'atomic'
  | 'query'
  | 'footprint'
  | 'weight image'
  | 'box filter'
  | 'block match'
  | 'chroma'
  | 'conversion'
  | 'residency'
  | 'robustness'
  | 'result';

/** A driver fault: the unit it lies in, the section it breaks, and the texts that it breaks. */
export interface Fault {
  readonly unit: FaultUnit;
  readonly section: string;
  readonly texts: readonly ForeignText[];
}

const TEXTS = { both: ['vulkan', 'd3d11'], vulkan: ['vulkan'], d3d11: ['d3d11'] } as const;

/** The faults of one unit that break one section; their names say what the driver does. */
export function faultsOf<const N extends string>(
  unit: FaultUnit,
  section: string,
  texts: keyof typeof TEXTS,
  names: readonly N[],
): Record<N, Fault> {
  const entries = names.map((name) => [name, { unit, section, texts: TEXTS[texts] }] as const);
  return Object.fromEntries(entries) as unknown as Record<N, Fault>;
}
