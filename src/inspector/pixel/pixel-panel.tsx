/** The explanation of the chosen pixel. */
export function PixelPanel() {
  return <p class="note">Click a pixel of the picture.</p>;
}
