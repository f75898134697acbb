import type { Step, StepTable } from '../../../explain/explanation.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { CycleSpan } from '../state/protocol.ts';
import { showCycles } from '../state/show-cycles.ts';
import type { ComparedStep, FirstDifference } from './compared-steps.ts';

/** Columns of cycles that lead into the region of time. */
const CYCLES: ReadonlySet<string> = new Set(['enters', 'leaves']);

export interface StepsTableProps {
  readonly title: string;
  readonly steps: readonly ComparedStep[];
  readonly compared: boolean;
  readonly parting: FirstDifference | null;
}

/** The steps of a unit: value, bits and format of each design. */
export function StepsTable({ title, steps, compared, parting }: StepsTableProps) {
  const cellsOf = (first: Step | null, second: Step | null) => (compared ? [first, second] : [first]).map(stepCell);
  return (
    <DataTable
      caption={`${title}: steps`}
      kind="steps"
      head={['Step', ...(compared ? ['Design A', 'Design B'] : ['Value'])]}
      rows={steps.map(({ name, first, second, differs }) => {
        const parts = parting?.section === title && parting.step === name;
        const cell = (
          <>
            {name}
            {parts && <strong class="parts-note"> A and B part here</strong>}
            <small>{(first ?? second)?.note}</small>
          </>
        );
        return {
          cells: [cell, ...cellsOf(first, second)],
          ...(parts ? { kind: 'parts', id: 'parting' } : { kind: differs ? 'differs' : '' }),
        };
      })}
    />
  );
}

function stepCell(step: Step | null) {
  if (step === null) return <span class="note">—</span>;
  const { value, bits, format } = step;
  return (
    <>
      {String(value)}
      {(bits !== undefined || format !== undefined) && (
        <small class="mono">
          {bits} {format}
        </small>
      )}
    </>
  );
}

export interface RowsTableProps extends Pick<StepsTableProps, 'title' | 'parting'> {
  readonly table: StepTable;
  /** The quad's stay in the pipeline, whose cycles are links into the region of time; null without links. */
  readonly stay: CycleSpan | null;
}

/** Rows of taps, look-ups, lerps or stays, each with the names of what it belongs to. */
export function RowsTable({ title, table: { columns, rows }, parting, stay }: RowsTableProps) {
  const parts = (row: readonly string[]) => parting?.section === title && parting.step === row[0];
  const pass = /^Pass (\d+)/.exec(title)?.[1];
  return (
    <div class="scrolling" tabIndex={0} role="region" aria-label={`${title}: table`}>
      <table>
        <caption>{title}: rows</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.join()}
              {...namesOf(columns, row, pass)}
              {...(parts(row) && { id: 'parting', class: 'parts', title: 'A and B part here' })}
            >
              {row.map((cell, n) => (
                <td key={columns[n]} class={/^0x|^[0-9a-f]{2} /.test(cell) ? 'mono' : ''}>
                  {stay !== null && cell !== '' && CYCLES.has(columns[n]) ? (
                    <button
                      type="button"
                      class="link"
                      aria-label={`${columns[n]} ${cell}: show in time`}
                      onClick={() => showCycles(stay, Number(cell))}
                    >
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The names of a row, as `markCounterparts` reads them. @param pass of the table; undefined where rows have their own */
function namesOf(columns: readonly string[], row: readonly string[], pass: string | undefined) {
  const cell = (column: string): string | undefined => row[columns.indexOf(column)];
  const line = cell('line');
  const own = pass ?? cell('pass') ?? /^pass (\d+)/.exec(cell('step') ?? '')?.[1];
  const isTap = pass !== undefined && cell('tap') !== undefined;
  const part = own === undefined ? [] : [`pass:${own}`];
  return {
    'data-is': isTap ? `tap:${pass}:${cell('tap')}` : line === undefined ? '' : `line:${line}`,
    'data-on': [...part, ...(isTap && line !== undefined ? [`line:${line}`] : [])].join(' '),
  };
}
