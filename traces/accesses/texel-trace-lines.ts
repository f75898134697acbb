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

/** A pass of a quad, or a part of one, on a line. */
export interface PassLine {
  /** The cycle in which it is issued; null where there is no clock. */
  readonly cycle: number | null;
  readonly unit: number;
  readonly quad: number;
  readonly pass: number;
  /** Bytes of an access, by lane; of a lane without any it does not matter. */
  readonly sizes: readonly number[];
  /** 1 if the accesses are writes, 0 if they are reads. */
  readonly write: number;
  /** The addresses of the taps of each lane, joined by commas. */
  readonly lanes: readonly string[];
}

export function texelPassText({ cycle, unit, quad, pass, sizes, write, lanes }: PassLine): string {
  const used = sizes.filter((_, lane) => lanes[lane] !== '');
  const [size = sizes[0]] = used;
  const text = used.every((other) => other === size)
    ? String(size)
    : `[${sizes.map((own, lane) => (lanes[lane] === '' ? size : own)).join()}]`;
  const begin = `{${cycle === null ? '' : `"cycle":${cycle},`}${unit === 0 ? '' : `"unit":${unit},`}`;
  const kind = write === 0 ? '' : '"write":true,';
  return `${begin}"quad":${quad},"pass":${pass},"size":${text},${kind}"taps":[[${lanes.join('],[')}]]}\n`;
}
