import { cellText } from '../encodings/csv-cells.ts';
import { componentText } from '../encodings/component-text.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { resultOf } from '../requests/lane-results.ts';
import type { ResultTable } from './result-csv.ts';
import type { ResultOutput } from './result-trace.ts';

const HEADER = ['id', 'lane', 'r', 'g', 'b', 'a', 'resident', 'footprint'];

/**
 * Writes results as comma-separated values, a row for each lane. A faulty request has a row without a component.
 *
 * @param codes floats are written as UNORM codes of so many bits, as a render target of these holds them
 */
export function resultCsv(text: TextSink, { codes }: ResultTable): ResultOutput {
  const line = (values: readonly string[]) => text(`${values.map(cellText).join(',')}\n`);
  line(HEADER);
  const empty = (count: number) => Array.from({ length: count }, () => '');
  return {
    answer: (answer) => {
      const { texels, resident, footprints } = resultOf(answer);
      const isCode = codes !== undefined && answer.shape.result === 'float';
      for (let lane = 0; lane < answer.lanes; lane++) {
        if (((answer.active >> lane) & 1) === 0) continue;
        const components = texels?.[lane]?.map((value) => cellOf(isCode ? codeOf(value, codes) : value));
        const flag = resident?.[lane];
        const footprint = footprints === undefined ? '' : JSON.stringify(footprints[lane]);
        const number = answer.lanes === 1 ? '' : String(lane);
        line([
          String(answer.id),
          number,
          ...(components ?? empty(4)),
          flag === undefined ? '' : String(flag),
          footprint,
        ]);
      }
    },
    fault: ({ id }) => line([String(id ?? ''), ...empty(HEADER.length - 1)]),
    flush: () => {},
    end: () => {},
  };
}

/** A component without the quotes that JSON has around NaN and infinities. */
function cellOf(value: number): string {
  return componentText(value).replaceAll('"', '');
}

/** The nearest code of n bits (D3D11.3 3.2.3.6): NaN is 0, and what is beyond 0 and 1 is held. */
function codeOf(value: number, bits: number): number {
  const one = 2 ** bits - 1;
  return Number.isNaN(value) ? 0 : Math.floor(Math.max(0, Math.min(1, value)) * one + 0.5);
}
