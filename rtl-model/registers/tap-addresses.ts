/** The address of a tap that falls on the border: no texel is read. */
export const BORDER_ADDRESS = -1;
/** The address of a tap that the pass does not have. */
export const NO_TAP = -2;
/** The address of the texel that a cube's corner lacks: the average of the pass's other three takes its place. */
export const CORNER_ADDRESS = -3;
/** The address of a texel outside of the image: it reads as zero. */
export const ZERO_ADDRESS = -4;
/** The address of a texel that no memory is bound to: it reads as zero, and `resident` becomes 0. */
export const UNBOUND_ADDRESS = -5;
