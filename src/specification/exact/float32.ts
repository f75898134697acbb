/** Half a unit in the last place of a float32, relative to its value. */
export const FLOAT32_ERROR = 2 ** -24;
/** The smallest normal float32: arithmetic may flush what is below (D3D11.3 3.1.3.2). */
export const LEAST_NORMAL = 2 ** -126;
export const LARGEST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;
