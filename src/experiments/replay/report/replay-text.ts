import { grouped } from '../../../platform/pages/wording.ts';
import type { ReplayedTrace, StreamReport } from './replay-report.ts';

/** A percentage for an axis, without trailing zeros: 12 %, 0.05 %. */
export function percentTick(ratio: number): string {
  return `${Number((100 * ratio).toPrecision(3))} %`;
}

/** A count with its digits in groups of three, and a minus sign if negative. */
export function signedCount(count: number): string {
  return count < 0 ? `−${grouped(-count)}` : grouped(count);
}

/** A note on the accesses that no layout moves; empty if there are none. */
export function unmovedText({ unmoved = 0, accesses = 0 }: Partial<ReplayedTrace>): string {
  if (unmoved === 0) return '';
  return `${grouped(unmoved)} of ${grouped(accesses)} accesses are to no texel of the image table: they kept their addresses`;
}

/** The name of a stream: its line size and layout. */
export function streamName({ lineBytes, layout }: Pick<StreamReport, 'lineBytes' | 'layout'>): string {
  return `${lineBytes}-byte lines${layout === null ? '' : `, ${layout}`}`;
}
