import { maxIndex, sum } from 'd3-array';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { heatPicture } from '../../../platform/pages/heat-picture.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { ChartFigure } from '../components/chart-figure.tsx';
import { Choice } from '../../components/choice.tsx';
import { NumberInput } from '../components/number-input.tsx';
import { inspector, session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import type { DrawnSubject } from '../state/protocol.ts';
import { cellsOf, type Locality, type NumberedHeat, pixelNumber, readersOf } from '../state/locality.ts';
import { cellAt, cellFrames, heatChart, missCurveChart } from './texel-charts.ts';
import { useAnswer } from '../worker/use-answer.ts';

const KINDS = [
  ['touches', 'accesses'],
  ['misses', 'misses'],
] as const;

/** The miss curve and the heat map of texels, linked with the picture. */
export function TexelView({ subject, design }: { readonly subject: DrawnSubject; readonly design: Design }) {
  const { answer, running, fault } = useAnswer('locality', { subject, design });
  return (
    <div class="texel-view">
      <p class="note" role="status">
        {fault ?? (running ? 'The texels are read ...' : answer && `${grouped(answer.lookups)} look-ups of sectors`)}
      </p>
      {answer && answer.lookups > 0 && (
        <div class="time-columns">
          <MissCurve locality={answer} />
          <HeatMap locality={answer} />
        </div>
      )}
    </div>
  );
}

function MissCurve({ locality }: { readonly locality: Locality }) {
  return <ChartFigure chart={useMemo(() => missCurveChart(locality), [locality])} />;
}

/** The accesses or misses of a level. The cell that is pointed at lights its readers, a pixel under the pointer, or else the
 * explained one, frames its cells. */
function HeatMap({ locality }: { readonly locality: Locality }) {
  const { levels, links, allLinks } = locality;
  const { pixel: explained, counts: kind, level: chosen } = useStored(inspector, 'pixel', 'counts', 'level');
  const { hovered } = useStored(session, 'hovered');
  const pixel = hovered ?? explained;
  const [cell, setCell] = useState<number | null>(null);
  const place = useMemo(
    () =>
      Math.min(
        chosen ?? levelOf(locality, explained) ?? maxIndex(levels, ({ touches }) => sum(touches)),
        levels.length - 1,
      ),
    [locality, chosen, explained],
  );
  const level = levels[place];
  const { picture, most } = useMemo(() => heatPicture(level[kind], level.columns, level.rows, 'log'), [level, kind]);
  const title = kind === 'touches' ? 'Accesses' : 'Misses';
  const chart = useMemo(() => heatChart(level, title, texelsUri(picture), most), [level, picture]);
  const cells = useMemo(() => (pixel === null ? [] : cellsOf(links, ...pixel)), [links, pixel]);
  useEffect(() => {
    const readers = cell === null ? [] : Array.from(readersOf(links, cell), placeOf);
    session.update({ lit: readers });
    return () => session.update({ lit: [] });
  }, [links, cell]);
  const shown = cell !== null && holds(level, cell) ? cell : null;
  const [column, row] =
    shown === null
      ? [0, 0]
      : [(shown - level.first) % level.columns, Math.floor((shown - level.first) / level.columns)];
  /** Explains a pixel that reads the cell: each time the one after the explained pixel. */
  const explainReader = (read: number) => {
    const readers = [...readersOf(links, read)].sort((a, b) => a - b);
    const next = readers.find((each) => explained === null || each > pixelNumber(...explained)) ?? readers[0];
    if (next !== undefined) inspector.update({ pixel: placeOf(next), level: place });
  };
  const go = (x: number, y: number) => setCell(level.first + y * level.columns + x);
  return (
    <div class="heat">
      <div class="time-head">
        <Choice
          label="Level"
          value={String(place)}
          options={levels.map(({ image, level }, n) => [String(n), `${image}, level ${level}`])}
          onChange={(value) => inspector.update({ level: Number(value) })}
        />
        <Choice label="Counts" value={kind} options={KINDS} onChange={(counts) => inspector.update({ counts })} />
        <NumberInput live label="Column" most={level.columns - 1} value={column} change={(x) => go(x, row)} />
        <NumberInput live label="Row" most={level.rows - 1} value={row} change={(y) => go(column, y)} />
        <button type="button" disabled={shown === null} onClick={() => explainReader(shown!)}>
          Explain the next reader
        </button>
      </div>
      <ChartFigure
        chart={chart}
        over={(area) => cellFrames(level, shown === null ? cells : [...cells, shown], area)}
        point={(x, y, pressed) => {
          const at = cellAt(level, x, y);
          setCell(at);
          if (pressed && (explained === null || !cellsOf(links, ...explained).has(at))) explainReader(at);
        }}
        leave={() => setCell(null)}
      />
      <p class="note">
        <output>{cellText(level, kind, shown, locality)}</output>
        {!allLinks && ' The picture reads more texels than are linked with pixels: the last pixels have no links.'}
      </p>
    </div>
  );
}

function holds({ first, columns, rows }: NumberedHeat, cell: number | undefined): boolean {
  return cell !== undefined && cell >= first && cell < first + columns * rows;
}

/** The place of the level that a pixel reads; null without one. */
function levelOf({ levels, links }: Locality, pixel: readonly [number, number] | null): number | null {
  const [read] = pixel === null ? [] : cellsOf(links, ...pixel);
  const found = levels.findIndex((each) => holds(each, read));
  return found < 0 ? null : found;
}

function cellText(level: NumberedHeat, kind: 'touches' | 'misses', cell: number | null, { links }: Locality): string {
  if (cell === null) return 'Point at a cell to light the pixels that read it.';
  const count = level[kind][cell - level.first];
  return `${grouped(count)} ${kind === 'touches' ? 'accesses' : 'misses'}, read by ${grouped(readersOf(links, cell).size)} pixels.`;
}

/** x, y of a pixel by its number in TexelLinks. */
function placeOf(pixel: number): readonly [number, number] {
  return [pixel % 65536, Math.floor(pixel / 65536)];
}

/** Texels r, g, b, a as a PNG in a data URI. */
export function texelsUri({ width, height, texels }: ReturnType<typeof heatPicture>['picture']): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(texels), width, height), 0, 0);
  return canvas.toDataURL();
}
