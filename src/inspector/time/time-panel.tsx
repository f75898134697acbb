/** The pipeline over a window of cycles, and the locality of texels. */
export function TimePanel() {
  return <p class="note">The pipeline over a window of cycles.</p>;
}
