import type { ForeignDevice } from './device.ts';
import { foreignDevice } from './device.ts';
import { executeTable } from './execute.ts';
import { parseTable } from './tables/parse-table.ts';
import type { Vector4 } from './tables/records.ts';

const HEADER = '{"texunit":"requests","version":2}';
/** Devices with the preferred settings. */
export const vulkan = foreignDevice('vulkan');
export const direct = foreignDevice('d3d11');

/** A definition or a request. */
type Definition = Record<string, unknown>;

/** Levels of one text each. */
export function bytes(...values: number[]): string[] {
  return [Buffer.from(values).toString('base64')];
}

/** Two by two texels of one component. */
export const DOTS = {
  image: { name: 'dots', format: 'r8_unorm', width: 2, height: 2, levels: bytes(0, 85, 170, 255) },
};
export const EDGE = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', addressModeW: 'clamp_to_edge' };
export const LINEAR = { sampler: { name: 'linear', ...EDGE } };
export const NEAREST = {
  sampler: { name: 'nearest', magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest', ...EDGE },
};

/** The first lane of each request that follows the definitions. */
export function lanes(device: ForeignDevice, ...lines: Definition[]): Vector4[] {
  return answers(device, ...lines).map((answer) => answer.find((lane) => lane !== null)!.texel);
}

/** The results of the requests among lines. */
export function answers(device: ForeignDevice, ...lines: Definition[]): ReturnType<typeof executeTable> {
  const numbered = lines.map((line, id) => (Object.keys(line).length === 1 ? line : { id, ...line }));
  return executeTable(device, parseTable([HEADER, ...numbered.map((line) => JSON.stringify(line))].join('\n')));
}
