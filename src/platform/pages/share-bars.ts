import { chartFigure, LETTER, LINE, type PlotArea, short, squareSign, textLines } from './chart.ts';
import { linearScale } from './chart-scale.ts';
import { escaped } from './escaped.ts';
import { grouped, percent } from './wording.ts';

/** A part of the bars: its name, and its colour as CSS. */
export interface ShareKind {
  readonly name: string;
  readonly color: string;
  /** Colour of the text on it; the panel's if absent. */
  readonly text?: string;
}

/** One bar: its name, and the count of each kind. A negative count is drawn back from the bar's end. */
export interface ShareBar {
  readonly name: string;
  readonly counts: readonly number[];
  /** The total of which the counts are shares. */
  readonly of: number;
}

const BAR = 20;
/** The space between the name of a bar and the bar before. */
const APART = 12;
/** The smallest width of a part with room for its percentage. */
const LABELLED = 48;

/**
 * Stacked bars, each below its whole name, on one scale that ends at the longest bar.
 *
 * @param label what the bars are shares of
 */
export function shareBars(
  title: string,
  label: string,
  kinds: readonly ShareKind[],
  bars: readonly ShareBar[],
): string {
  const longest = Math.max(...bars.map(({ counts, of }) => reach(counts) / Math.max(1, of)), 1e-9);
  const scale = linearScale(0, longest, (share) => `${Number((100 * share).toPrecision(3))} %`);
  const namesOf = (width: number) => bars.map(({ name }) => textLines(name, (width - 24) / LETTER));
  const heightOf = (width: number) =>
    namesOf(width).reduce((sum, lines) => sum + APART + LINE * lines.length + BAR, APART);
  const rows = (area: PlotArea) => {
    let y = area.top;
    return namesOf(area.width).map((lines, n) => {
      const texts = lines.map(
        (line, k) => `<text x="${area.left}" y="${short(y + APART + LINE * k + 8)}">${escaped(line)}</text>`,
      );
      y += APART + LINE * lines.length + BAR;
      return texts.join('') + parts(kinds, bars[n], y - BAR, area);
    });
  };
  const keys = kinds.map(({ name, color }) => ({ name, sign: squareSign(color) }));
  const marks = (area: PlotArea) => rows(area).join('\n');
  return chartFigure({ title, height: heightOf, x: { label, scale }, keys, marks }, true);
}

function parts(kinds: readonly ShareKind[], { name, counts, of }: ShareBar, y: number, { across }: PlotArea): string {
  let before = 0;
  return counts
    .map((count, k) => {
      if (count === 0 || of === 0) return '';
      const from = count > 0 ? before : before + count;
      before += count;
      const x = across(from / of);
      const width = across((from + Math.abs(count)) / of) - x;
      const { name: kind, color, text } = kinds[k];
      const tip = `${name}: ${kind} ${count < 0 ? '−' : ''}${grouped(Math.abs(count))}, ${percent(count / of)}`;
      const paint = count > 0 ? `fill:${color}` : `fill:none;stroke:${color};stroke-dasharray:4 3`;
      const rect = `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${BAR}" style="${paint}"><title>${escaped(tip)}</title></rect>`;
      if (width < LABELLED || count < 0) return rect;
      const ink = text === undefined ? '' : ` style="fill:${text}"`;
      return `${rect}<text x="${short(x + width / 2)}" y="${short(y + 15)}" class="inside"${ink}>${percent(count / of)}</text>`;
    })
    .join('');
}

/** The length of a bar: the sum of its positive counts. */
function reach(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + Math.max(0, count), 0);
}
