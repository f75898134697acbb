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
      for (const tap of level.taps) {
        const border: Vector4 = [0, 0, 0, 1];
        const texel = tap.places === null ? border : explicitTexel(device, group.view, conversion, tap.places[0]);
        add(convertYcbcr(device, conversion, bits, texel), level.weight * tap.weight);
      }
    } else add(convertYcbcr(device, conversion, bits, implicitTexel(device, group, plan, level)), level.weight);
  }
  return sum.map(Math.fround) as Vector4;
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
      for (const [n, component] of plane.components.entries()) value[component === 0 ? 0 : 1] = texel[n] ?? 0;
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
      return [[Math.floor(index / 2), 1]];
    }
    const halved = 0.5 * (location === 'midpoint' && !faulty(device, 'chroma_offset_ignored') ? index - 0.5 : index);
    const low = Math.floor(halved);
    const fraction = faulty(device, 'chroma_weights_halves') ? 0.5 : halved - low;
    return [
      [low, 1 - fraction],
      [low + 1, fraction],
    ];
  };
  let [r, b] = [0, 0];
  for (const [x, u] of along(place.x, divideX, conversion.xChromaOffset))
    for (const [y, v] of along(place.y, divideY, conversion.yChromaOffset)) {
      const chroma = chromaTexel(device, view, place, x, y);
      const linear = degammaTexel(device, conversion, [chroma[0], 0, chroma[1], 1]);
      r += u * v * linear[0];
      b += u * v * linear[2];
    }
  const [, luma] = degammaTexel(device, conversion, [0, lumaTexel(device, view, place), 0, 1]);
  return [r, luma, b, 1];
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
  const filter = faulty(device, 'chroma_always_nearest') ? 'nearest' : conversion.chromaFilter;
  const used = divideX === 1 && divideY === 1 ? plan.selection.filter : filter;
  const located = (coordinate: number, divide: number, location: string): number => {
    if (divide === 1) return coordinate;
    const free = used === 'nearest' && device.settings.nearestChroma === 'midpoint';
    const midpoint = location === 'midpoint' || free || faulty(device, 'chroma_offset_ignored');
    if (faulty(device, 'chroma_not_halved')) return coordinate;
    return 0.5 * (midpoint !== faulty(device, 'chroma_offsets_exchanged') ? coordinate : coordinate + 0.5);
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
