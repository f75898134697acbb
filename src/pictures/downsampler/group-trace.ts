import { headerText } from '../../../traces/encodings/json-lines.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import type { GroupObserver, HandOverEvent, Region, TileEvent } from './workgroups.ts';

const HEADER = { kind: 'downsampler', versions: [1] };

/** Writes the tiles of a run and the hand-overs to last groups as JSON Lines (docs/downsampler.md). */
export class GroupTraceWriter implements GroupObserver {
  constructor(private readonly sink: TextSink) {
    sink(headerText(HEADER));
  }

  tile({ dispatch, group, slice, regions, counter }: TileEvent): void {
    this.sink(`${JSON.stringify({ tile: { dispatch, group, slice, counter, levels: regions.map(fields) } })}\n`);
  }

  handOver({ dispatch, group, slice, before, regions }: HandOverEvent): void {
    this.sink(`${JSON.stringify({ handOver: { dispatch, group, slice, before, levels: regions.map(fields) } })}\n`);
  }
}

function fields({ level, x, y, width, height }: Region): readonly number[] {
  return [level, x, y, width, height];
}
