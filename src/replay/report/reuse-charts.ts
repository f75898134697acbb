import { chartKeys, chartSvg, polyline, short } from '../../pages/chart.ts';
import { linearScale, octaveScale } from '../../pages/chart-scale.ts';
import { grouped, percent, sizeText } from '../../pages/wording.ts';
import { streamColor } from './curve-chart.ts';
import type { StreamReport } from './replay-report.ts';
import { percentTick, streamName } from './replay-text.ts';

const SIZE = { width: 550, height: 320 };

/** Charts of the reuse times of lines, and of the number of lines in a window of look-ups. */
export function reuseCharts(all: readonly StreamReport[]): string {
  const streams = all.filter(({ lookups }) => lookups > 0);
  if (streams.length === 0) return '';
  const keys = chartKeys(streams.map((stream) => ({ name: streamName(stream), color: streamColor(all, stream) })));
  return `<div class="charts"><div>${reuseChart(streams, all)}${keys}</div><div>${workingSetChart(streams, all)}${keys}</div></div>`;
}

/**
 * The chart of reuse times: a group of bars for each octave, one for each line size. The rest to 100 % are new lines.
 */
function reuseChart(streams: readonly StreamReport[], all: readonly StreamReport[]): string {
  const octaves = Math.max(1, ...streams.map(({ reuse }) => reuse.length));
  const shares = streams.map(({ reuse, lookups }) => reuse.map((octave) => octave.lookups / lookups));
  const most = Math.max(0.01, ...shares.flat());
  const frame = {
    ...SIZE,
    title: 'Look-ups by reuse time',
    x: { label: 'look-ups since the last one of the line', scale: octaveScale(1, 2 ** octaves, countText, 12) },
    y: { label: 'part of all look-ups', scale: linearScale(0, most * 1.05, percentTick) },
  };
  return chartSvg(frame, ({ across, up }) =>
    shares
      .flatMap((own, s) =>
        own.map((share, octave) => {
          const slot = across(2 ** (octave + 1)) - across(2 ** octave) - 3;
          const x = across(2 ** octave) + 1.5 + (slot / streams.length) * s;
          const { reuse } = streams[s];
          const { from, to, lookups } = reuse[octave];
          const title = `${streamName(streams[s])}, ${grouped(from)} to ${grouped(to)}: ${grouped(lookups)} look-ups, ${percent(share)}`;
          return `<rect x="${short(x)}" y="${short(up(share))}" width="${short(slot / streams.length)}" height="${short(up(0) - up(share))}" fill="${streamColor(all, streams[s])}"><title>${title}</title></rect>`;
        }),
      )
      .join(''),
  );
}

/** The chart of Denning's working set, in bytes. */
function workingSetChart(streams: readonly StreamReport[], all: readonly StreamReport[]): string {
  const curves = streams.map(({ workingSets, lineBytes }) =>
    workingSets.map(({ window, lines }) => [window, lines * lineBytes] as const),
  );
  const windows = curves.flat().map(([window]) => window);
  const sizes = curves.flat().map(([, bytes]) => bytes);
  const frame = {
    ...SIZE,
    left: 76,
    title: "Bytes in use: Denning's working set",
    x: { label: 'look-ups of the window', scale: octaveScale(1, Math.max(...windows), countText, 12) },
    y: {
      label: 'bytes of lines in it, on average',
      scale: octaveScale(Math.min(...sizes), Math.max(...sizes), sizeText, 11),
    },
  };
  return chartSvg(frame, (area) =>
    curves
      .map(
        (points, s) =>
          `<path d="${polyline(points, area)}" fill="none" stroke="${streamColor(all, streams[s])}" stroke-width="2"/>`,
      )
      .join(''),
  );
}

/** A power of two with a unit: 512, 4K, 16M. */
function countText(count: number): string {
  const units = ['', 'K', 'M', 'G', 'T', 'P'];
  const unit = Math.floor(Math.log2(count) / 10);
  return `${count / 1024 ** unit}${units[unit]}`;
}
