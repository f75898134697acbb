import { useMemo } from 'preact/hooks';
import { chartFigure, type PlotArea, polyline, short } from '../../platform/pages/chart.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { shareBars } from '../../platform/pages/share-bars.ts';
import { percent } from '../../platform/pages/wording.ts';
import { numbersOf, valueText } from './data/design-table.ts';
import { MeasureChoice } from './charts/measure-choice.tsx';
import { type Effect, mainEffects } from './data/main-effects.ts';
import { axisLabel, placeScale, valueScale } from './data/value-scale.ts';
import type { PageView } from './data/view.ts';

/** The effect of each field on a measure, the greatest first. */
export function Effects({ table, measures, designs, chosen, choose }: PageView) {
  const measure = measures.find(({ name }) => name === chosen.effect)!;
  const html = useMemo(() => {
    const effects = mainEffects(table.fields, designs, numbersOf(measure, table.count));
    const kinds = [{ name: 'share of the variance', color: 'var(--series-1)' }];
    const bars = effects.map(({ field, share }) => ({ name: field, counts: [100 * share], of: 100 }));
    const title = `Share of the variance of ${measure.name} that each field explains`;
    const shares = effects.length === 0 ? '' : shareBars(title, 'share of the variance', kinds, bars);
    const ends = effects.flatMap(({ groups }) => groups.flatMap(({ mean, spread }) => [mean - spread, mean + spread]));
    const scale = valueScale(ends);
    const figures = effects.map((effect) => effectFigure(effect, axisLabel(measure), scale));
    return `${shares}<div class="grid">${figures.join('')}</div>`;
  }, [measure, designs, table]);
  return (
    <section id="effects">
      <h2>Main effects</h2>
      <p class="note">
        The field that matters most comes first: the part of the variance that lies between the means of its values. A
        dot is the mean of the filtered designs with the value, the bar about it one standard deviation. Fields that
        vary together share their effect.
      </p>
      <div class="controls">
        <MeasureChoice
          label="Measure"
          {...{ measures }}
          value={measure.name}
          onChange={(effect) => choose({ effect })}
        />
      </div>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function effectFigure({ field, share, groups }: Effect, label: string, scale: ReturnType<typeof valueScale>): string {
  const marks = (area: PlotArea) => {
    const { across, up } = area;
    const means = groups.map(({ mean }, n) => [n, mean] as const);
    const bars = groups.map(({ label: value, count, mean, spread }, n) => {
      const x = short(across(n));
      const tip = `${field} ${value}: mean ${valueText(mean)}, deviation ${valueText(spread)}, ${count} designs`;
      return `<g><title>${escaped(tip)}</title><path d="M${x} ${short(up(mean - spread))}V${short(up(mean + spread))}" style="stroke:var(--series-1);stroke-width:6" opacity="0.3"/><circle cx="${x}" cy="${short(up(mean))}" r="5" style="fill:var(--series-1)"/></g>`;
    });
    return `<path d="${polyline(means, area)}" class="line" style="stroke:var(--series-1)" opacity="0.5"/>${bars.join('')}`;
  };
  const [x, y] = [
    { label: field, scale: placeScale(groups.map((group) => group.label)) },
    { label, scale },
  ];
  return chartFigure({ title: `${field}: ${percent(share)}`, height: 170, x, y, marks });
}
