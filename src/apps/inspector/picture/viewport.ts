/** Width and height, or across and down. */
export type PanePoint = readonly [number, number];

/** The part of a pane that shows a picture: where its pixel (0, 0) begins, and the screen pixels of a pixel. */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** The least size of a pixel that has a grid around it, in screen pixels. */
export const GRID_SCALE = 8;

/** The scale at which the whole picture is in the pane. */
export function fitScale([width, height]: PanePoint, [paneWidth, paneHeight]: PanePoint): number {
  return Math.min(paneWidth / width, paneHeight / height);
}

/**
 * The viewport of a pane.
 *
 * @param zoom octaves of screen pixels a pixel; null to fit  @param middle the place in the pane's middle, in pixels
 */
export function viewportOf(size: PanePoint, pane: PanePoint, zoom: number | null, middle: PanePoint | null): Viewport {
  const scale = zoom === null ? fitScale(size, pane) : 2 ** zoom;
  const [x, y] = middle === null || zoom === null ? [size[0] / 2, size[1] / 2] : middle;
  return { left: pane[0] / 2 - x * scale, top: pane[1] / 2 - y * scale, scale };
}

/** The pixel at a place of the pane; null beside the picture. */
export function pixelAt(
  { left, top, scale }: Viewport,
  [x, y]: PanePoint,
  [width, height]: PanePoint,
): PanePoint | null {
  const [across, down] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)];
  return across >= 0 && down >= 0 && across < width && down < height ? [across, down] : null;
}

/** Zoom and middle after a step of zoom that leaves a place of the pane where it is. */
export function zoomedAt(view: Viewport, place: PanePoint, pane: PanePoint, octaves: number) {
  const zoom = Math.min(6, Math.max(-4, Math.log2(view.scale) + octaves));
  const scale = 2 ** zoom;
  const still = [(place[0] - view.left) / view.scale, (place[1] - view.top) / view.scale];
  const middle: PanePoint = [still[0] + (pane[0] / 2 - place[0]) / scale, still[1] + (pane[1] / 2 - place[1]) / scale];
  return { zoom, middle };
}
