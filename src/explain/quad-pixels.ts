/** x, y of a lane: 0 and 1 are the quad's upper row. */
export function pixelOf({ x, y }: { readonly x: number; readonly y: number }, lane: number): readonly [number, number] {
  return [x + (lane & 1), y + (lane >> 1)];
}

/** The lane of the quad at x, y that a pixel has; null if it is outside of the quad, or not active. */
export function laneAt([px, py]: readonly [number, number], x: number, y: number, active: number): number | null {
  const [across, down] = [px - x, py - y];
  if (across < 0 || across > 1 || down < 0 || down > 1) return null;
  const lane = across + 2 * down;
  return ((active >> lane) & 1) === 1 ? lane : null;
}

/** The pixels of the active lanes of a quad. */
export function activePixels(quad: {
  readonly x: number;
  readonly y: number;
  readonly active: number;
}): readonly (readonly [number, number])[] {
  return [0, 1, 2, 3].filter((lane) => (quad.active >> lane) & 1).map((lane) => pixelOf(quad, lane));
}
