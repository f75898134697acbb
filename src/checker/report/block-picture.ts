import { bcValues } from '../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import type { BcValues } from '../../../rtl-model/formats/blocks/bc/bc-values.ts';
import type { BcDesign } from '../../../rtl-model/design/design.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { svgFile } from '../../platform/pages/svg-file.ts';

/** Fields of `decoder.bc` that are drawn. */
type DrawnField = 'fiveBits.third' | 'sixBits.third' | 'alpha';

/** A decoder of blocks, with the fields of it that something is known of. */
export interface DrawnDecoder {
  readonly title: string;
  readonly bc: BcDesign;
  readonly knows: (field: DrawnField) => boolean;
}

/** A component between two ends, of 0 to 1, over `ends` values of each end. */
interface DrawnComponent {
  readonly title: readonly string[];
  readonly field: DrawnField;
  readonly ends: number;
  readonly value: (values: BcValues, end0: number, end1: number) => number;
}

/** Every 17th end of 8 bits is drawn, 0 and 255 among them: no multiples of the 5 and 7 that sums are divided by. */
const STEP = 17;

const COMPONENTS: readonly DrawnComponent[] = [
  { title: ['red and blue', '5 bits'], field: 'fiveBits.third', ends: 32, value: third(5, 0) },
  { title: ['green', '6 bits'], field: 'sixBits.third', ends: 64, value: third(6, 1) },
  {
    title: ['alpha of BC3', '8 bits, every 17th'],
    field: 'alpha',
    ends: 255 / STEP + 1,
    value: ({ ramps: { alpha } }, end0, end1) =>
      alpha.value(PLAIN, STEP * end0, STEP * end1, SECOND_CODE) / alpha.scale.one,
  },
];

/** The code of the colour or alpha that is nearer to the first end than to the second, but none of them. */
const SECOND_CODE = 2;

function third(bits: 5 | 6, channel: number): DrawnComponent['value'] {
  return (values, end0, end1) => values.color(PLAIN, bits, end0, end1, SECOND_CODE) / values.colorScales[channel].one;
}

/** Magnitudes of differences in codes of 8 bits from which on a colour holds, and the colours below and above the ideal. */
const BINS = [1 / 64, 1 / 4, 1 / 2, 1, 2, 4];
const BELOW = ['#d6e6f4', '#abcfe5', '#6aaed6', '#3787c0', '#105ba4', '#08306b'];
const ABOVE = ['#fee3d6', '#fcbea5', '#fb8f6f', '#f4503a', '#c9181d', '#67000d'];

function colorOf(difference: number): string {
  const bin = BINS.findLastIndex((least) => Math.abs(difference) >= least);
  return bin < 0 ? '#fff' : (difference < 0 ? BELOW : ABOVE)[bin];
}

/** Places in SVG units: a map, the gap between two, the titles of rows and columns. */
const [SIDE, GAP, LEFT, TOP, LINE] = [150, 14, 110, 44, 16];
const WIDTH = (columns: number) => LEFT + columns * (SIDE + GAP);

/**
 * The component between two ends as decoders have it, less the exact one, over both ends: a row for each component, a column
 * for each decoder after the exact values in grey.
 */
export function blockPicture(decoders: readonly DrawnDecoder[]): string {
  const exact = bcValues(null);
  const columns = ['exact', ...decoders.map(({ title }) => title)];
  const across = (n: number) => LEFT + n * (SIDE + GAP);
  const down = (row: number) => TOP + row * (SIDE + GAP);
  const heads = columns.map((title, n) =>
    wordLines(title)
      .map((line, k) => `<text class="x" x="${across(n) + SIDE / 2}" y="${LINE * (k + 1)}">${escaped(line)}</text>`)
      .join(''),
  );
  const rows = COMPONENTS.map((component, row) => {
    const { title, field, ends, value } = component;
    const label = title.map(
      (line, k) => `<text x="0" y="${down(row) + LINE * (k + 1)}"${k > 0 ? ' class="label"' : ''}>${line}</text>`,
    );
    const gray = (a: number, b: number) => {
      const level = 8 * Math.round((255 / 8) * value(exact, a, b));
      return `rgb(${level},${level},${level})`;
    };
    const maps = decoders.map((decoder, n) => {
      const of = (a: number, b: number) => colorOf(blockDifference(decoder, field, a, b));
      return map(across(n + 1), down(row), ends, decoder.knows(field) ? of : null);
    });
    return [...label, map(across(0), down(row), ends, gray), ...maps].join('\n');
  });
  return svgFile(
    WIDTH(columns.length),
    down(COMPONENTS.length) + 3 * LINE,
    [...heads, ...rows, legend(down(COMPONENTS.length))].join('\n'),
    'path { stroke-width: 1; fill: none; }',
  );
}

/** The component of a decoder less the exact one, in codes of 8 bits. @param end0,end1 numbers of drawn ends */
export function blockDifference({ bc }: DrawnDecoder, drawn: DrawnField, end0: number, end1: number): number {
  const { value } = COMPONENTS.find(({ field }) => field === drawn)!;
  return 255 * (value(bcValues(bc), end0, end1) - value(bcValues(null), end0, end1));
}

/** One cell for each pair of ends: the first one to the right, the second one downwards. Null draws an empty frame. */
function map(x: number, y: number, ends: number, color: ((end0: number, end1: number) => string) | null): string {
  const frame = `<rect class="grid" width="${SIDE}" height="${SIDE}"/>`;
  if (color === null) {
    return `<g transform="translate(${x} ${y})">${frame}<text class="x label" x="${SIDE / 2}" y="${SIDE / 2}">not known</text></g>`;
  }
  const runs = new Map<string, string>();
  for (let b = 0; b < ends; b++) {
    for (let a = 0, until = 0; a < ends; a = until) {
      const own = color(a, b);
      for (until = a + 1; until < ends && color(until, b) === own;) until++;
      if (own !== '#fff') runs.set(own, `${runs.get(own) ?? ''}M${a} ${b + 0.5}h${until - a}`);
    }
  }
  const paths = [...runs].map(([stroke, d]) => `<path stroke="${stroke}" d="${d}"/>`);
  const scale = SIDE / ends;
  return `<g transform="translate(${x} ${y})"><g transform="scale(${scale})" shape-rendering="crispEdges">${paths.join('')}</g>${frame}</g>`;
}

/** Colours from the lowest difference to the highest one. */
function legend(y: number): string {
  const bounds = BINS.slice(1).map(String);
  const entries = [
    ...BELOW.map((color, bin) => ({ color, name: bin === 0 ? '' : `-${bounds[bin - 1]}` })).toReversed(),
    { color: '#fff', name: '0' },
    ...ABOVE.map((color, bin) => ({ color, name: bin === 0 ? '' : bounds[bin - 1] })),
  ];
  const width = 46;
  const cells = entries.map(({ color, name }, n) => {
    const x = LEFT + n * width;
    return `<rect class="grid" x="${x}" y="${y}" width="${width}" height="${LINE}" style="fill:${color}"/><text class="x" x="${x + width / 2}" y="${y + 2 * LINE}">${name}</text>`;
  });
  return `<text x="0" y="${y + LINE - 3}">difference</text><text x="0" y="${y + 2 * LINE - 3}" class="label">8-bit codes</text>${cells.join('')}`;
}

/** A title in two lines at most, parted at a space near its middle. */
function wordLines(title: string): readonly string[] {
  const words = title.split(' ');
  const half = Math.ceil(words.length / 2);
  return words.length < 3 ? [title] : [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}
