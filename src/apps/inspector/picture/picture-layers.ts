import { cleared, redrawing } from '../components/canvas.ts';
import { inspector, session } from '../state/inspector.ts';
import { onPixels, pictures } from '../state/pictures.ts';
import { paint, rangeShown } from './compose.ts';
import { fitScale, GRID_SCALE, type PanePoint, type Viewport, viewportOf } from './viewport.ts';

/** A part of the canvas with one picture, in pixels of the page. */
export interface Pane {
  readonly left: number;
  readonly top: number;
  readonly size: PanePoint;
}

/** Pixels of the page between two panes. */
const GAP = 4;

/** The panes of the canvas: two pictures are beside or above each other, whichever shows them larger. */
export function panesOf(canvas: HTMLCanvasElement): readonly Pane[] {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (inspector.value.view !== 'beside') return [{ left: 0, top: 0, size: [width, height] }];
  const { width: across, height: down } = session.value.size ?? { width: 1, height: 1 };
  const beside: PanePoint = [(width - GAP) / 2, height];
  const above: PanePoint = [width, (height - GAP) / 2];
  const isBeside = fitScale([across, down], beside) >= fitScale([across, down], above);
  const size = isBeside ? beside : above;
  return [
    { left: 0, top: 0, size },
    isBeside ? { left: width - size[0], top: 0, size } : { left: 0, top: height - size[1], size },
  ];
}

export function currentViewport(pane: PanePoint): Viewport {
  const { zoom, middle } = inspector.value;
  const { width, height } = session.value.size ?? { width: 1, height: 1 };
  return viewportOf([width, height], pane, zoom, middle);
}

/**
 * Keeps two canvases of the same place drawn: the picture, and the marks above it. The pixels are painted again if one of
 * them, or its colour, has changed; a moved picture draws the painted ones, and a moved mark draws the marks alone.
 *
 * @returns ends it
 */
export function keepDrawn(picture: HTMLCanvasElement, marks: HTMLCanvasElement): () => void {
  const pictureLayer = redrawing(picture, drawPicture);
  const markLayer = redrawing(marks, drawMarks);
  const both = () => {
    pictureLayer.request();
    markLayer.request();
  };
  const repaint = (from = 0, until = Infinity) => {
    for (const { stale } of bitmaps) stale.fill(1, from, until);
    both();
  };
  const resized = new ResizeObserver(both);
  resized.observe(picture);
  const ends = [
    onPixels(repaint),
    inspector.watch(['view', 'channels', 'blend', 'gain', 'scale', 'curve'], repaint),
    inspector.watch(['zoom', 'middle'], both),
    inspector.watch(['pixel'], markLayer.request),
    session.watch(['size'], both),
    session.watch(['lit'], markLayer.request),
    pictureLayer.end,
    markLayer.end,
  ];
  return () => {
    resized.disconnect();
    ends.forEach((end) => end());
  };
}

/** Calls with each pane of a canvas that is cleared first, clipped to it, in pixels of the page from its corner. */
function onPanes(
  canvas: HTMLCanvasElement,
  draw: (to: CanvasRenderingContext2D, pane: number, view: Viewport, size: PanePoint) => void,
): void {
  const { to, ratio } = cleared(canvas);
  if (pictures.first.width === 0) return;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  panesOf(canvas).forEach(({ left, top, size }, pane) => {
    to.save();
    to.beginPath();
    to.rect(left, top, ...size);
    to.clip();
    to.translate(left, top);
    draw(to, pane, currentViewport(size), size);
    to.restore();
  });
}

/** The bitmap of a pane. It is kept, so that a large picture that comes in is painted band by band. */
interface Bitmap {
  readonly canvas: HTMLCanvasElement;
  image: ImageData | null;
  /** 1 for a row with a pixel that has changed since it was painted. */
  stale: Uint8Array;
  /** The range of the painted colours. */
  range: string;
}

const bitmaps: Bitmap[] = [];

function bitmapOf(pane: number): HTMLCanvasElement {
  const { width, height } = pictures.first;
  const bitmap = (bitmaps[pane] ??= {
    canvas: document.createElement('canvas'),
    image: null,
    stale: new Uint8Array(0),
    range: '',
  });
  if (bitmap.image?.width !== width || bitmap.image.height !== height) {
    Object.assign(bitmap.canvas, { width, height });
    Object.assign(bitmap, { image: new ImageData(width, height), stale: new Uint8Array(height).fill(1) });
  }
  const { stale, image } = bitmap;
  if (!stale.includes(1)) return bitmap.canvas;
  // The colours of a quantity may be those of another range since more pixels came in.
  const range = String(rangeShown(inspector.value, pictures));
  if (range !== bitmap.range) stale.fill(1);
  bitmap.range = range;
  const to = bitmap.canvas.getContext('2d')!;
  for (let from = stale.indexOf(1); from >= 0; from = stale.indexOf(1)) {
    const end = stale.indexOf(0, from);
    const until = end < 0 ? height : end;
    paint(inspector.value, pictures, { bytes: image!.data, from: from * width, until: until * width }, pane);
    to.putImageData(image!, 0, 0, 0, from, width, until - from);
    stale.fill(0, from, until);
  }
  return bitmap.canvas;
}

function drawPicture(canvas: HTMLCanvasElement): void {
  const { width, height } = pictures.first;
  onPanes(canvas, (to, pane, { left, top, scale }) => {
    to.imageSmoothingEnabled = scale < 1;
    to.drawImage(bitmapOf(pane), left, top, width * scale, height * scale);
  });
}

/** The grid of large pixels, the pixels that another panel lights, the chosen one, and the names of the designs. */
function drawMarks(canvas: HTMLCanvasElement): void {
  const { view: mode } = inspector.value;
  onPanes(canvas, (to, pane, view, size) => {
    if (view.scale >= GRID_SCALE) drawGrid(to, view, size);
    drawPixels(to, view);
    if (mode === 'split') drawSplit(to, view);
    if (mode === 'beside') drawName(to, 'AB'[pane], 6);
  });
}

/** The line between the two designs. */
function drawSplit(to: CanvasRenderingContext2D, { left, top, scale }: Viewport): void {
  const { width, height } = pictures.first;
  const x = left + Math.round((1 - inspector.value.blend) * width) * scale;
  to.fillStyle = '#000';
  to.fillRect(x - 1.5, top, 3, height * scale);
  to.fillStyle = '#fff';
  to.fillRect(x - 0.5, top, 1, height * scale);
  drawName(to, 'A', x - 28);
  drawName(to, 'B', x + 8);
}

/** The letter of a design at the upper edge. */
function drawName(to: CanvasRenderingContext2D, name: string, left: number): void {
  to.fillStyle = 'rgb(20 23 28 / 0.8)';
  to.fillRect(left, 6, 20, 20);
  to.fillStyle = '#fff';
  to.font = '600 13px system-ui, sans-serif';
  to.textAlign = 'center';
  to.fillText(name, left + 10, 21);
}

function drawGrid(
  to: CanvasRenderingContext2D,
  { left, top, scale }: Viewport,
  [paneWidth, paneHeight]: PanePoint,
): void {
  const { width, height } = pictures.first;
  to.strokeStyle = 'rgb(128 128 128 / 0.5)';
  to.lineWidth = 1;
  to.beginPath();
  for (let x = Math.max(0, Math.floor(-left / scale)); x <= Math.min(width, (paneWidth - left) / scale); x++) {
    to.moveTo(left + x * scale, Math.max(0, top));
    to.lineTo(left + x * scale, Math.min(paneHeight, top + height * scale));
  }
  for (let y = Math.max(0, Math.floor(-top / scale)); y <= Math.min(height, (paneHeight - top) / scale); y++) {
    to.moveTo(Math.max(0, left), top + y * scale);
    to.lineTo(Math.min(paneWidth, left + width * scale), top + y * scale);
  }
  to.stroke();
}

/** The pixels that another panel lights, and the chosen one. */
function drawPixels(to: CanvasRenderingContext2D, { left, top, scale }: Viewport): void {
  to.fillStyle = 'rgb(255 225 0 / 0.7)';
  for (const [x, y] of session.value.lit) to.fillRect(left + x * scale, top + y * scale, scale, scale);
  const { pixel } = inspector.value;
  if (pixel === null) return;
  const around = Math.max(scale, 6);
  const [x, y] = [left + (pixel[0] + 0.5) * scale - around / 2, top + (pixel[1] + 0.5) * scale - around / 2];
  for (const [color, out] of [
    ['#000', 2.5],
    ['#fff', 1],
  ] as const) {
    to.strokeStyle = color;
    to.lineWidth = 1.5;
    to.strokeRect(x - out, y - out, around + 2 * out, around + 2 * out);
  }
}
