/** A run of block bits that goes to one endpoint component. */
export interface EndpointField {
  /** Lowest bit of the block. */
  readonly first: number;
  readonly count: number;
  /** 3 * endpoint + channel. */
  readonly component: number;
  /** Bit of the component that block bit `first` goes to. */
  readonly to: number;
}

/** A BC6H mode (D3D11.3 19.5.13.3, 19.5.13.5; Khronos data format: BC6H). */
export interface Bc6hMode {
  /** True if the endpoints after the first are stored as differences from it. */
  readonly transformed: boolean;
  readonly subsets: number;
  /** Width of a component of the first endpoint, and of every endpoint after the inverse transform. */
  readonly endpointBits: number;
  /** Stored widths of r, g, b of the other endpoints. */
  readonly deltaBits: readonly number[];
  readonly fields: readonly EndpointField[];
}

/**
 * The fields of each mode after its number, from low to high, in the notation of Khronos' block descriptions. `G2[3:0]`
 * moves the next four bits to bits 3 to 0 of g of endpoint 2, the lowest to bit 0. `R0[10:11]` moves two bits, the lowest
 * to bit 11. Modes 19, 23, 27 and 31 are reserved.
 */
const LAYOUTS: Readonly<Record<number, string>> = {
  0:
    'G2[4] B2[4] B3[4] R0[9:0] G0[9:0] B0[9:0] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] G3[3:0] B1[4:0] B3[1] B2[3:0] ' +
    'R2[4:0] B3[2] R3[4:0] B3[3]',
  1:
    'G2[5] G3[4] G3[5] R0[6:0] B3[0] B3[1] B2[4] G0[6:0] B2[5] B3[2] G2[4] B0[6:0] B3[3] B3[5] B3[4] R1[5:0] ' +
    'G2[3:0] G1[5:0] G3[3:0] B1[5:0] B2[3:0] R2[5:0] R3[5:0]',
  2:
    'R0[9:0] G0[9:0] B0[9:0] R1[4:0] R0[10] G2[3:0] G1[3:0] G0[10] B3[0] G3[3:0] B1[3:0] B0[10] B3[1] B2[3:0] ' +
    'R2[4:0] B3[2] R3[4:0] B3[3]',
  3: 'R0[9:0] G0[9:0] B0[9:0] R1[9:0] G1[9:0] B1[9:0]',
  6:
    'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10] G3[4] G2[3:0] G1[4:0] G0[10] G3[3:0] B1[3:0] B0[10] B3[1] B2[3:0] ' +
    'R2[3:0] B3[0] B3[2] R3[3:0] G2[4] B3[3]',
  7: 'R0[9:0] G0[9:0] B0[9:0] R1[8:0] R0[10] G1[8:0] G0[10] B1[8:0] B0[10]',
  10:
    'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10] B2[4] G2[3:0] G1[3:0] G0[10] B3[0] G3[3:0] B1[4:0] B0[10] B2[3:0] ' +
    'R2[3:0] B3[1] B3[2] R3[3:0] B3[4] B3[3]',
  11: 'R0[9:0] G0[9:0] B0[9:0] R1[7:0] R0[10:11] G1[7:0] G0[10:11] B1[7:0] B0[10:11]',
  14:
    'R0[8:0] B2[4] G0[8:0] G2[4] B0[8:0] B3[4] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] G3[3:0] B1[4:0] B3[1] B2[3:0] ' +
    'R2[4:0] B3[2] R3[4:0] B3[3]',
  15: 'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10:15] G1[3:0] G0[10:15] B1[3:0] B0[10:15]',
  18:
    'R0[7:0] G3[4] B2[4] G0[7:0] B3[2] G2[4] B0[7:0] B3[3] B3[4] R1[5:0] G2[3:0] G1[4:0] B3[0] G3[3:0] B1[4:0] ' +
    'B3[1] B2[3:0] R2[5:0] R3[5:0]',
  22:
    'R0[7:0] B3[0] B2[4] G0[7:0] G2[5] G2[4] B0[7:0] G3[5] B3[4] R1[4:0] G3[4] G2[3:0] G1[5:0] G3[3:0] B1[4:0] ' +
    'B3[1] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  26:
    'R0[7:0] B3[1] B2[4] G0[7:0] B2[5] G2[4] B0[7:0] B3[5] B3[4] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] G3[3:0] ' +
    'B1[5:0] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  30:
    'R0[5:0] G3[4] B3[0] B3[1] B2[4] G0[5:0] G2[5] B2[5] B3[2] G2[4] B0[5:0] G3[5] B3[3] B3[5] B3[4] R1[5:0] ' +
    'G2[3:0] G1[5:0] G3[3:0] B1[5:0] B2[3:0] R2[5:0] R3[5:0]',
};

const FIELD = /^([RGB])([0-3])\[(\d+)(?::(\d+))?\]$/;

function mode([number, layout]: readonly [string, string]): readonly [number, Bc6hMode] {
  const fields: EndpointField[] = [];
  let first = Number(number) < 2 ? 2 : 5;
  for (const text of layout.split(' ')) {
    const [, channel, endpoint, left, right = left] = FIELD.exec(text)!;
    const component = 3 * Number(endpoint) + 'RGB'.indexOf(channel);
    const high = Number(left);
    const low = Number(right);
    if (high >= low) fields.push({ first, count: high - low + 1, component, to: low });
    else for (let to = low; to >= high; to--) fields.push({ first: first + low - to, count: 1, component, to });
    first += Math.abs(high - low) + 1;
  }
  const width = (component: number) =>
    Math.max(...fields.filter((field) => field.component === component).map(({ to, count }) => to + count));
  const endpointBits = width(0);
  const deltaBits = [width(3), width(4), width(5)];
  const transformed = deltaBits.some((bits) => bits < endpointBits);
  const subsets = layout.includes('R2') ? 2 : 1;
  return [Number(number), Object.freeze({ transformed, subsets, endpointBits, deltaBits, fields })];
}

/** The modes by number. */
export const BC6H_MODES: ReadonlyMap<number, Bc6hMode> = new Map(Object.entries(LAYOUTS).map(mode));
