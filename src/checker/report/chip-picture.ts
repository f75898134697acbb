import { extent } from 'd3-array';
import type { Design } from '../../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { type ChartLine, lineChart } from '../../platform/pages/line-chart.ts';
import { svgFile } from '../../platform/pages/svg-file.ts';
import { type MeasuredTrace, measuredTexels } from '../judge/measured-trace.ts';
import { askAtOnce, type Requests } from '../probes/requests.ts';
import { addressed, EXPLICIT_LOD, GRADIENT_LOD, LINEAR, POINT } from '../probes/states.ts';
import { texelImage } from '../probes/texel-image.ts';
import { designSubject } from '../subject.ts';

type Points = readonly (readonly [number, number])[];

/** A weight over the exact one: of a design, and of a chip as its results show it. */
export interface WeightCurve {
  readonly title: string;
  readonly x: string;
  readonly design: Points;
  readonly measured: Points;
}

/** Steps of a curve: more than two for each weight of 8 bits, and not a multiple of them. */
const STEPS = 700;

/** The weights of a design at STEPS + 1 places from 0 to 1, by a black and a white texel or level of 8 bits. */
function designWeights(design: Design, requests: Omit<Requests, 'count'>): Points {
  const colors = askAtOnce(designSubject(design), { ...requests, count: STEPS + 1 });
  return Array.from({ length: STEPS + 1 }, (_, n) => [n / STEPS, colors[4 * n]] as const);
}

/** The weight of the second of two texels, over the place between their centres. */
export function lerpCurve(design: Design, traces: readonly MeasuredTrace[]): WeightCurve {
  return {
    title: 'Lerp within a level',
    x: 'place between two texel centres',
    measured: traces.flatMap(measuredLerps),
    design: designWeights(design, {
      image: texelImage('r8_unorm', { width: 2, height: 2 }, ({ i }) => [255 * i]),
      sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
      instruction: EXPLICIT_LOD,
      operands: (n) => ({ s: (0.5 + n / STEPS) / 2, t: 0.25 }),
    }),
  };
}

/** The weight of the coarser of two levels, over the exact LOD. */
export function levelCurve(design: Design, traces: readonly MeasuredTrace[]): WeightCurve {
  return {
    title: 'Lerp between levels',
    x: 'LOD',
    measured: traces.flatMap(measuredLevels),
    design: designWeights(design, {
      image: texelImage('r8_unorm', { width: 2, height: 2, levels: 2 }, ({ level }) => [255 * level]),
      sampler: { ...POINT, mipmapMode: 'linear' },
      instruction: GRADIENT_LOD,
      operands: (n) => ({ s: 0.25, t: 0.25, dsdx: 2 ** (n / STEPS) / 2 }),
    }),
  };
}

/** Weights of the second column, where the rows of an image of 2x2 texels are equal, and one component is 0 and 255. */
function measuredLerps(trace: MeasuredTrace): Points {
  return [...measuredTexels(trace)].flatMap(({ quad, lane, texel }) => {
    const { image, sampler } = trace.states[trace.batch.state[quad]];
    const { width, levels, format } = trace.images[image!];
    const [left, right, below, last] = [0, 1, 2, 3].map((n) =>
      levels[0].subarray(format.texelBytes * n, format.texelBytes * (n + 1)).join(),
    );
    if (sampler.magFilter !== 'linear' || width !== 2 || left !== below || right !== last) return [];
    const place = 2 * trace.batch.s[QUAD_LANES * quad + lane] - 0.5;
    return shownWeight(place, texel, levels[0], levels[0].subarray(format.texelBytes));
  });
}

/** Weights of the second level of images of two levels, each of one colour; and fractions of measured LODs. */
function measuredLevels(trace: MeasuredTrace): Points {
  const { batch, states, images } = trace;
  const gradients = states.some(({ instruction: { lod } }) => lod === 'gradient');
  return [...measuredTexels(trace)].flatMap(({ quad, lane, texel }) => {
    const { image, instruction } = states[batch.state[quad]];
    const { width, levels } = images[image!];
    const at = QUAD_LANES * quad + lane;
    if (instruction.op === 'query_lod') return lane === 0 ? [[1 + Math.log2(batch.s[at + 1]), 1 + texel[1]]] : [];
    if (levels.length !== 2 || instruction.lod !== (gradients ? 'gradient' : 'explicit')) return [];
    const lod = gradients ? Math.log2(Math.abs(batch.dsdx[at]) * width) : batch.lod[at];
    return shownWeight(lod, texel, levels[0], levels[1]);
  });
}

/** The weight of the second texel at a place from 0 to 1, by a component that is 0 in one texel and 255 in the other. */
function shownWeight(place: number, texel: readonly number[], first: Uint8Array, second: Uint8Array): Points {
  const c = [0, 1, 2].findIndex((n) => Math.abs(second[n] - first[n]) === 255);
  if (c < 0 || !(place >= 0 && place <= 1)) return [];
  return [[place, (255 * texel[c] - first[c]) / (second[c] - first[c])]];
}

/** Size of a chart, and the gap between two, in SVG units. */
const [WIDTH, HEIGHT, GAP] = [400, 330, 12];

/** Curves beside the ideal ones, each with its difference, as one picture in SVG that needs no page. */
export function chipPicture(curves: readonly WeightCurve[]): string {
  const charts = curves.flatMap((curve, row) =>
    [weightChart(curve), differenceChart(curve)].map((chart, column) => {
      const [, svg] = /<svg([^]*<\/svg>)/.exec(chart)!;
      return `<svg x="${GAP + column * (WIDTH + GAP)}" y="${GAP + row * HEIGHT}" width="${WIDTH}" height="${HEIGHT}"${svg}`;
    }),
  );
  return svgFile(GAP + 2 * (WIDTH + GAP), GAP + curves.length * HEIGHT, charts.join('\n'));
}

const AXIS = linearScale(0, 1);
const IDEAL = [
  [0, 0],
  [1, 1],
] as const;

function weightChart({ title, x, design, measured }: WeightCurve): string {
  const lines: readonly ChartLine[] = [
    { name: 'ideal', points: IDEAL, series: -1, dashed: true },
    { name: 'design', points: corners(design), series: 0 },
    ...marks(measured),
  ];
  return lineChart({ title, x: { label: x, scale: AXIS }, y: { label: 'weight', scale: AXIS }, lines });
}

function differenceChart({ title, x, design, measured }: WeightCurve): string {
  const off = (points: Points) => points.map(([place, weight]) => [place, 256 * (weight - place)] as const);
  const [least, most] = extent([-1, 1, ...[...off(design), ...off(measured)].map(([, y]) => y)]) as [number, number];
  const lines = [{ name: 'design', points: corners(off(design)), series: 0 }, ...marks(off(measured))];
  const label = 'difference in 1/256';
  const y = { label, scale: linearScale(least, most) };
  return lineChart({ title: `${title}, less the ideal`, x: { label: x, scale: AXIS }, y, lines });
}

/** Points without a line between them; no entry of the legend where there are none. */
function marks(points: Points): readonly ChartLine[] {
  const apart = points.flatMap((point) => [point, [NaN, NaN] as const]);
  return points.length === 0 ? [] : [{ name: 'measured', points: apart, series: 1 }];
}

/** A line without the points that are on the straight line between their neighbours. */
function corners(points: Points): Points {
  const slope = (n: number) => (points[n][1] - points[n - 1][1]) / (points[n][0] - points[n - 1][0]);
  return points.filter((_, n) => n === 0 || n === points.length - 1 || Math.abs(slope(n) - slope(n + 1)) > 1e-6);
}
