import type { CacheDesign, Replacement } from '../../../rtl-model/design/design.ts';
import { grouped, measured } from '../../pages/wording.ts';
import type { ReplayedTrace, StreamReport } from './replay-report.ts';

/** A size of caches and lines in powers of 1024: 512 B, 16 KiB, 1.5 MiB. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** unit).toPrecision(3))} ${units[unit]}`;
}

const REPLACEMENT_NAMES: Readonly<Record<Replacement, string>> = {
  lru: 'LRU',
  'tree-plru': 'tree-PLRU',
  fifo: 'FIFO',
  random: 'random',
  srrip: 'SRRIP',
  brrip: 'BRRIP',
};

/** A description of a cache: 16 KiB, 64-byte lines, 64 sets of 4 ways, LRU, morton. */
export function cacheText(cache: CacheDesign): string {
  const { lineBytes, sectorBytes, sets, ways, replacement, setIndex, layout, victimLines, l2 } = cache;
  return [
    sizeText(lineBytes * sets * ways),
    `${lineBytes}-byte lines`,
    ...(sectorBytes < lineBytes ? [`${sectorBytes}-byte sectors`] : []),
    sets === 1 ? 'fully associative' : `${sets} sets of ${ways} ${ways === 1 ? 'way' : 'ways'}`,
    ...(ways === 1 ? [] : [REPLACEMENT_NAMES[replacement]]),
    ...(sets > 1 && setIndex !== 'modulo' ? [`${setIndex} index`] : []),
    layout,
    ...(victimLines > 0 ? [`victim buffer of ${victimLines}`] : []),
    ...(l2 === null ? [] : [`L2 of ${sizeText(l2.lineBytes * l2.sets * l2.ways)}`]),
  ].join(', ');
}

/** A percentage with three significant digits: 12.0 %, 0.0512 %. */
export function percentText(ratio: number): string {
  return `${measured(100 * ratio)} %`;
}

/** A percentage for an axis, without trailing zeros: 12 %, 0.05 %. */
export function percentTick(ratio: number): string {
  return `${Number((100 * ratio).toPrecision(3))} %`;
}

/** A count with its digits in groups of three, and a minus sign if negative. */
export function signed(count: number): string {
  return count < 0 ? `−${grouped(-count)}` : grouped(count);
}

/** A note on the accesses that no layout moves; empty if there are none. */
export function unmovedText({ unmoved, accesses }: Pick<ReplayedTrace, 'unmoved' | 'accesses'>): string {
  if (unmoved === 0) return '';
  return `${grouped(unmoved)} of ${grouped(accesses)} accesses are to no texel of the image table: they kept their addresses`;
}

/** The name of a stream: its line size and layout. */
export function streamName({ lineBytes, layout }: Pick<StreamReport, 'lineBytes' | 'layout'>): string {
  return `${lineBytes}-byte lines${layout === null ? '' : `, ${layout}`}`;
}
