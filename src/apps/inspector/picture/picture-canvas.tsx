import { useEffect, useMemo, useRef } from 'preact/hooks';
import { pageZoom } from '../components/canvas.ts';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { movedAim, turnedAim, type Motion } from './camera-motion.ts';
import { currentViewport, keepDrawn, type Pane, panesOf } from './picture-layers.ts';
import { type PanePoint, pixelAt, zoomedAt } from './viewport.ts';

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

/** The picture, zoomed, moved and clicked, and the canvas of its marks above it. */
export function PictureCanvas() {
  const [canvas, marks] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  useEffect(() => keepDrawn(canvas.current!, marks.current!), []);
  const gestures = useMemo(pointerGestures, []);
  return (
    <>
      <canvas
        ref={canvas}
        class="picture-canvas"
        tabIndex={0}
        role="application"
        aria-label="Picture. Arrow keys choose a pixel, W A S D Q E move the camera, I J K L turn it, plus and minus zoom, 0 fits."
        onKeyDown={keyPressed}
        {...gestures}
      />
      <canvas ref={marks} class="picture-marks" aria-hidden="true" />
    </>
  );
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
