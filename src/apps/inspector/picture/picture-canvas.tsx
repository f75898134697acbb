import { useEffect, useMemo, useRef } from 'preact/hooks';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { movedAim, turnedAim, type Motion } from './camera-motion.ts';
import { paint } from './compose.ts';
import { onPixels, pictures } from '../state/pictures.ts';
import { fitScale, GRID_SCALE, type PanePoint, pixelAt, type Viewport, viewportOf, zoomedAt } from './viewport.ts';

/** Radians that a drag over the whole pane turns the camera by. */
const DRAG_ANGLE = 1.5;
/** Pixels of the screen that a click may move. */
const CLICK = 4;
/** Radians, and shares of the distance to the target, of a press of a key. */
const KEY_ANGLE = Math.PI / 45;
const KEY_SHARE = 1 / 20;

/** Keys that move the camera: forwards, right, up. */
const MOVES: Readonly<Record<string, readonly [number, number, number]>> = {
  w: [1, 0, 0],
  s: [-1, 0, 0],
  a: [0, -1, 0],
  d: [0, 1, 0],
  q: [0, 0, -1],
  e: [0, 0, 1],
};
/** Keys that turn it: right, up. */
const TURNS: Readonly<Record<string, PanePoint>> = { j: [-1, 0], l: [1, 0], i: [0, 1], k: [0, -1] };
const STEPS: Readonly<Record<string, PanePoint>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture itself: drawn by every change, zoomed, moved and clicked. */
export function PictureCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let frame = 0;
    const request = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (canvas.current !== null) draw(canvas.current);
      });
    };
    const resized = new ResizeObserver(request);
    resized.observe(canvas.current!);
    const ends = [onPixels(request), inspector.subscribe(request), session.subscribe(request)];
    return () => {
      resized.disconnect();
      ends.forEach((end) => end());
    };
  }, []);
  const gestures = useMemo(pointerGestures, []);
  return (
    <canvas
      ref={canvas}
      class="picture-canvas"
      tabIndex={0}
      role="application"
      aria-label="Picture. Arrow keys choose a pixel, W A S D Q E move the camera, I J K L turn it, plus and minus zoom, 0 fits."
      onKeyDown={keyPressed}
      {...gestures}
    />
  );
}

/** A part of the canvas with one picture, in pixels of the page. */
interface Pane {
  readonly left: number;
  readonly top: number;
  readonly size: PanePoint;
}

/** Pixels of the page between two panes. */
const GAP = 4;

/** The panes of the canvas: two pictures are beside or above each other, whichever shows them larger. */
function panesOf(canvas: HTMLCanvasElement): readonly Pane[] {
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

function currentViewport(pane: PanePoint): Viewport {
  const { zoom, middle } = inspector.value;
  const { width, height } = session.value.size ?? { width: 1, height: 1 };
  return viewportOf([width, height], pane, zoom, middle);
}

/** The bitmap of each pane, kept so that nothing is allocated while a picture comes in. */
const bitmaps: { readonly canvas: HTMLCanvasElement; image: ImageData | null }[] = [];

function bitmapOf(pane: number): HTMLCanvasElement {
  const { width, height } = pictures.first;
  const bitmap = (bitmaps[pane] ??= { canvas: document.createElement('canvas'), image: null });
  if (bitmap.image?.width !== width || bitmap.image.height !== height) {
    Object.assign(bitmap.canvas, { width, height });
    bitmap.image = new ImageData(width, height);
  }
  paint(inspector.value, pictures, bitmap.image.data, pane);
  bitmap.canvas.getContext('2d')!.putImageData(bitmap.image, 0, 0);
  return bitmap.canvas;
}

function draw(canvas: HTMLCanvasElement): void {
  const ratio = devicePixelRatio * pageZoom(canvas);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const to = canvas.getContext('2d')!;
  to.setTransform(1, 0, 0, 1, 0, 0);
  to.fillStyle = '#14171c';
  to.fillRect(0, 0, width, height);
  if (pictures.first.width === 0) return;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  const panes = panesOf(canvas);
  panes.forEach(({ left, top, size }, pane) => {
    const view = currentViewport(size);
    to.save();
    to.beginPath();
    to.rect(left, top, ...size);
    to.clip();
    to.translate(left, top);
    to.imageSmoothingEnabled = view.scale < 1;
    const { width, height } = pictures.first;
    to.drawImage(bitmapOf(pane), view.left, view.top, width * view.scale, height * view.scale);
    drawMarks(to, view, size);
    if (inspector.value.view === 'split') drawSplit(to, view);
    if (panes.length > 1) drawName(to, 'AB'[pane], 6);
    to.restore();
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

/** The grid of large pixels, the pixels that another panel lights, and the chosen one. */
function drawMarks(
  to: CanvasRenderingContext2D,
  { left, top, scale }: Viewport,
  [paneWidth, paneHeight]: PanePoint,
): void {
  const { width, height } = pictures.first;
  if (scale >= GRID_SCALE) {
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

/** A place in the window, such as that of a pointer. */
type Pointer = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** The pixel under a pointer, and the pane that it is in. */
function under(canvas: HTMLCanvasElement, event: Pointer) {
  const box = canvas.getBoundingClientRect();
  const zoom = pageZoom(canvas);
  const [x, y] = [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
  const panes = panesOf(canvas);
  const inside = ({ left, top, size }: Pane) => x < left + size[0] && y < top + size[1];
  const { left, top, size: pane } = panes.find(inside) ?? panes.at(-1)!;
  const place: PanePoint = [x - left, y - top];
  const { size } = session.value;
  const view = currentViewport(pane);
  return { place, pane, view, pixel: size && pixelAt(view, place, [size.width, size.height]) };
}

/** A camera in front of a thing goes around it; one that is inside turns its head. */
function motion(): Motion {
  const { scene } = inspector.value.source;
  return scene === 'globe' || scene === 'model' ? 'around-target' : 'around-eye';
}

/** Pixels of the window for each of the page, which is enlarged on the largest screens. */
function pageZoom(element: HTMLElement): number {
  return element.getBoundingClientRect().width / Math.max(1, element.clientWidth);
}

/** A pointer over the canvas, and what its handlers get. */
type Gesture<Kind> = Kind & { readonly currentTarget: HTMLCanvasElement };

/** The handlers of pointers and wheel. */
function pointerGestures() {
  let from: { x: number; y: number; far: boolean } | null = null;
  /** The pointers that are down. */
  const pressed = new Map<number, Pointer>();
  const end = ({ pointerId }: PointerEvent) => {
    pressed.delete(pointerId);
    from = null;
  };
  return {
    onPointerDown: (event: Gesture<PointerEvent>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.set(event.pointerId, event);
      from = pressed.size > 1 ? null : { x: event.clientX, y: event.clientY, far: false };
    },
    onPointerMove: (event: Gesture<PointerEvent>) => {
      const { currentTarget: element } = event;
      const before = [...pressed.values()];
      if (pressed.has(event.pointerId)) pressed.set(event.pointerId, event);
      if (before.length === 2) return pinch(element, before, [...pressed.values()]);
      const { pixel, pane } = under(element, event);
      session.update({ hovered: pixel });
      if (from === null) return;
      const enlarged = pageZoom(element);
      const [dx, dy] = [(event.clientX - from.x) / enlarged, (event.clientY - from.y) / enlarged];
      if (!from.far && Math.hypot(dx, dy) < CLICK) return;
      from = { x: event.clientX, y: event.clientY, far: true };
      drag([dx, dy], pane, event.shiftKey || event.buttons === 4);
    },
    onPointerUp: (event: Gesture<PointerEvent>) => {
      const { pixel } = under(event.currentTarget, event);
      if (from?.far === false && pixel !== null) choosePixel(pixel);
      end(event);
    },
    onPointerCancel: end,
    onPointerLeave: () => session.update({ hovered: null }),
    onWheel: (event: Gesture<WheelEvent>) => {
      event.preventDefault();
      const { view, place, pane } = under(event.currentTarget, event);
      inspector.update(zoomedAt(view, place, pane, -event.deltaY / 400));
    },
  };
}

/** Two fingers zoom the picture around the middle between them, and move it with them. */
function pinch(canvas: HTMLCanvasElement, before: readonly Pointer[], after: readonly Pointer[]): void {
  const apart = ([a, b]: readonly Pointer[]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const middle = ([a, b]: readonly Pointer[]): Pointer => ({
    clientX: (a.clientX + b.clientX) / 2,
    clientY: (a.clientY + b.clientY) / 2,
  });
  const { view, place, pane } = under(canvas, middle(before));
  const to = under(canvas, middle(after)).place;
  const octaves = Math.log2(Math.max(1, apart(after)) / Math.max(1, apart(before)));
  const moved = { ...view, left: view.left + to[0] - place[0], top: view.top + to[1] - place[1] };
  inspector.update(zoomedAt(moved, to, pane, octaves));
}

/** Turns the camera, or moves the picture where there is none or the user asks for it. */
function drag([dx, dy]: PanePoint, pane: PanePoint, pan: boolean): void {
  const { camera } = session.value;
  if (camera !== null && !pan) {
    const { aim } = inspector.value;
    const angle = DRAG_ANGLE / pane[0];
    inspector.update({ aim: turnedAim({ ...camera, ...aim }, motion(), dx * angle, dy * angle) });
    return;
  }
  const { left, top, scale } = currentViewport(pane);
  const middle: PanePoint = [(pane[0] / 2 - left - dx) / scale, (pane[1] / 2 - top - dy) / scale];
  inspector.update({ zoom: Math.log2(scale), middle });
}

function keyPressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const canvas = event.currentTarget as HTMLCanvasElement;
  if (handleKey(event.key, canvas)) event.preventDefault();
}

/** @returns false for a key without a meaning */
function handleKey(key: string, canvas: HTMLCanvasElement): boolean {
  const { size, camera } = session.value;
  const { pixel, aim } = inspector.value;
  if (size === null) return false;
  if (key in STEPS) {
    const from = pixel ?? [size.width >> 1, size.height >> 1];
    const inside = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1);
    const [dx, dy] = STEPS[key];
    choosePixel([inside(from[0] + dx, size.width), inside(from[1] + dy, size.height)]);
    return true;
  }
  if (key === '+' || key === '=' || key === '-') return zoomBy(canvas, key === '-' ? -0.5 : 0.5);
  if (key === '0') {
    inspector.update({ zoom: null, middle: null });
    return true;
  }
  if (camera === null) return false;
  const now = { ...camera, ...aim };
  const moves = MOVES[key.toLowerCase()];
  const turns = TURNS[key.toLowerCase()];
  if (moves !== undefined) {
    const [forwards, right, above] = moves.map((share) => share * KEY_SHARE);
    inspector.update({ aim: movedAim(now, forwards, right, above) });
  } else if (turns !== undefined) {
    inspector.update({ aim: turnedAim(now, motion(), -turns[0] * KEY_ANGLE, turns[1] * KEY_ANGLE) });
  }
  return moves !== undefined || turns !== undefined;
}

/** Zooms around the chosen pixel, or the middle. */
export function zoomBy(canvas: HTMLCanvasElement, octaves: number): true {
  const [{ size: pane }] = panesOf(canvas);
  const view = currentViewport(pane);
  const { pixel } = inspector.value;
  const { zoom } = zoomedAt(view, [0, 0], pane, octaves);
  const middle: PanePoint =
    pixel === null
      ? zoomedAt(view, [pane[0] / 2, pane[1] / 2], pane, octaves).middle
      : [pixel[0] + 0.5, pixel[1] + 0.5];
  inspector.update({ zoom, middle });
  return true;
}
