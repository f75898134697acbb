import { useEffect, useState } from 'preact/hooks';
import { HEAT_GRADIENT } from '../../../platform/pages/heat-picture.ts';
import { Check } from '../../components/check.tsx';
import { inspector, session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import { quantityOf } from '../worker/questions.ts';
import type { Channels, ValueRange } from '../state/inspector-state.ts';
import { QUANTITY_WORDS, rangeOf, colourValue } from './false-colours.ts';
import { onPixels, pictures } from '../state/pictures.ts';
import type { PanePoint } from './viewport.ts';

/** Milliseconds between two looks at the range while pixels come in. */
const PAUSE = 100;

/** What a picture of results shows. */
const RESULT_WORDS: Readonly<Record<Channels, string>> = {
  rgb: 'Results as colours',
  r: 'Red of the results in grey',
  g: 'Green of the results in grey',
  b: 'Blue of the results in grey',
  a: 'Alpha of the results in grey',
};

/** The colours of a quantity with their values; of results, the numbers of the pixel that is pointed at. */
export function Legend() {
  const { hovered } = useStored(session, 'hovered');
  const { view, channels, gain, scale: fixed } = useStored(inspector, 'view', 'channels', 'gain', 'scale');
  const quantity = quantityOf(view);
  const own = useRange(quantity !== null);
  const range = fixed ?? own;
  const fix = () => inspector.update({ scale: fixed === null ? own : null });
  return (
    <div class="legend">
      {quantity !== null ? (
        <div class="scale">
          <span>
            {QUANTITY_WORDS[quantity].title}: {range === null ? '…' : colourValue(range[0])}
          </span>
          <span class="scale-ramp" style={{ background: HEAT_GRADIENT }} />
          <span>
            {range === null ? '…' : colourValue(range[1])} {QUANTITY_WORDS[quantity].unit}
          </span>
          <Check checked={fixed !== null} onChange={fix}>
            fixed scale{fixed && own && `; the picture has ${own.map(colourValue).join(' to ')}`}
          </Check>
        </div>
      ) : (
        <span class="note">
          {view.endsWith('difference') ? `Black: equal. White: 1/${gain} or more apart.` : RESULT_WORDS[channels]}
        </span>
      )}
      <span class="values">
        {hovered === null ? 'Point at a pixel for its values.' : valuesAt(hovered, quantity !== null)}
      </span>
    </div>
  );
}

function useRange(wanted: boolean): ValueRange | null {
  const [range, setRange] = useState<ValueRange | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setRange(rangeOf(pictures.map));
    };
    look();
    const end = onPixels(() => (timer ??= setTimeout(look, PAUSE)));
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [wanted]);
  return range;
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
