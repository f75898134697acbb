import { describe, expect, it } from 'vitest';
import { COMPARE_OPS } from '../../../rtl-model/state/sampler.ts';
import { acrossEdge, directionTo } from '../../../src/specification/texels/cube.ts';
import { preset } from '../../pipeline/random-work.ts';
import { explained, stepOf, table } from './explained-request.ts';

const CLAMP = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', addressModeW: 'clamp_to_edge' };
const LINEAR = { name: 'it', magFilter: 'linear', minFilter: 'linear', mipmapMode: 'nearest', ...CLAMP };
const NEAREST = { ...LINEAR, magFilter: 'nearest', minFilter: 'nearest', maxLod: 0 };

const base64 = (...bytes: readonly number[]) => Buffer.from(bytes).toString('base64');

function image(format: string, width: number, height: number, bytes: readonly number[], more: object = {}) {
  return { image: { name: 'it', format, width, height, levels: [base64(...bytes)], ...more } };
}

type Explained = ReturnType<typeof explained>;

/** The value of a step of a pass. */
const inPass = (of: Explained, name: string, pass = 0) => stepOf(of, `Pass ${pass}`, name)?.value;
const inFilter = (of: Explained, name: string) => stepOf(of, 'Filter unit', name)?.value;
const inResult = (of: Explained) => ['r', 'g', 'b', 'a'].map((name) => stepOf(of, 'Result', name)!.value);

/** Numerator over denominator of a cell. */
function fraction(cell: string): number {
  const [code, one = 1] = cell.split('/').map(Number);
  return code / one;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe('explain, of an aligned sum', () => {
  it('tells the bits that are kept of the greatest texel, and the float of the sum', () => {
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;
    const base = preset('full-quality');
    const design = { ...base, filter: { ...base.filter, alignedSum } };
    const of = (format: string, bytes: number) =>
      explained(
        [
          image(format, 1, 1, Array(bytes).fill(60)),
          { sampler: LINEAR },
          { id: 1, image: 'it', sampler: 'it', coord: [0.5, 0.5], lod: 0 },
        ],
        design,
      );
    const step = (format: string, bytes: number) => stepOf(of(format, bytes), 'Filter unit', 'kept bits');
    expect([step('r16_sfloat', 2)?.value, step('r32_sfloat', 4)?.value, step('r8_srgb', 1)?.value]).toEqual([
      15, 28, 8,
    ]);
    expect(step('r16_sfloat', 2)?.note).toMatch(/rounded nearest-away to a float of 11 bits$/);
    expect(step('r8_unorm', 1)).toBeUndefined();
  });
});

describe('explain, of a depth comparison', () => {
  // d16 codes 0, 16384, 32768 and 65535 at u, v with weights 3/4 and 1/4, 1/2 and 1/2.
  const CODES = [0, 16384, 32768, 65535];
  const WEIGHTS = [3 / 8, 1 / 8, 3 / 8, 1 / 8];
  const HOLDS: Readonly<Record<(typeof COMPARE_OPS)[number], (a: number, b: number) => boolean>> = {
    never: () => false,
    less: (a, b) => a < b,
    equal: (a, b) => a === b,
    less_or_equal: (a, b) => a <= b,
    greater: (a, b) => a > b,
    not_equal: (a, b) => a !== b,
    greater_or_equal: (a, b) => a >= b,
    always: () => true,
  };
  const depths = image(
    'd16_unorm',
    2,
    2,
    CODES.flatMap((code) => [code & 255, code >> 8]),
  );
  const compared = (compareOp: string, more: object, design = preset('full-quality')) =>
    explained(
      [
        depths,
        { sampler: { ...LINEAR, compareEnable: true, compareOp } },
        { id: 1, image: 'it', sampler: 'it', coord: [0.375, 0.5], dref: 0.25, ...more },
      ],
      design,
    );

  it.each(COMPARE_OPS)(
    'shows the operation, the reference, and the depth, outcome and weight of each tap: %s',
    (op) => {
      const it = compared(op, { lod: 0 });
      expect([inFilter(it, 'compare op'), inFilter(it, 'dref')]).toEqual([op, 0.25]);
      // 0.25 * 65535 = 16383.75 is 16384 as a code.
      expect(inFilter(it, 'reference')).toBe('16384/65535');
      const taps = table(it, 'Pass 0');
      const outcomes = CODES.map((code) => (HOLDS[op](16384, code) ? 1 : 0));
      expect(taps.map(({ depth }) => depth)).toEqual(CODES.map((code) => `${code}/65535`));
      expect(taps.map(({ passes }) => Number(passes))).toEqual(outcomes);
      expect(taps.map(({ weight }) => fraction(weight))).toEqual(WEIGHTS);
      expect(inResult(it)[0]).toBe(sum(outcomes.map((outcome, n) => outcome * WEIGHTS[n])));
    },
  );

  it('shows the reference as it is where the design does not round it', () => {
    const design = preset('full-quality');
    const exact = { ...design, filter: { ...design.filter, depthReference: 'exact' as const } };
    expect(inFilter(compared('less', { lod: 0 }, exact), 'reference')).toBe('16383.75/65535');
  });

  it('shows depths and outcomes of a gather in the order of its result', () => {
    const it = compared('less', { op: 'gather' });
    const order = [2, 3, 1, 0].map((n) => CODES[n]);
    expect(table(it, 'Pass 0').map(({ depth }) => depth)).toEqual(order.map((code) => `${code}/65535`));
    expect(table(it, 'Pass 0').map(({ passes }) => Number(passes))).toEqual(
      order.map((code) => (16384 < code ? 1 : 0)),
    );
    expect(inResult(it)).toEqual(order.map((code) => (16384 < code ? 1 : 0)));
  });
});

describe('explain, of a footprint query', () => {
  it.each([
    { coord: [0.25, 0.24], granularity: 1, size: [2, 2] },
    { coord: [0.98, 0.5], granularity: 3, size: [4, 4] },
  ])('shows texels, groups, anchor, offset and mask at $coord (Vulkan: Texel Footprint Evaluation)', (query) => {
    const { coord, granularity, size } = query;
    const it = explained([
      image('r8_unorm', 64, 64, new Array<number>(64 * 64).fill(7)),
      { sampler: LINEAR },
      { id: 1, op: 'footprint', image: 'it', sampler: 'it', coord, lod: 0, granularity },
    ]);
    const along = coord.map((u) => [0, 1].map((n) => Math.min(63, Math.floor(u * 64 - 0.5) + n)));
    const texels = [0, 1, 2, 3].map((n) => [along[0][n & 1], along[1][n >> 1]]);
    const groups = texels.map((texel) => texel.map((i, axis) => Math.floor(i / size[axis])));
    const bits = groups.map(([x, y]) => 8 * (y % 8) + (x % 8));
    expect(table(it, 'Pass 0')).toEqual(
      texels.map((texel, n) => ({
        tap: String(n),
        texel: `(${texel.join(', ')})`,
        group: `(${groups[n].join(', ')})`,
        'mask bit': String(bits[n]),
      })),
    );
    const last = [0, 1].map((axis) => Math.max(...groups.map((group) => group[axis])));
    const first = [0, 1].map((axis) => Math.min(...groups.map((group) => group[axis])));
    const anchor = last.map((group) => Math.floor(group / 8));
    expect(inPass(it, 'anchor')).toBe(anchor.join(', '));
    expect(inPass(it, 'offset')).toBe(anchor.map((a, axis) => Math.max(0, 8 * a - first[axis])).join(', '));
    const mask = bits.reduce((all, bit) => all | (1n << BigInt(bit)), 0n);
    expect([inPass(it, 'mask low'), inPass(it, 'mask high')]).toEqual([
      Number(mask & 0xffffffffn),
      Number(mask >> 32n),
    ]);
    expect([inPass(it, 'level'), inPass(it, 'granularity')]).toEqual([0, granularity]);
  });

  it('says that a level that is not read has no footprint', () => {
    const coarse = { op: 'footprint', image: 'it', sampler: 'it', coord: [0.5, 0.5], lod: 0, coarse: true };
    const it = explained([image('r8_unorm', 2, 2, [1, 2, 3, 4]), { sampler: LINEAR }, { id: 1, ...coarse }]);
    expect(inPass(it, 'footprint')).toBe('empty');
  });
});

describe('explain, of a cubic filter', () => {
  it('shows four weights along each axis, of whose products the 16 taps have theirs', () => {
    const bytes = Array.from({ length: 25 }, (_, n) => 10 * n);
    const it = explained([
      image('r8_unorm', 5, 5, bytes),
      { sampler: { ...LINEAR, magFilter: 'cubic', minFilter: 'cubic', cubicWeights: 'b_spline' } },
      { id: 1, image: 'it', sampler: 'it', coord: [0.45, 0.55], lod: 0 },
    ]);
    // 0.45 * 5 - 0.5 = 1.75 and 0.55 * 5 - 0.5 = 2.25.
    const spline = (f: number) =>
      [(1 - f) ** 3, 3 * f ** 3 - 6 * f ** 2 + 4, -3 * f ** 3 + 3 * f ** 2 + 3 * f + 1, f ** 3].map((w) => w / 6);
    const { cubicWeightBits } = preset('full-quality').filter;
    const weights = [spline(0.75), spline(0.25)].map((exact, axis) =>
      exact.map((weight, n) => {
        const step = stepOf(it, 'Pass 0', `weight ${'uv'[axis]}${n}`)!;
        expect(step.note).toBe(`of texel ${n + axis} before the wrap; cubic`);
        // A weight errs by 3/4 of its last bit at most.
        expect(Math.abs(Number(step.value) - weight)).toBeLessThanOrEqual(0.75 / 2 ** cubicWeightBits);
        return Number(step.value);
      }),
    );
    for (let j = 0; j < 4; j++) {
      const taps = table(it, `Pass ${j}`);
      expect(taps.map(({ texel }) => texel)).toEqual([0, 1, 2, 3].map((i) => `(${i}, ${j + 1})`));
      expect(taps.map(({ r }) => r)).toEqual([0, 1, 2, 3].map((i) => `${bytes[5 * (j + 1) + i]}/255`));
      expect(taps.map(({ weight }) => fraction(weight))).toEqual(weights[0].map((weight) => weight * weights[1][j]));
    }
    // Weights are given in the first pass of a sample.
    expect(stepOf(it, 'Pass 1', 'weight u0')).toBeUndefined();
  });
});

describe("explain, of a Y'CbCr conversion", () => {
  const LUMA = Array.from({ length: 16 }, (_, n) => 16 + 12 * n);
  // Cb and Cr of the four chroma texels.
  const CHROMA = [
    [100, 140],
    [90, 200],
    [128, 120],
    [60, 240],
  ];
  const converted = (conversion: object) =>
    explained([
      image('g8_b8r8_2plane_420_unorm', 4, 4, [...LUMA, ...CHROMA.flat()]),
      { sampler: { ...LINEAR, ycbcrConversion: { ycbcrModel: 'ycbcr_709', chromaFilter: 'linear', ...conversion } } },
      { id: 1, image: 'it', sampler: 'it', coord: [0.40625, 0.59375], lod: 0 },
    ]);
  const held = (i: number, size: number) => Math.max(0, Math.min(i, size - 1));
  /** Bilinear interpolation at u, v in texels, clamped to the edge. */
  function bilinear(size: number, u: number, v: number, texel: (n: number) => number): number {
    const [i, j] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
    const [a, b] = [u - 0.5 - i, v - 0.5 - j];
    const at = (x: number, y: number) => texel(size * held(y, size) + held(x, size));
    return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j)) + b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
  }
  const row = (of: Explained, name: string) => {
    const found = table(of, 'Filter unit').find(({ after }) => after === name)!;
    return [found.r, found.g, found.b].map(Number);
  };

  // The sample lies at 1.625, 2.375 of the luma; every product is exact.
  const [U, V] = [1.625, 2.375];
  /** Chroma at each luma texel, which lies between chroma texels, then filtered like luma. */
  const atTexels = (c: 0 | 1) =>
    bilinear(4, U, V, (n) => bilinear(2, ((n % 4) + 0.5) / 2, (Math.floor(n / 4) + 0.5) / 2, (m) => CHROMA[m][c]));

  it.each([
    {
      name: 'implicit',
      conversion: { ycbcrRange: 'itu_narrow', xChromaOffset: 'cosited_even', yChromaOffset: 'midpoint' },
      // Cosited chroma: u' = (u + 1/2) / 2; v' = v / 2 for midpoint.
      chroma: (c: 0 | 1) => bilinear(2, (U + 0.5) / 2, V / 2, (n) => CHROMA[n][c]),
    },
    {
      name: 'explicit',
      conversion: {
        ycbcrRange: 'itu_full',
        xChromaOffset: 'midpoint',
        yChromaOffset: 'midpoint',
        forceExplicitReconstruction: true,
      },
      chroma: atTexels,
    },
  ])('shows reconstruction, range expansion and model conversion: $name', ({ name, conversion, chroma }) => {
    const it = converted(conversion);
    expect(inFilter(it, 'reconstruction')).toBe(`${name}, linear`);
    expect([inFilter(it, 'model'), inFilter(it, 'range')]).toEqual(['ycbcr_709', conversion.ycbcrRange]);
    const [y, cb, cr] = [bilinear(4, U, V, (n) => LUMA[n]), chroma(0), chroma(1)].map((code) =>
      Math.fround(code / 255),
    );
    expect(row(it, 'reconstruction')).toEqual([cr, y, cb]);
    const narrow = conversion.ycbcrRange === 'itu_narrow';
    const luma = narrow ? (255 * y - 16) / 219 : y;
    const [blue, red] = [cb, cr].map((c) => (255 * c - 128) / (narrow ? 224 : 255));
    expect(row(it, 'range expansion')).toEqual([red, luma, blue]);
    const [kr, kb] = [0.2126, 0.0722];
    const r = luma + 2 * (1 - kr) * red;
    const b = luma + 2 * (1 - kb) * blue;
    const color = [r, (luma - kr * r - kb * b) / (1 - kr - kb), b].map(Math.fround);
    expect(row(it, 'model conversion')).toEqual(color);
    expect(inResult(it).slice(0, 3)).toEqual(color);
  });

  it('shows taps of luma and chroma, each with its own components and weights that sum to 1', () => {
    const it = converted({ ycbcrRange: 'itu_full', forceExplicitReconstruction: true });
    const taps = [0, 1, 2, 3, 4].map((pass) => table(it, `Pass ${pass}`));
    const luma = [5, 6, 9, 10].map((n) => ['', `${LUMA[n]}/255`, '']);
    expect(taps[0].map(({ r, g, b }) => [r, g, b])).toEqual(luma);
    const chroma = taps.slice(1).flat();
    expect(sum(taps[0].map(({ weight }) => fraction(weight)))).toBe(1);
    expect(sum(chroma.map(({ weight }) => fraction(weight)))).toBe(1);
    for (const { r, g, b, texel } of chroma) {
      const [i, j] = /\((\d), (\d)\)/.exec(texel)!.slice(1).map(Number);
      const [cb, cr] = CHROMA[2 * j + i];
      expect([r, g, b]).toEqual([`${cr}/255`, '', `${cb}/255`]);
    }
  });
});

describe('explain, of a cube', () => {
  const SIZE = 4;
  const FACES = ['+x', '-x', '+y', '-y', '+z', '-z'];
  const code = (face: number, i: number, j: number) => 40 * face + SIZE * j + i;
  const bytes = FACES.flatMap((_, face) =>
    Array.from({ length: SIZE * SIZE }, (_, n) => code(face, n % SIZE, Math.floor(n / SIZE))),
  );
  const sampled = (coord: readonly number[]) =>
    explained([
      image('r8_unorm', SIZE, SIZE, bytes, { layers: 6 }),
      { view: { name: 'cube', image: 'it', viewType: 'cube' } },
      { sampler: LINEAR },
      { id: 1, image: 'cube', sampler: 'it', coord, lod: 0 },
    ]);
  const front = (of: Explained, name: string) => stepOf(of, 'Front end', name)!.value;

  it.each(FACES.map((name, face) => ({ name, face })))(
    'shows face $name, its coordinates, and the face of each tap beyond an edge',
    ({ name, face }) => {
      // Twice as long as the cube's: s_c and t_c of -15/8 and 1/4 on each face.
      const it = sampled(directionTo(face, -15 / 16, 1 / 8).map((component) => 2 * component));
      expect(front(it, 'major axis')).toBe(name);
      expect([front(it, 'sc'), front(it, 'tc')]).toEqual([-15 / 8, 1 / 4]);
      expect(front(it, 'rc')).toBe(face % 2 === 0 ? 2 : -2);
      expect([front(it, 'u'), front(it, 'v')]).toEqual([1 / 32, 9 / 16]);
      // u * 4 - 1/2 is -3/8: the column beyond the left edge, and the first.
      const taps = table(it, 'Pass 0');
      for (const [n, [i, j]] of [
        [-1, 1],
        [0, 1],
        [-1, 2],
        [0, 2],
      ].entries()) {
        const at = i < 0 ? acrossEdge({ face, i, j }, SIZE) : { face, i, j };
        const read = `(${at.i}, ${at.j}) of ${FACES[at.face]}`;
        expect(taps[n].texel).toBe(i < 0 ? `(${i}, ${j}) -> ${read}` : read);
        expect(taps[n].r).toBe(`${code(at.face, at.i, at.j)}/255`);
      }
    },
  );

  it('shows the taps whose average is the texel that a corner lacks', () => {
    const it = sampled([1, 1, 1]);
    const taps = table(it, 'Pass 0');
    // Beyond the upper right corner of +z.
    expect(taps[1].texel).toBe('(4, -1) -> corner, mean of 0, 2, 3');
    const others = [0, 2, 3].map((n) => fraction(taps[n].r));
    // The average of codes is a code.
    expect(taps[1].r).toBe(`${Math.round((255 * sum(others)) / 3)}/255`);
  });
});

describe('explain, of a box filter', () => {
  const SIZE = 32;
  const bytes = Array.from({ length: SIZE * SIZE }, (_, n) => (7 * n) % 251);
  const boxed = (boxSize: readonly number[]) =>
    explained([
      image('r8_unorm', SIZE, SIZE, bytes),
      { sampler: NEAREST },
      { id: 1, op: 'box_filter', image: 'it', sampler: 'it', coord: [0.5078125, 0.46875], boxSize },
    ]);
  // The centre in texels.
  const CENTRE = [16.25, 15];

  /** The part of texel i that a box covers. */
  const part = (i: number, start: number, length: number) =>
    Math.max(0, Math.min(i + 1, start + length) - Math.max(i, start));

  it.each([[[1.5, 1]], [[4.5, 3.25]], [[16, 16.5]]])(
    'shows what a box of %j covers of each column and row',
    (boxSize) => {
      const it = boxed(boxSize);
      const start = CENTRE.map((centre, axis) => centre - boxSize[axis] / 2);
      const covered = start.map((from, axis) => Array.from({ length: SIZE }, (_, i) => part(i, from, boxSize[axis])));
      for (const [axis, name] of ['u', 'v'].entries()) {
        expect(stepOf(it, 'Pass', `centre ${name}`)!.value).toBe(CENTRE[axis]);
        expect(stepOf(it, 'Pass', `length ${name}`)!.value).toBe(boxSize[axis]);
        expect(stepOf(it, 'Pass', `start ${name}`)!.value).toBe(start[axis]);
        const shown = new Array<number>(SIZE).fill(0);
        for (const step of it.sections.find(({ title }) => title.startsWith('Pass'))!.steps) {
          const run = new RegExp(`^${['column', 'row'][axis]}s? (\\d+)(?: to (\\d+))?$`).exec(step.name);
          if (run !== null) shown.fill(Number(step.value), Number(run[1]), Number(run[2] ?? run[1]) + 1);
        }
        expect(shown).toEqual(covered[axis]);
      }
      const area = boxSize[0] * boxSize[1];
      expect(inFilter(it, 'weight_sum')).toBe(area * 2 ** 16);
      expect(inFilter(it, 'divisor')).toBe(area * 2 ** 16 * 255);
      const total = sum(bytes.map((byte, n) => byte * covered[0][n % SIZE] * covered[1][Math.floor(n / SIZE)]));
      expect(table(it, 'Filter unit').at(-1)!.r).toBe(String(total * 2 ** 16));
      expect(inResult(it)[0]).toBe(Math.fround(total / (area * 255)));
      expect(it.footprints.map(({ box }) => box)).toEqual([{ start, length: boxSize }]);
    },
  );

  it('stays small, however large the box is', () => {
    for (const length of [4, 16, 31]) {
      const it = boxed([length, length]);
      expect(JSON.stringify(it, null, 2).length).toBeLessThan(11_000);
      expect(table(it, 'Cycles').map(({ stage }) => stage)).toHaveLength(8);
    }
  });
});

describe('explain, of a weighted sample and of a block match', () => {
  const bytes = [0, 64, 128, 192, 16, 80, 144, 208, 32, 96, 160, 224, 48, 112, 176, 240];

  it('shows the kernel, its phase, and the weight of each tap', () => {
    // Four phases of a kernel of two texels, a layer each.
    const kernel = [10, 20, 30, 40, 50, 60, 70, 80];
    const it = explained([
      image('r8_unorm', 4, 4, bytes),
      { image: { name: 'kernel', format: 'r8_unorm', width: 2, height: 1, layers: 4, levels: [base64(...kernel)] } },
      {
        view: {
          name: 'weights',
          image: 'kernel',
          viewType: '2d_array',
          weights: { filterCenter: [0, 0], filterSize: [2, 1], numPhases: 4 },
        },
      },
      { sampler: NEAREST },
      // 1.25, 2.75 in texels: less 1/2 the fractions are 3/4 and 1/4, in phases 1 and 0 of two.
      { id: 1, op: 'sample_weighted', image: 'it', sampler: 'it', weights: 'weights', coord: [0.3125, 0.6875] },
    ]);
    expect([inPass(it, 'kernel'), inPass(it, 'phase'), inPass(it, 'weight of 1')]).toEqual(['2 x 1', '1, 0', 255]);
    const taps = table(it, 'Pass 0');
    expect(taps.map(({ weight }) => weight)).toEqual(['30/255', '40/255']);
    expect(taps.map(({ r }) => r)).toEqual([bytes[9], bytes[10]].map((byte) => `${byte}/255`));
    expect(inFilter(it, 'divisor')).toBe(255 * 255);
    expect(inResult(it)[0]).toBe(Math.fround((30 * bytes[9] + 40 * bytes[10]) / 255 / 255));
  });

  it.each(['sad', 'ssd'])('shows the %s of each match of a window, and its place', (metric) => {
    const it = explained([
      image('r8_unorm', 4, 4, bytes),
      { sampler: { ...NEAREST, unnormalizedCoordinates: true, windowExtent: [2, 2], windowCompareMode: 'min' } },
      {
        id: 1,
        op: 'block_match',
        image: 'it',
        sampler: 'it',
        reference: 'it',
        coord: [0, 0],
        referenceCoord: [1, 1],
        blockSize: [2, 1],
        metric,
        form: 'window',
      },
    ]);
    const difference = (a: number, b: number) => (metric === 'sad' ? Math.abs(a - b) : (a - b) ** 2);
    // Column by column; the block of the reference is at 1, 1.
    const sums = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map(([x, y]) => sum([0, 1].map((n) => difference(bytes[5 + n], bytes[4 * y + x + n]))));
    const rows = table(it, 'Filter unit');
    expect(rows.map(({ after }) => after)).toEqual(
      ['0, 0', '0, 1', '1, 0', '1, 1'].map((at, n) => `match ${n} (${at})`),
    );
    expect(rows.map(({ r }) => Number(r))).toEqual(sums);
    const divisor = metric === 'sad' ? 255 : 255 ** 2;
    expect([inFilter(it, 'metric'), inFilter(it, 'divisor')]).toEqual([metric, divisor]);
    expect(inResult(it)).toEqual([Math.fround(Math.min(...sums) / divisor), 1, 1, 0]);
  });
});
