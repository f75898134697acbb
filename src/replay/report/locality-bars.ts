import { CHART_COLORS } from '../../pages/chart.ts';
import { percent } from '../../pages/wording.ts';
import type { DesignReport, StreamReport } from './replay-report.ts';
import { percentText, streamName } from './replay-text.ts';
import { shareBars } from './share-bars.ts';

const [BLUE, VERMILION, GREEN, PINK, ORANGE, SKY] = CHART_COLORS;
const DARK = '#14171c';
const WHITE = '#fff';
const GREY = '#8b8d92';

const SECTOR = { name: 'sector: the line is there, the sector is not', color: SKY, text: DARK };
const CLASSES = [
  { name: 'compulsory: first look-up of a line', color: GREY, text: DARK },
  { name: 'capacity: a fully associative LRU cache of as many lines misses too', color: BLUE, text: WHITE },
  { name: 'conflict: the rest; dashed where there are fewer than without sets', color: VERMILION, text: DARK },
];

/**
 * The line misses of each design by class, as shares of its look-ups, after the misses of sectors. Designs without
 * classes are left out.
 */
export function classBars(designs: readonly DesignReport[]): string {
  const sectored = designs.some(({ totals }) => totals.cache.sectorMisses > 0);
  const bars = designs.flatMap(({ name, classes, totals }, n) => {
    if (classes === null) return [];
    const counts = [classes.compulsory, classes.capacity, classes.conflict];
    if (sectored) counts.unshift(totals.cache.sectorMisses);
    const note = percentText(totals.misses / Math.max(1, totals.lookups));
    return [{ name: `${n + 1}. ${name}`, counts, of: totals.lookups, note }];
  });
  return bars.length === 0 ? '' : shareBars('Misses by class', sectored ? [SECTOR, ...CLASSES] : CLASSES, bars);
}

const QUAD_KINDS = [
  { name: 'an earlier pass of the quad', color: BLUE, text: WHITE },
  { name: 'the quad before', color: SKY, text: DARK },
  { name: '2 to 15 quads before', color: GREEN, text: DARK },
  { name: '16 to 255 quads before', color: ORANGE, text: DARK },
  { name: 'longer ago', color: PINK, text: DARK },
  { name: 'never: a new line', color: GREY, text: DARK },
];

/** Bars of the look-ups of each line size, by the quad that last looked the line up. */
export function quadBars(streams: readonly StreamReport[]): string {
  const bars = streams
    .filter(({ lookups }) => lookups > 0)
    .map((stream) => {
      const { lookups, quads } = stream;
      const between = (from: number, to: number) =>
        quads.earlier.reduce((sum, one) => (one.from >= from && one.to <= to ? sum + one.lookups : sum), 0);
      const counts = [quads.sameQuad, quads.previousQuad, between(2, 15), between(16, 255), between(256, Infinity)];
      return { name: streamName(stream), counts: [...counts, quads.fresh], of: lookups };
    });
  return bars.length === 0 ? '' : shareBars('Look-ups by the quad that last looked the line up', QUAD_KINDS, bars);
}

/**
 * The shares of look-ups of lines from earlier passes of the quad, from the quad or the one before, and from the last
 * 15.
 */
export function quadText({ lookups, quads }: StreamReport): string {
  const of = Math.max(1, lookups);
  const last = quads.sameQuad + quads.previousQuad;
  const fifteen = quads.earlier.reduce((sum, one) => (one.to <= 15 ? sum + one.lookups : sum), last);
  return `${percent(quads.sameQuad / of)} within the quad, ${percent(last / of)} with the quad before, ${percent(fifteen / of)} with the last 15`;
}
