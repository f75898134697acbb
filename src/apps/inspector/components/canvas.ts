/** Pixels of the window for each of the page, which is enlarged on the largest screens. */
export function pageZoom(element: HTMLElement): number {
  return element.getBoundingClientRect().width / Math.max(1, element.clientWidth);
}

/** Makes a canvas as large as it is on the screen, and empty. @returns its context, in pixels of the screen; those of a page's pixel */
export function cleared(canvas: HTMLCanvasElement) {
  const ratio = devicePixelRatio * pageZoom(canvas);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const to = canvas.getContext('2d')!;
  to.setTransform(1, 0, 0, 1, 0, 0);
  to.clearRect(0, 0, width, height);
  return { to, ratio };
}

/** Draws a canvas in the next frame, once for all requests before it. */
export function redrawing(canvas: HTMLCanvasElement, draw: (canvas: HTMLCanvasElement) => void) {
  let frame = 0;
  const request = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw(canvas);
    });
  };
  return { request, end: () => cancelAnimationFrame(frame) };
}
