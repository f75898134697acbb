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

interface ModeRow {
  readonly number: number;
  readonly endpointBits: number;
  /** Absent if endpoints are not transformed. */
  readonly deltaBits?: readonly number[];
  /**
   * The fields after the mode, from low to high, in the notation of Khronos' block descriptions. `G2[3:0]` moves the
   * next four bits to bits 3 to 0 of g of endpoint 2, the lowest to bit 0. `R0[10:11]` moves two bits, the lowest to
   * bit 11.
   */
  readonly layout: string;
}

const FIELD = /^([RGB])([0-3])\[(\d+)(?::(\d+))?\]$/;

function mode({ number, endpointBits, deltaBits, layout }: ModeRow): [number, Bc6hMode] {
  const fields: EndpointField[] = [];
  let first = number < 2 ? 2 : 5;
  for (const text of layout.split(' ')) {
    const [, channel, endpoint, left, right = left] = FIELD.exec(text)!;
    const component = 3 * Number(endpoint) + 'RGB'.indexOf(channel);
    const high = Number(left);
    const low = Number(right);
    if (high >= low) fields.push({ first, count: high - low + 1, component, to: low });
    else for (let to = low; to >= high; to--) fields.push({ first: first + low - to, count: 1, component, to });
    first += Math.abs(high - low) + 1;
  }
  const transformed = deltaBits !== undefined;
  const subsets = layout.includes('R2') ? 2 : 1;
  return [
    number,
    Object.freeze({
      transformed,
      subsets,
      endpointBits,
      deltaBits: deltaBits ?? [endpointBits, endpointBits, endpointBits],
      fields,
    }),
  ];
}

/** The modes by number; 19, 23, 27 and 31 are reserved. */
export const BC6H_MODES: ReadonlyMap<number, Bc6hMode> = new Map([
  mode({
    number: 0,
    endpointBits: 10,
    deltaBits: [5, 5, 5],
    layout:
      'G2[4] B2[4] B3[4] R0[9:0] G0[9:0] B0[9:0] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] G3[3:0] B1[4:0] ' +
      'B3[1] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  }),
  mode({
    number: 1,
    endpointBits: 7,
    deltaBits: [6, 6, 6],
    layout:
      'G2[5] G3[4] G3[5] R0[6:0] B3[0] B3[1] B2[4] G0[6:0] B2[5] B3[2] G2[4] B0[6:0] B3[3] B3[5] B3[4] ' +
      'R1[5:0] G2[3:0] G1[5:0] G3[3:0] B1[5:0] B2[3:0] R2[5:0] R3[5:0]',
  }),
  mode({
    number: 2,
    endpointBits: 11,
    deltaBits: [5, 4, 4],
    layout:
      'R0[9:0] G0[9:0] B0[9:0] R1[4:0] R0[10] G2[3:0] G1[3:0] G0[10] B3[0] G3[3:0] B1[3:0] B0[10] B3[1] ' +
      'B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  }),
  mode({
    number: 6,
    endpointBits: 11,
    deltaBits: [4, 5, 4],
    layout:
      'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10] G3[4] G2[3:0] G1[4:0] G0[10] G3[3:0] B1[3:0] B0[10] B3[1] ' +
      'B2[3:0] R2[3:0] B3[0] B3[2] R3[3:0] G2[4] B3[3]',
  }),
  mode({
    number: 10,
    endpointBits: 11,
    deltaBits: [4, 4, 5],
    layout:
      'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10] B2[4] G2[3:0] G1[3:0] G0[10] B3[0] G3[3:0] B1[4:0] B0[10] ' +
      'B2[3:0] R2[3:0] B3[1] B3[2] R3[3:0] B3[4] B3[3]',
  }),
  mode({
    number: 14,
    endpointBits: 9,
    deltaBits: [5, 5, 5],
    layout:
      'R0[8:0] B2[4] G0[8:0] G2[4] B0[8:0] B3[4] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] G3[3:0] B1[4:0] ' +
      'B3[1] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  }),
  mode({
    number: 18,
    endpointBits: 8,
    deltaBits: [6, 5, 5],
    layout:
      'R0[7:0] G3[4] B2[4] G0[7:0] B3[2] G2[4] B0[7:0] B3[3] B3[4] R1[5:0] G2[3:0] G1[4:0] B3[0] G3[3:0] ' +
      'B1[4:0] B3[1] B2[3:0] R2[5:0] R3[5:0]',
  }),
  mode({
    number: 22,
    endpointBits: 8,
    deltaBits: [5, 6, 5],
    layout:
      'R0[7:0] B3[0] B2[4] G0[7:0] G2[5] G2[4] B0[7:0] G3[5] B3[4] R1[4:0] G3[4] G2[3:0] G1[5:0] G3[3:0] ' +
      'B1[4:0] B3[1] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  }),
  mode({
    number: 26,
    endpointBits: 8,
    deltaBits: [5, 5, 6],
    layout:
      'R0[7:0] B3[1] B2[4] G0[7:0] B2[5] G2[4] B0[7:0] B3[5] B3[4] R1[4:0] G3[4] G2[3:0] G1[4:0] B3[0] ' +
      'G3[3:0] B1[5:0] B2[3:0] R2[4:0] B3[2] R3[4:0] B3[3]',
  }),
  mode({
    number: 30,
    endpointBits: 6,
    layout:
      'R0[5:0] G3[4] B3[0] B3[1] B2[4] G0[5:0] G2[5] B2[5] B3[2] G2[4] B0[5:0] G3[5] B3[3] B3[5] B3[4] ' +
      'R1[5:0] G2[3:0] G1[5:0] G3[3:0] B1[5:0] B2[3:0] R2[5:0] R3[5:0]',
  }),
  mode({ number: 3, endpointBits: 10, layout: 'R0[9:0] G0[9:0] B0[9:0] R1[9:0] G1[9:0] B1[9:0]' }),
  mode({
    number: 7,
    endpointBits: 11,
    deltaBits: [9, 9, 9],
    layout: 'R0[9:0] G0[9:0] B0[9:0] R1[8:0] R0[10] G1[8:0] G0[10] B1[8:0] B0[10]',
  }),
  mode({
    number: 11,
    endpointBits: 12,
    deltaBits: [8, 8, 8],
    layout: 'R0[9:0] G0[9:0] B0[9:0] R1[7:0] R0[10:11] G1[7:0] G0[10:11] B1[7:0] B0[10:11]',
  }),
  mode({
    number: 15,
    endpointBits: 16,
    deltaBits: [4, 4, 4],
    layout: 'R0[9:0] G0[9:0] B0[9:0] R1[3:0] R0[10:15] G1[3:0] G0[10:15] B1[3:0] B0[10:15]',
  }),
]);
