import { useMemo, useRef, useState } from 'preact/hooks';
import type { LevelFootprint } from '../../../explain/explanation.ts';
import {
  ellipseOutline,
  footprintLayer,
  tapLayer,
  type TexelWindow,
  windowOf,
} from '../../../explain/footprint-picture.ts';
import { type PlotArea, short } from '../../../platform/pages/chart.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { Choice } from '../../components/choice.tsx';
import { screenByte } from '../../components/screen-byte.ts';
import { ChartFigure } from '../components/chart-figure.tsx';
import { NumberInput } from '../components/number-input.tsx';
import { inspector, session } from '../state/inspector.ts';
import type { ShownLayer } from '../state/inspector-state.ts';
import type { DrawQuestion, TexelsAnswer } from '../state/protocol.ts';
import { useStored } from '../state/store.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { texelChart } from './texel-charts.ts';
import { texelsUri } from './texel-view.tsx';

/** The fewest texels of a window along a side. */
const LEAST = 8;
/** A place in the drawn window: shares of it from its left and its bottom. The window under the pointer may change. */
type Shares = readonly [number, number];

/** A level of a texture, or a layer or slice of it, with the footprint that the explained pixel has in it. */
export function TextureView({ subject, design }: DrawQuestion) {
  const { explanations } = useStored(session, 'explanations');
  const { texels, tablesOf } = useStored(inspector, 'texels', 'tablesOf');
  const [window, setWindow] = useState<TexelWindow | null>(null);
  const [pointed, setPointed] = useState<Shares | null>(null);
  const wasPressed = useRef(false);
  const pixel = (tablesOf === 'B' ? explanations?.second : null) ?? explanations?.first ?? null;
  const image = pixel?.image ?? null;
  const footprints = image === null ? [] : pixel!.footprints;
  const [first] = footprints;
  const place = texels ?? (first === undefined ? null : ([image!, first.level, footprintLayer(first) ?? 0] as const));
  const { answer, running, fault } = useAnswer('texels', { subject, design, place, window });
  const uri = useMemo(() => (answer === null ? '' : texelsUri(pictureOf(answer))), [answer]);
  const chart = useMemo(() => (answer === null ? null : texelChart(titleOf(answer), answer.window, uri)), [answer]);
  if (answer === null || chart === null) return <p class="note texel-view">{fault ?? 'The texture is read ...'}</p>;
  const { levels, shown, window: seen } = answer;
  const here = footprints.filter(({ level }) => shown.image === image && shown.level === level);
  const texelAt = ([x, y]: Shares) =>
    [seen.left + x * (seen.right - seen.left), seen.top + (1 - y) * (seen.bottom - seen.top)] as const;
  const middle = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2] as const;
  const show = (to: ShownLayer) => {
    setWindow(null);
    inspector.update({ texels: to });
  };
  const zoom = (factor: number, at = middle) => setWindow(windowAround(answer, at, factor));
  return (
    <div class="heat texel-view">
      <div class="time-head">
        <Choice
          label="Level"
          value={String(levels.findIndex(({ image, level }) => image === shown.image && level === shown.level))}
          options={levels.map(({ name, level }, n) => [String(n), `${name}, level ${level}`])}
          onChange={(n) => {
            const { image, level, layers } = levels[Number(n)];
            show([image, level, Math.min(shown.layer, layers - 1)]);
          }}
        />
        {shown.layers > 1 && (
          <NumberInput
            label={shown.isVolume ? 'Slice' : 'Layer'}
            value={shown.layer}
            most={shown.layers - 1}
            live
            change={(layer) => show([shown.image, shown.level, layer])}
          />
        )}
        <div class="buttons" role="group" aria-label="Zoom of the texture">
          <button type="button" aria-label="Zoom out of the texture" onClick={() => zoom(2)}>
            −
          </button>
          <button type="button" disabled={window === null} onClick={() => setWindow(null)}>
            Whole level
          </button>
          <button type="button" aria-label="Zoom into the texture" onClick={() => zoom(1 / 2)}>
            +
          </button>
        </div>
        <button type="button" disabled={here.length === 0} onClick={() => setWindow(aroundFootprint(answer, here[0]))}>
          Around the footprint
        </button>
        <span class="note" role="status">
          {fault ??
            (running
              ? 'The texture is read ...'
              : pointed === null
                ? 'A click goes to a texel.'
                : texelText(answer, texelAt(pointed)))}
        </span>
      </div>
      <ChartFigure
        chart={chart}
        over={(area) => here.map((one) => footprintMarks(one, answer, area)).join('')}
        point={(x, y, pressed) => {
          setPointed([x, y]);
          if (pressed && !wasPressed.current) zoom(1 / 2, texelAt([x, y]));
          wasPressed.current = pressed;
        }}
        leave={() => setPointed(null)}
      />
    </div>
  );
}

function titleOf({ shown: { name, level, width, height, layers, layer, isVolume }, step }: TexelsAnswer): string {
  const every = step === 1 ? '' : `, each ${step}th texel`;
  const part = layers === 1 ? '' : `, ${isVolume ? 'slice' : 'layer'} ${layer}`;
  return `Level ${level} of ${name}${part}: ${width}x${height} texels${every}`;
}

/** The window of a level around a texel, larger by a factor; null for the whole level. */
function windowAround(
  { shown, window }: TexelsAnswer,
  at: readonly [number, number],
  factor: number,
): TexelWindow | null {
  const part = (size: number, from: number, until: number, middle: number) => {
    const length = Math.min(size, Math.max(LEAST, Math.round((until - from) * factor)));
    const start = Math.min(size - length, Math.max(0, Math.round(middle - length / 2)));
    return [start, start + length];
  };
  const [left, right] = part(shown.width, window.left, window.right, at[0]);
  const [top, bottom] = part(shown.height, window.top, window.bottom, at[1]);
  return right - left === shown.width && bottom - top === shown.height ? null : { left, top, right, bottom };
}

/** The window with a footprint, at the first place where the level has it. */
function aroundFootprint(answer: TexelsAnswer, footprint: LevelFootprint): TexelWindow | null {
  const { left, top, right, bottom } = windowOf(footprint);
  const [x, y] = shiftOf(footprint, answer.shown);
  const size = Math.max(right - left, bottom - top, LEAST);
  const { width, height } = answer.shown;
  const whole = { left: 0, top: 0, right: Math.min(size, width), bottom: Math.min(size, height) };
  return windowAround({ ...answer, window: whole }, [(left + right) / 2 - x, (top + bottom) / 2 - y], 1);
}

/** The whole levels that a footprint lies right of and below the level, where coordinates repeat it. */
function shiftOf(
  { taps, ellipse }: LevelFootprint,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const [x, y] = ellipse?.center ?? taps.at(0)?.at ?? [0, 0];
  return [width * Math.floor(x / width), height * Math.floor(y / height)] as const;
}

/** The texels and the ellipse of a footprint in the shown layer, with a ring where it is small. */
function footprintMarks(
  footprint: LevelFootprint,
  { window, shown: { layer } }: TexelsAnswer,
  { across, up, left, right, top, bottom }: PlotArea,
): string {
  const { taps, ellipse } = footprint;
  const [dx, dy] = shiftOf(footprint, footprint);
  const size = (right - left) / (window.right - window.left);
  const cells = taps.flatMap((tap) => (tapLayer(tap) === layer ? [tap.texel!] : []));
  const inside = cells.filter(([x, y]) => x >= window.left && x < window.right && y >= window.top && y < window.bottom);
  const path = inside
    .map(
      ([x, y]) =>
        `M${short(across(x))} ${short(up(y))}H${short(across(x + 1))}V${short(up(y + 1))}H${short(across(x))}Z`,
    )
    .join('');
  const frames = `<path class="cell-frame" d="${path}"/><path class="cell-line" d="${path}"/>`;
  // A box of many texels names none of them.
  if ((footprintLayer(footprint) ?? layer) !== layer) return frames;
  const shape = ellipse ?? { center: taps[0]?.at ?? [0, 0], major: [0, 0], minor: [0, 0] };
  const [x, y] = [across(shape.center[0] - dx), up(shape.center[1] - dy)];
  if (x < left || x > right || y < top || y > bottom) return frames;
  const isSmall = [shape.major, shape.minor].every((vector) => Math.hypot(...vector) * size < 16);
  const ring = isSmall ? `<circle cx="${short(x)}" cy="${short(y)}" r="10" class="ellipse"/>` : '';
  return `${frames}${ellipseOutline(shape, short(x), short(y), size, 1)}${ring}`;
}

function columnsOf({ window: { left, right }, step }: TexelsAnswer): number {
  return Math.ceil((right - left) / step);
}

function pictureOf(answer: TexelsAnswer) {
  const { colors, linear } = answer;
  const width = columnsOf(answer);
  const texels = new Uint8Array((4 * colors.length) / 3).fill(255);
  for (let n = 0; n < colors.length; n++) texels[4 * Math.floor(n / 3) + (n % 3)] = screenByte(colors[n], linear);
  return { width, height: texels.length / (4 * width), texels };
}

/** A texel that was read with its values. */
function texelText(answer: TexelsAnswer, [x, y]: readonly [number, number]): string {
  const { window, step, colors } = answer;
  const columns = columnsOf(answer);
  // The right and the lower edge belong to the last texels.
  const column = Math.min(columns - 1, Math.floor((x - window.left) / step));
  const row = Math.min(colors.length / 3 / columns - 1, Math.floor((y - window.top) / step));
  const at = 3 * (row * columns + column);
  const values = Array.from(colors.subarray(at, at + 3), (value) => value.toFixed(4)).join(' ');
  return `texel ${grouped(window.left + column * step)}, ${grouped(window.top + row * step)}: ${values}`;
}
