import { chartFigure, short, squareSign } from '../../../platform/pages/chart.ts';
import { linearScale, octaveScale } from '../../../platform/pages/chart-scale.ts';
import { lineChart } from '../../../platform/pages/line-chart.ts';
import { grouped, percent, sizeText } from '../../../platform/pages/wording.ts';
import { streamColor, streamSeries } from './curve-chart.ts';
import type { StreamReport } from './replay-report.ts';
import { percentTick, streamName } from './replay-text.ts';

/** Charts of the reuse times of lines, and of the number of lines in a window of look-ups. */
export function reuseCharts(all: readonly StreamReport[]): string {
  const streams = all.filter(({ lookups }) => lookups > 0);
  if (streams.length === 0) return '';
  return `<div class="grid">${reuseChart(streams, all)}${workingSetChart(streams, all)}</div>`;
}

/**
 * The chart of reuse times: a group of bars for each octave, one for each line size. The rest to 100 % are new lines.
 */
function reuseChart(streams: readonly StreamReport[], all: readonly StreamReport[]): string {
  const octaves = Math.max(1, ...streams.map(({ reuse }) => reuse.length));
  const shares = streams.map(({ reuse, lookups }) => reuse.map((octave) => octave.lookups / lookups));
  const most = Math.max(0.01, ...shares.flat());
  return chartFigure({
    title: 'Look-ups by reuse time',
    height: 220,
    x: { label: 'look-ups since the last one of the line', scale: octaveScale(1, 2 ** octaves, countText) },
    y: { label: 'share of all look-ups', scale: linearScale(0, most * 1.05, percentTick) },
    keys: streams.map((stream) => ({ name: streamName(stream), sign: squareSign(streamColor(all, stream)) })),
    marks: ({ across, up }) =>
      shares
        .flatMap((own, s) =>
          own.map((share, octave) => {
            const slot = across(2 ** (octave + 1)) - across(2 ** octave) - 3;
            const x = across(2 ** octave) + 1.5 + (slot / streams.length) * s;
            const { reuse } = streams[s];
            const { from, to, lookups } = reuse[octave];
            const title = `${streamName(streams[s])}, ${grouped(from)} to ${grouped(to)}: ${grouped(lookups)} look-ups, ${percent(share)}`;
            return `<rect x="${short(x)}" y="${short(up(share))}" width="${short(slot / streams.length)}" height="${short(up(0) - up(share))}" style="fill:${streamColor(all, streams[s])}"><title>${title}</title></rect>`;
          }),
        )
        .join(''),
  });
}

/** The chart of Denning's working set, in bytes. */
function workingSetChart(streams: readonly StreamReport[], all: readonly StreamReport[]): string {
  const lines = streams.map((stream) => ({
    name: streamName(stream),
    series: streamSeries(all, stream),
    points: stream.workingSets.map((set) => [set.window, set.lines * stream.lineBytes] as const),
  }));
  const points = lines.flatMap((line) => line.points);
  const sizes = points.map(([, bytes]) => bytes);
  return lineChart({
    title: "Bytes in use: Denning's working set",
    x: {
      label: 'look-ups of the window',
      scale: octaveScale(1, Math.max(...points.map(([window]) => window)), countText),
    },
    y: {
      label: 'mean size of the lines in it',
      scale: octaveScale(Math.min(...sizes), Math.max(...sizes), sizeText, 11),
    },
    lines,
  });
}

/** A power of two with a unit: 512, 4K, 16M. */
function countText(count: number): string {
  const units = ['', 'K', 'M', 'G', 'T', 'P'];
  const unit = Math.floor(Math.log2(count) / 10);
  return `${count / 1024 ** unit}${units[unit]}`;
}
