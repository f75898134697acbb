import { headerText } from '../encodings/json-lines.ts';
import type { TracedImage } from './image-table.ts';

export const TEXEL_KIND = 'texels';
/** The newest last. */
export const TEXEL_VERSIONS = [1, 2] as const;
export const TEXEL_VERSION = 2;
/** Taps that a line can have in each lane. */
export const MOST_LANE_TAPS = 1024;

/** The first line of a texel-access trace. */
export function texelHeaderText(images: readonly TracedImage[]): string {
  return `${headerText(TEXEL_KIND, TEXEL_VERSION).slice(0, -2)},"images":${JSON.stringify(images)}}\n`;
}

/** The last line, by which a reader knows that nothing is missing. */
export function texelEndText(passes: number, accesses: number): string {
  return `{"end":{"passes":${passes},"accesses":${accesses}}}\n`;
}

/**
 * A line for a pass of a quad.
 *
 * @param cycle null where there is no clock
 * @param sizes bytes of an access, by lane; of a lane without any it does not matter
 * @param lanes by lane the addresses of its taps, joined by commas
 */
export function texelPassText(
  cycle: number | null,
  quad: number,
  pass: number,
  sizes: readonly number[],
  lanes: readonly string[],
): string {
  const used = sizes.filter((_, lane) => lanes[lane] !== '');
  const [size = sizes[0]] = used;
  const text = used.every((other) => other === size)
    ? String(size)
    : `[${sizes.map((own, lane) => (lanes[lane] === '' ? size : own)).join()}]`;
  const begin = cycle === null ? '{' : `{"cycle":${cycle},`;
  return `${begin}"quad":${quad},"pass":${pass},"size":${text},"taps":[[${lanes.join('],[')}]]}\n`;
}
