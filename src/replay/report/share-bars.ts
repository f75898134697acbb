import { chartKeys, short } from '../../pages/chart.ts';
import { escaped } from '../../pages/escaped.ts';
import { grouped, percent } from '../../pages/wording.ts';

/** One bar: its name, and the count of each kind. A negative count is drawn back from the bar's end. */
export interface ShareBar {
  readonly name: string;
  readonly counts: readonly number[];
  /** The total of which the counts are shares. */
  readonly of: number;
  /** Text behind the bar. */
  readonly note?: string;
}

const WIDTH = 1120;
const NOTE = 90;
const ROW = 28;
const BAR = 20;
/** Width of a letter at the page's size. */
const LETTER = 6.6;
const LONGEST_NAME = 36;
/** The smallest width of a part with room for its percentage. */
const LABELLED = 48;

/** Stacked bars, one below the other, on one scale that ends at the longest bar. */
export function shareBars(
  title: string,
  kinds: readonly { readonly name: string; readonly color: string; readonly text: string }[],
  bars: readonly ShareBar[],
): string {
  const names = bars.map(({ name }) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name));
  const left = 16 + LETTER * Math.max(...names.map(({ length }) => length));
  const longest = Math.max(...bars.map(({ counts, of }) => reach(counts) / Math.max(1, of)), 1e-9);
  const scale = (WIDTH - left - NOTE) / longest;
  const rows = bars.map(({ name, counts, of, note }, row) => {
    const y = row * ROW;
    let before = 0;
    const parts = counts.map((count, k) => {
      if (count === 0 || of === 0) return '';
      const from = count > 0 ? before : before + count;
      before += count;
      const x = left + (from / of) * scale;
      const width = (Math.abs(count) / of) * scale;
      const tip = `<title>${escaped(`${name}: ${kinds[k].name} ${count < 0 ? '−' : ''}${grouped(Math.abs(count))}, ${percent(count / of)}`)}</title>`;
      const paint =
        count > 0 ? `fill="${kinds[k].color}"` : `fill="none" stroke="${kinds[k].color}" stroke-dasharray="4 3"`;
      const rect = `<rect x="${short(x)}" y="${y + 0.5}" width="${short(width)}" height="${BAR}" ${paint}>${tip}</rect>`;
      if (width < LABELLED || count < 0) return rect;
      return `${rect}<text x="${short(x + width / 2)}" y="${y + 15}" class="x part" style="fill:${kinds[k].text}">${percent(count / of)}</text>`;
    });
    const end = left + (of === 0 ? 0 : (reach(counts) / of) * scale);
    const behind =
      note === undefined ? '' : `<text x="${short(end + 8)}" y="${y + 15}" class="quiet">${escaped(note)}</text>`;
    return `<text x="${short(left - 8)}" y="${y + 15}" class="y">${escaped(names[row])}<title>${escaped(name)}</title></text>${parts.join('')}${behind}`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${escaped(title)}">
${rows.join('\n')}
</svg>${chartKeys(kinds)}`;
}

/** The length of a bar: the sum of its positive counts. */
function reach(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + Math.max(0, count), 0);
}
