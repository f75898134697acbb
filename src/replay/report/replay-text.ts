import type { CacheDesign, Replacement } from '../../../rtl-model/design/design.ts';
import { grouped, measured } from '../../pages/wording.ts';
import type { ReplayedTrace, StreamReport } from './replay-report.ts';

/** 512 B, 16 KiB, 1.5 MiB: sizes of caches and lines, in powers of 1024. */
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
};

/** 16 KiB, 64-byte lines, 64 sets of 4 ways, LRU, morton. */
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

/** 12.0 %, 0.0512 %: three digits that count. */
export function percentText(ratio: number): string {
  return `${measured(100 * ratio)} %`;
}

/** 12 %, 0.05 %: round numbers of an axis. */
export function percentTick(ratio: number): string {
  return `${Number((100 * ratio).toPrecision(3))} %`;
}

/** Digits in groups of three, with a minus sign where there is one. */
export function signed(count: number): string {
  return count < 0 ? `−${grouped(-count)}` : grouped(count);
}

/** What is to be told of accesses that no layout moves; empty where there are none. */
export function unmovedText({ unmoved, accesses }: Pick<ReplayedTrace, 'unmoved' | 'accesses'>): string {
  if (unmoved === 0) return '';
  return `${grouped(unmoved)} of ${grouped(accesses)} accesses are to no texel of the image table: they kept their addresses`;
}

/** What the look-ups of a stream are of. */
export function streamName({ lineBytes, layout }: Pick<StreamReport, 'lineBytes' | 'layout'>): string {
  return `${lineBytes}-byte lines${layout === null ? '' : `, ${layout}`}`;
}
