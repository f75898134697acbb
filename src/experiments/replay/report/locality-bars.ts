import { shareBars } from '../../../platform/pages/share-bars.ts';
import { percent, percentText } from '../../../platform/pages/wording.ts';
import type { DesignReport, StreamReport } from './replay-report.ts';
import { streamName } from './replay-text.ts';

// Classes and ages have colours that no stream and no design of the page has. Ages fade from the last quad on.
const SECTOR = { name: 'sector', color: 'light-dark(#8e3fa0, #dc9cec)' };
const CLASSES = [
  { name: 'compulsory', color: 'light-dark(#6b6e75, #a8abb2)' },
  { name: 'capacity', color: 'light-dark(#33507a, #9db8e0)' },
  { name: 'conflict; dashed where there are fewer than without sets', color: 'light-dark(#a8432f, #f5a08f)' },
];

export const CLASSES_TEXT =
  'Parts of all look-ups (Hill and Smith 1989). Sector: the line is there, the sector is not. Compulsory: the first look-up of a ' +
  'line. Capacity: a fully associative LRU cache of as many lines misses too. Conflict: the rest.';

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
    const missed = percentText(totals.misses / Math.max(1, totals.lookups));
    return [{ name: `${n + 1}. ${name}: misses ${missed}`, counts, of: totals.lookups }];
  });
  if (bars.length === 0) return '';
  return shareBars('Misses by class', 'share of the look-ups', sectored ? [SECTOR, ...CLASSES] : CLASSES, bars);
}

const QUAD_KINDS = [
  { name: 'an earlier pass of the quad', color: 'light-dark(#173f3a, #d5f5ef)' },
  { name: 'the quad before', color: 'light-dark(#1f5a52, #a9e3d8)' },
  { name: '2 to 15 quads before', color: 'light-dark(#2a766b, #7fcfc1)' },
  { name: '16 to 255 quads before', color: 'light-dark(#7fbdb3, #3f8b80)', text: 'var(--text)' },
  { name: 'longer ago', color: 'light-dark(#bfe0da, #275850)', text: 'var(--text)' },
  { name: 'never: a new line', color: 'light-dark(#6b6e75, #a8abb2)' },
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
  if (bars.length === 0) return '';
  return shareBars('Look-ups by the quad that last looked the line up', 'share of the look-ups', QUAD_KINDS, bars);
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
