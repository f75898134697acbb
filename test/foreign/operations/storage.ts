import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { encodeTexel } from '../formats/encode-texel.ts';
import { bitsOfFloat32, float32OfBits, readBits, signedCode } from '../formats/decode-number.ts';
import { formatLayout } from '../formats/format-table.ts';
import type { TexelPlace } from '../formats/texel-store.ts';
import { byteOfTexel, isUnbound } from '../formats/texel-store.ts';
import type { ForeignView, LaneAnswer, Vector4 } from '../tables/records.ts';
import type { TexelAccess } from './texel-access.ts';
import { placeOfAccess, readAccess } from './texel-access.ts';

function storePlace(view: ForeignView, place: TexelPlace): TexelPlace {
  return view.image.type === '3d' && view.viewType === '2d' ? { ...place, layer: 0, z: place.layer } : place;
}

/** The place that a write goes to: null where it is discarded. */
function placeOfWrite(device: ForeignDevice, view: ForeignView, access: TexelAccess): TexelPlace | null {
  const moved = faulty(device, 'write_one_column_off') ? { ...access, x: access.x + 1 } : access;
  const place = placeOfAccess(device, view, moved, true);
  if (place !== null && isUnbound(view.image, place)) return null;
  if (place === null && faulty(device, 'write_out_of_bounds_clamped')) {
    return placeOfAccess(device, view, { ...moved, x: 0, y: 0, z: 0 }, true);
  }
  return place;
}

/** Writes a texel, and returns what a read finds there (Vulkan: OpImageWrite). */
export function writeAccess(device: ForeignDevice, view: ForeignView, access: TexelAccess, value: Vector4): LaneAnswer {
  const place = placeOfWrite(device, view, access);
  if (place !== null && !faulty(device, 'write_dropped')) {
    const layout = formatLayout(view.format);
    const start = byteOfTexel(view.image, layout, storePlace(view, place));
    view.image.levels[place.level].set(encodeTexel(device, layout, value), start);
  }
  return readAccess(device, view, access, true);
}

/** An atomic on a texel of 32 bits; the result is the texel before (Vulkan: OpAtomic on OpImageTexelPointer). */
export function atomicAccess(
  device: ForeignDevice,
  view: ForeignView,
  access: TexelAccess,
  operation: string,
  [operand, comparator]: Vector4,
): LaneAnswer {
  const place = placeOfAccess(device, view, access, true);
  if (place === null) return readAccess(device, view, access, true);
  const layout = formatLayout(view.format);
  const float = layout.numeric === 'sfloat';
  const start = byteOfTexel(view.image, layout, storePlace(view, place));
  const code = readBits(view.image.levels[place.level], start * 8, 32);
  const signed = (layout.numeric === 'sint') !== faulty(device, 'atomic_sign_exchanged');
  const before = float ? float32OfBits(code) : signed ? signedCode(code, 32) : code;
  const bits = signed ? signedCode(operand < 0 ? operand + 2 ** 32 : operand, 32) : operand;
  const after = float
    ? Math.fround(floatResult(device, operation, code, before, operand))
    : atomicResult(device, operation, before, bits, comparator);
  if (!faulty(device, 'atomic_not_stored')) {
    view.image.levels[place.level].set(
      encodeTexel(device, layout, [wrapped(float, after, layout.numeric), 0, 0, 1]),
      start,
    );
  }
  const shown = faulty(device, 'atomic_returns_new') ? after : before;
  return { texel: [shown, 0, 0, 1], resident: true };
}

/** Sums, minima and maxima of floats, which are numbers unless both are NaN, and exchanges. */
function floatResult(device: ForeignDevice, operation: string, code: number, before: number, operand: number): number {
  if (operation === 'add') return floatSum(device, code, before, operand);
  if (operation === 'exchange' || Number.isNaN(before)) return operand;
  if (Number.isNaN(operand)) return before;
  const wanted = faulty(device, 'atomic_min_max_exchanged') ? exchanged(operation) : operation;
  return wanted === 'min' ? Math.min(before, operand) : Math.max(before, operand);
}

function floatSum(device: ForeignDevice, code: number, before: number, operand: number): number {
  if (!faulty(device, 'atomic_float_added_as_integer')) return before + operand;
  return float32OfBits((code + bitsOfFloat32(operand)) % 2 ** 32);
}

function wrapped(float: boolean, value: number, numeric: string): number {
  if (float) return value;
  const code = ((value % 2 ** 32) + 2 ** 32) % 2 ** 32;
  return numeric === 'sint' ? signedCode(code, 32) : code;
}

function atomicResult(
  device: ForeignDevice,
  operation: string,
  before: number,
  operand: number,
  comparator: number,
): number {
  switch (faulty(device, 'atomic_min_max_exchanged') ? exchanged(operation) : operation) {
    case 'add':
      return faulty(device, 'atomic_add_saturates') ? Math.min(before + operand, 2 ** 31 - 1) : before + operand;
    case 'min':
      return Math.min(before, operand);
    case 'max':
      return Math.max(before, operand);
    case 'and':
      return (faulty(device, 'atomic_and_as_or') ? before | operand : before & operand) >>> 0;
    case 'or':
      return (before | operand) >>> 0;
    case 'xor':
      return (faulty(device, 'atomic_xor_as_or') ? before | operand : before ^ operand) >>> 0;
    case 'compare_exchange':
      return before === comparator || faulty(device, 'atomic_always_exchanges') ? operand : before;
    default:
      return operand;
  }
}

function exchanged(operation: string): string {
  return operation === 'min' ? 'max' : operation === 'max' ? 'min' : operation;
}
