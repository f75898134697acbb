import { type DesignTable, MEAN } from './design-table.ts';
import type { ViewChoice } from './view.ts';

/** A name of the address that begins so has the name of a column after it. */
const FILTER = 'filter.';
const GOAL = 'goal.';
const MEAN_NAME = 'mean';

/** The part of the page's address after #: the choices that differ from those that the page opens with. */
export function viewToAddress(chosen: ViewChoice, first: ViewChoice, table: DesignTable): string {
  const address = new URLSearchParams();
  const [own, usual] = [chosen, first].map((choice) => textsOf(choice, table));
  for (const [name, text] of own) if (text !== usual.get(name)) address.set(name, text);
  return address.toString();
}

/** The names and texts of all choices. */
function textsOf(chosen: ViewChoice, { data, number }: DesignTable): ReadonlyMap<string, string> {
  const { workload, x, y, effect, over, by, shown, goals, filters, order, logarithmic, design } = chosen;
  const texts: readonly (readonly [string, string | null])[] = [
    ['workload', workload === MEAN ? MEAN_NAME : data.workloads[workload].name],
    ['x', x],
    ['y', y],
    ['effect', effect],
    ['over', over],
    ['by', by ?? ''],
    ['shown', shown.join()],
    ['order', `${order.rising ? '' : '-'}${order.column}`],
    ['scale', logarithmic ? 'log' : 'linear'],
    ['design', design === null ? null : number.text(design)],
    ...Object.entries(goals).map(([name, goal]) => [GOAL + name, goal] as const),
    ...Object.entries(filters).map(([name, text]) => [FILTER + name, text] as const),
  ];
  return new Map(texts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));
}

/** The choices of an address, and a line for each of its parameters that the page does not have. */
export function viewFromAddress(hash: string, first: ViewChoice, table: DesignTable) {
  const { data, axes } = table;
  const measures = data.measures.map(({ name }) => name);
  const columns = [table.number, ...table.fields, ...(table.fault ? [table.fault] : [])].map(({ name }) => name);
  columns.push(...measures);
  const faults: string[] = [];
  let chosen = first;
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const part = read(name, text);
    if (part === null) faults.push(`${name}=${text}`);
    else chosen = { ...chosen, ...part };
  }
  return { chosen, faults };

  function read(name: string, text: string): Partial<ViewChoice> | null {
    if (name.startsWith(FILTER)) {
      const column = name.slice(FILTER.length);
      return columns.includes(column) ? { filters: { ...chosen.filters, [column]: text } } : null;
    }
    if (name.startsWith(GOAL)) {
      const measure = name.slice(GOAL.length);
      const isGoal = text === 'least' || text === 'most';
      return measures.includes(measure) && isGoal ? { goals: { ...chosen.goals, [measure]: text } } : null;
    }
    switch (name) {
      case 'workload': {
        const place = text === MEAN_NAME ? MEAN : data.workloads.findIndex((workload) => workload.name === text);
        return place >= 0 || (text === MEAN_NAME && data.workloads.length > 1) ? { workload: place } : null;
      }
      case 'x':
      case 'y':
      case 'effect':
        return measures.includes(text) ? { [name]: text } : null;
      case 'over':
      case 'by': {
        const isNone = name === 'by' && text === '';
        if (!isNone && !axes.some((axis) => axis.name === text)) return null;
        return { [name]: isNone ? null : text };
      }
      case 'shown': {
        const shown = text === '' ? [] : text.split(',');
        return shown.every((measure) => measures.includes(measure)) ? { shown } : null;
      }
      case 'order': {
        const column = text.replace(/^-/, '');
        return columns.includes(column) ? { order: { column, rising: column === text } } : null;
      }
      case 'scale':
        return text === 'log' || text === 'linear' ? { logarithmic: text === 'log' } : null;
      case 'design': {
        const place = data.designs.findIndex((number) => String(number) === text);
        return place < 0 ? null : { design: place };
      }
      default:
        return null;
    }
  }
}
