import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Check } from '../../components/check.tsx';
import { screenByte } from '../../components/screen-byte.ts';
import { cleared } from '../components/canvas.ts';
import { NumberInput } from '../components/number-input.tsx';
import { Radios } from '../components/radios.tsx';
import { inspector, session } from '../state/inspector.ts';
import {
  type Channels,
  type InspectorState,
  ONE_DESIGN,
  quantityOf,
  type ValueRange,
} from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { type Histogram, histogramOf, rangeShown, type ShownState } from './compose.ts';
import { colourValue, QUANTITY_WORDS, rampColor, shareOf } from './false-colours.ts';
import { pictures } from '../state/pictures.ts';
import type { PanePoint } from './viewport.ts';

/** Milliseconds until the values of whole pictures are counted. */
const PAUSE = 300;
/** Pixels of the page of the ramp below the bars. */
const RAMP = 8;

/** What a picture of results shows. */
const RESULT_WORDS: Readonly<Record<Channels, string>> = {
  rgb: 'Results as colours',
  r: 'Red of the results in grey',
  g: 'Green of the results in grey',
  b: 'Blue of the results in grey',
  a: 'Alpha of the results in grey',
};

/** The values of the picture, which of them are black and white, and the numbers of the pixel that is pointed at. */
export function Legend() {
  const { hovered } = useStored(session, 'hovered');
  const shown = useStored(
    inspector,
    ...(['view', 'channels', 'blend', 'gain', 'scale', 'curve', 'coloursOf', 'second'] as const),
  );
  const { view, channels, gain, scale, curve, coloursOf, second } = shown;
  const quantity = quantityOf(view);
  const histogram = useHistogram(shown);
  const range = useMemo(() => rangeShown(shown, pictures), [histogram, view, scale, gain]);
  const toggle = () => inspector.update({ scale: scale === null ? (histogram?.domain ?? null) : null });
  const [black, white] = range ?? [0, 0];
  const { title, unit } = quantity === null ? { title: '', unit: '' } : QUANTITY_WORDS[quantity];
  return (
    <div class="legend">
      <div class="scale">
        <NumberInput
          label={quantity === null ? 'Black' : 'Least'}
          value={typed(black)}
          least={-Infinity}
          step="any"
          change={(value) => inspector.update({ scale: [value, Math.max(value, white)] })}
        />
        <HistogramPlot {...{ shown, histogram, range }} />
        <NumberInput
          label={quantity === null ? 'White' : 'Most'}
          value={typed(white)}
          least={-Infinity}
          step="any"
          change={(value) => inspector.update({ scale: [Math.min(value, black), value] })}
        />
        <Check
          checked={scale !== null}
          title={histogram === null ? '' : `The picture has ${histogram.domain.map(colourValue).join(' to ')}`}
          onChange={toggle}
        >
          {quantity === null ? 'range' : 'fixed scale'}
        </Check>
        <Check
          checked={curve === 'logarithm'}
          onChange={(isLog) => inspector.update({ curve: isLog ? 'logarithm' : 'linear' })}
        >
          logarithm
        </Check>
      </div>
      {quantity === null ? (
        <span class="note">{view.endsWith('difference') ? 'Black: equal, or the least' : RESULT_WORDS[channels]}</span>
      ) : (
        <Radios
          legend={`${title}, ${unit}, of`}
          name="colours-of"
          value={coloursOf}
          options={ONE_DESIGN.map((name) => [name, name] as const)}
          isDisabled={(name) => name === 'B' && second === 'none'}
          onChange={(name) => inspector.update({ coloursOf: name })}
        />
      )}
      <span class="values">
        {hovered === null ? 'Point at a pixel for its values.' : valuesAt(hovered, quantity !== null)}
      </span>
    </div>
  );
}

/** A value of the range with six digits, as the fields have room for. */
function typed(value: number): number {
  return Number(value.toPrecision(6));
}

/** The histogram of what is shown, a little after the pictures are whole; the last one meanwhile. */
function useHistogram({ view, channels }: ShownState): Histogram | null {
  const [histogram, setHistogram] = useState<Histogram | null>(null);
  const { incoming } = useStored(session, 'incoming');
  useEffect(() => {
    if (incoming.length > 0) return undefined;
    const timer = setTimeout(() => setHistogram(histogramOf(inspector.value, pictures)), PAUSE);
    return () => clearTimeout(timer);
  }, [view, channels, incoming]);
  return histogram;
}

interface HistogramPlotProps {
  readonly shown: ShownState;
  readonly histogram: Histogram | null;
  readonly range: ValueRange | null;
}

/** Bars as high as the logarithms of the counts, above the colours of their values. A drag moves the nearer end of the range. */
function HistogramPlot({ shown, histogram, range }: HistogramPlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const moved = useRef(0);
  useEffect(() => {
    if (histogram !== null && range !== null) drawHistogram(canvas.current!, shown, histogram, range);
  }, [histogram, range, shown.view, shown.curve]);
  const drag = ({ offsetX, buttons, type }: PointerEvent) => {
    if (histogram === null || range === null || (buttons & 1) === 0) return;
    const [least, most] = histogram.domain;
    const share = Math.min(1, Math.max(0, offsetX / canvas.current!.clientWidth));
    const value = least + share * (most - least);
    if (type === 'pointerdown') moved.current = Math.abs(value - range[0]) < Math.abs(value - range[1]) ? 0 : 1;
    const scale: ValueRange =
      moved.current === 0 ? [Math.min(value, range[1]), range[1]] : [range[0], Math.max(value, range[0])];
    inspector.update({ scale });
  };
  return (
    <canvas
      ref={canvas}
      class="histogram"
      aria-hidden="true"
      title="How often each value is in the picture, by its logarithm. Drag to move the nearer end of the range."
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
    />
  );
}

function drawHistogram(
  canvas: HTMLCanvasElement,
  { view, curve }: Pick<InspectorState, 'view' | 'curve'>,
  { counts, domain: [least, most] }: Histogram,
  range: ValueRange,
): void {
  const { to, ratio } = cleared(canvas);
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight - RAMP];
  const { color } = getComputedStyle(canvas);
  const highest = Math.log1p(Math.max(1, ...counts));
  for (let n = 0; n < counts.length; n++) {
    const [left, right] = [(n * width) / counts.length, ((n + 1) * width) / counts.length];
    const bar = (height * Math.log1p(counts[n])) / highest;
    to.fillStyle = color;
    to.fillRect(left, height - bar, right - left, bar);
    const share = shareOf(least + ((n + 0.5) / counts.length) * (most - least), range, curve);
    const rgb = quantityOf(view) === null ? new Array<number>(3).fill(screenByte(share, false)) : rampColor(share);
    to.fillStyle = `rgb(${rgb.join(' ')})`;
    to.fillRect(left, height, right - left + 0.5, RAMP);
  }
  to.fillStyle = '#d55e00';
  for (const value of range) {
    const x = most === least ? 0 : ((value - least) / (most - least)) * (width - 2);
    if (x >= 0 && x <= width) to.fillRect(x, 0, 2, height + RAMP);
  }
}

function valuesAt([x, y]: PanePoint, isMap: boolean): string {
  const { first, second, map } = pictures;
  const pixel = y * first.width + x;
  const color = ({ values }: typeof first) =>
    Array.from(values.subarray(4 * pixel, 4 * pixel + 3), (value) => value.toFixed(4)).join(' ');
  const place = `(${x}, ${y})`;
  if (isMap) return `${place} ${map.has(pixel) ? colourValue(map.values[pixel]) : 'no request'}`;
  if (!first.has(pixel)) return `${place} no request`;
  return `${place} A ${color(first)}${second.has(pixel) ? ` · B ${color(second)}` : ''}`;
}
