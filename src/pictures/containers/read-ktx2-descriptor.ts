import type { ContainerBytes } from './container-bytes.ts';
import type { FormatBlock } from './format-block.ts';

/** Colour models without a VkFormat, which are transcoded to one (Khronos Data Format, 5.6). */
export const UNIVERSAL_MODELS: ReadonlyMap<number, string> = new Map([
  [163, 'ETC1S'],
  [166, 'UASTC'],
]);

const BASIC_HEADER = 28;
const SAMPLE_BYTES = 16;

/**
 * Refuses a data format descriptor that is no basic one (Khronos Data Format, 5), or whose block differs from the
 * VkFormat's. The block's dimensions less one are at byte 16; the bytes of plane 0 are at byte 20, or 0 in a
 * supercompressed file.
 *
 * @param block block of the VkFormat
 */
export function checkDescriptor(
  file: ContainerBytes,
  { offset, length }: { readonly offset: number; readonly length: number },
  block: FormatBlock,
  format: string,
): void {
  if (length < BASIC_HEADER) throw file.error('dfdByteLength', `${length}, expected at least ${BASIC_HEADER}`);
  const total = file.u32(offset);
  if (total !== length) throw file.error('dfdTotalSize', `${total}, expected the ${length} of dfdByteLength`);
  if (file.u32(offset + 4) !== 0) {
    throw file.error('dfd', `descriptor type ${file.u32(offset + 4)}, expected 0 (Khronos, basic) first`);
  }
  const size = file.u16(offset + 10);
  if (size + 4 > length || size < BASIC_HEADER - 4 || (size - (BASIC_HEADER - 4)) % SAMPLE_BYTES !== 0) {
    throw file.error('dfd', `a basic descriptor of ${size} bytes, expected 24 and 16 a sample, ${length - 4} at most`);
  }
  const model = UNIVERSAL_MODELS.get(file.u8(offset + 12));
  if (model !== undefined) throw file.error('dfd', `colour model ${model}, expected that of ${format}`);
  const said = [0, 1, 2].map((n) => file.u8(offset + 16 + n) + 1);
  const plane = file.u8(offset + 20);
  if (said[0] === block.width && said[1] === block.height && said[2] === 1 && (plane === 0 || plane === block.bytes)) {
    return;
  }
  const expected = `${block.width}x${block.height}x1 texels in ${block.bytes} (${format})`;
  throw file.error('dfd', `blocks of ${said.join('x')} texels in ${plane} bytes, expected ${expected}`);
}
