import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { axisTaps, texelCoordinate } from '../filter/axis-taps.ts';
import type { AxisState } from '../filter/axis-taps.ts';
import { axisStates } from '../filter/tap-grid.ts';
import type { FormatLayout } from '../formats/format-table.ts';
import { formatLayout } from '../formats/format-table.ts';
import { levelSize, loadPlaneTexel, loadTexel } from '../formats/texel-store.ts';
import type { TexelPlace } from '../formats/texel-store.ts';
import type { LaneGroup, LevelTaps, SamplePlan } from '../operations/sample-plan.ts';
import { levelSample } from '../operations/sample-plan.ts';
import type { ForeignView, Vector4, YcbcrConversion } from '../tables/records.ts';
import { convertYcbcr, degammaTexel } from './ycbcr-convert.ts';

/** How much smaller chroma is than luma. */
interface ChromaShape {
  readonly divideX: number;
  readonly divideY: number;
}

function chromaShape(layout: FormatLayout): ChromaShape {
  if (layout.pair !== null) return { divideX: 2, divideY: 1 };
  const plane = layout.planes[1];
  return plane === undefined ? { divideX: 1, divideY: 1 } : plane;
}

/** Bits of a component, the n of range expansion. */
function componentBits(layout: FormatLayout): number {
  const plane = layout.planes[0]?.format ?? layout;
  return plane.fields.find((field) => field.component !== 'x')?.bits ?? 8;
}

/** A sample through a conversion (Vulkan: Chroma Reconstruction, Sampler Y'CbCr Conversion). */
export function sampleYcbcr(device: ForeignDevice, group: LaneGroup, plan: SamplePlan): Vector4 {
  const conversion = group.sampler.ycbcrConversion!;
  const layout = formatLayout(group.view.image.format);
  const explicit = device.settings.chromaReconstruction === 'explicit' || conversion.forceExplicitReconstruction;
  const bits = componentBits(layout);
  const sum: Vector4 = [0, 0, 0, 0];
  const add = (value: Vector4, weight: number): void => {
    for (const n of [0, 1, 2, 3]) if (weight !== 0) sum[n] += weight * value[n];
  };
  for (const level of plan.levels) {
    if (explicit && !faulty(device, 'chroma_never_explicit')) {
      for (const tap of explicitTaps(device, level.taps)) {
        const border: Vector4 = [0, 0, 0, 1];
        const texel = tap.places === null ? border : explicitTexel(device, group.view, conversion, tap.places[0]);
        add(convertYcbcr(device, conversion, bits, texel), level.weight * tap.weight);
      }
    } else add(convertYcbcr(device, conversion, bits, implicitTexel(device, group, plan, level)), level.weight);
  }
  return sum.map(Math.fround) as Vector4;
}

function explicitTaps(device: ForeignDevice, taps: LevelTaps['taps']): LevelTaps['taps'] {
  if (!faulty(device, 'chroma_explicit_unfiltered')) return taps;
  return [{ ...taps.reduce((best, tap) => (tap.weight > best.weight ? tap : best)), weight: 1 }];
}

/** R and B of a chroma texel, which is clamped to its plane. */
function chromaTexel(
  device: ForeignDevice,
  view: ForeignView,
  place: TexelPlace,
  x: number,
  y: number,
): [number, number] {
  const { image } = view;
  const layout = formatLayout(image.format);
  const { divideX, divideY } = chromaShape(layout);
  const [width, height] = levelSize(image, place.level);
  const outside = x < 0 || y < 0 || x >= Math.ceil(width / divideX) || y >= Math.ceil(height / divideY);
  if (outside && faulty(device, 'chroma_outside_zero')) return [0, 0];
  const column = Math.min(Math.max(x, 0), Math.ceil(width / divideX) - 1);
  const row = Math.min(Math.max(y, 0), Math.ceil(height / divideY) - 1);
  if (layout.planes.length === 0) {
    const [r, , b] = loadTexel(device, view, { ...place, x: column * divideX, y: row });
    return [r ?? 0, b ?? 0];
  }
  const value: [number, number] = [0, 0];
  for (const [number, plane] of layout.planes.entries())
    if (number > 0) {
      const texel = loadPlaneTexel(device, image, number, { ...place, x: column, y: row });
      for (const [n, component] of plane.components.entries())
        value[(component === 0) === faulty(device, 'chroma_planes_exchanged') ? 1 : 0] = texel[n] ?? 0;
    }
  return value;
}

function lumaTexel(device: ForeignDevice, view: ForeignView, place: TexelPlace): number {
  const layout = formatLayout(view.image.format);
  if (layout.planes.length === 0) return loadTexel(device, view, place)[1] ?? 0;
  return loadPlaneTexel(device, view.image, 0, place)[0] ?? 0;
}

/** A texel whose chroma is reconstructed at its place (Vulkan: Explicit Reconstruction). */
function explicitTexel(
  device: ForeignDevice,
  view: ForeignView,
  conversion: YcbcrConversion,
  place: TexelPlace,
): Vector4 {
  const { divideX, divideY } = chromaShape(formatLayout(view.image.format));
  const along = (index: number, divide: number, location: string): [number, number][] => {
    if (divide === 1) return [[index, 1]];
    if (conversion.chromaFilter === 'nearest' || faulty(device, 'chroma_always_nearest')) {
      return [[faulty(device, 'chroma_explicit_rounds_up') ? Math.ceil(index / 2) : Math.floor(index / 2), 1]];
    }
    const midpoint = location === 'midpoint' && !faulty(device, 'chroma_cosited_alone');
    const halved = 0.5 * (midpoint && !faulty(device, 'chroma_offset_ignored') ? index - 0.5 : index);
    const low = Math.floor(halved);
    const fraction = explicitFraction(device, halved - low, midpoint);
    return [
      [low, 1 - fraction],
      [low + 1, fraction],
    ];
  };
  let [r, b] = [0, 0];
  for (const [x, u] of along(place.x, divideX, conversion.xChromaOffset))
    for (const [y, v] of explicitRows(device, along(place.y, divideY, conversion.yChromaOffset))) {
      const chroma = chromaTexel(device, view, place, x, y);
      const linear = degammaTexel(device, conversion, [chroma[0], 0, chroma[1], 1]);
      r += u * v * linear[0];
      b += u * v * linear[2];
    }
  const [, luma] = degammaTexel(device, conversion, [0, lumaTexel(device, view, place), 0, 1]);
  return [r, luma, b, 1];
}

/** The weight of the second sample of chroma, which faults change. */
function explicitFraction(device: ForeignDevice, fraction: number, midpoint: boolean): number {
  if (faulty(device, 'chroma_weights_halves')) return 0.5;
  if (midpoint) return faulty(device, 'chroma_explicit_quarters_exchanged') ? 1 - fraction : fraction;
  return faulty(device, 'chroma_explicit_odd_column_copied') ? 0 : fraction;
}

function explicitRows(device: ForeignDevice, rows: [number, number][]): [number, number][] {
  return faulty(device, 'chroma_explicit_rows_copied') ? [[rows[0][0], 1]] : rows;
}

/** Luma and chroma of a level, each filtered at its own coordinate (Vulkan: Implicit Reconstruction). */
function implicitTexel(device: ForeignDevice, group: LaneGroup, plan: SamplePlan, level: LevelTaps): Vector4 {
  const { view, lanes, lane } = group;
  const conversion = group.sampler.ycbcrConversion!;
  const at = levelSample(device, group, level.level, lanes[lane].axes);
  const states = axisStates(device, at);
  const [u, v] = states.map((state, axis) => texelCoordinate(device, at.axes[axis], state));
  const { divideX, divideY } = chromaShape(formatLayout(view.image.format));
  const luma = level.taps.reduce((sum, tap) => {
    const luma = tap.places === null ? 0 : lumaTexel(device, view, tap.places[0]);
    const texel: Vector4 = [0, luma, 0, 1];
    return sum + tap.weight * degammaTexel(device, conversion, texel)[1];
  }, 0);
  const wanted = faulty(device, 'chroma_always_linear') ? 'linear' : conversion.chromaFilter;
  const filter = faulty(device, 'chroma_always_nearest') ? 'nearest' : wanted;
  const used = divideX === 1 && divideY === 1 ? plan.selection.filter : filter;
  const located = (coordinate: number, divide: number, location: string): number => {
    if (divide === 1) return coordinate;
    const free = used === 'nearest' && device.settings.nearestChroma === 'midpoint';
    const named = location === 'midpoint' && !faulty(device, 'chroma_cosited_alone');
    const midpoint = named || free || faulty(device, 'chroma_offset_ignored');
    if (faulty(device, 'chroma_not_halved')) return coordinate;
    const shift = faulty(device, 'chroma_cosited_quarter_off') ? 1 : 0.5;
    return 0.5 * (midpoint !== faulty(device, 'chroma_offsets_exchanged') ? coordinate : coordinate + shift);
  };
  const x = located(u, divideX, conversion.xChromaOffset);
  const y = faulty(device, 'chroma_rows_not_halved') ? v : located(v ?? 0.5, divideY, conversion.yChromaOffset);
  const taps = (place: number, state: AxisState) => axisTaps(device, place, used, state);
  let [r, b] = [0, 0];
  for (const column of taps(x, states[0]))
    for (const row of taps(y, states[1] ?? states[0])) {
      const chroma = chromaTexel(
        device,
        view,
        { level: at.level, layer: at.layer, x: 0, y: 0, z: 0, sample: 0 },
        column.index,
        row.index,
      );
      const linear = degammaTexel(device, conversion, [chroma[0], 0, chroma[1], 1]);
      r += column.weight * row.weight * linear[0];
      b += column.weight * row.weight * linear[2];
    }
  return [r, luma, b, 1];
}
