import { useRef } from 'preact/hooks';
import { screenColor } from '../../components/screen-byte.ts';
import { SaveButtons } from '../../components/figure.tsx';
import type { LevelFootprint, StepTable } from '../../../explain/explanation.ts';
import { countsText, footprintSvg } from '../../../explain/footprint-picture.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { ErrorShares } from '../components/error-shares.tsx';
import { Radios } from '../components/radios.tsx';
import { inspector, session } from '../state/inspector.ts';
import { ONE_DESIGN } from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { showCycles } from '../state/show-cycles.ts';
import type { Explanations, PixelExplanation } from '../state/protocol.ts';
import { type ComparedSection, comparedSections, partingOf } from './compared-steps.ts';
import { markCounterparts, namedElement } from './counterparts.ts';
import './pixel.css';
import { RowsTable, type RowsTableProps, StepsTable, type StepsTableProps } from './section-tables.tsx';

/** Sections that are closed at first. */
const CLOSED: ReadonlySet<string> = new Set(['Request', 'Cycles']);

/** The explanation of the chosen pixel. */
export function PixelPanel() {
  const { explanations } = useStored(session, 'explanations');
  const { pixel } = useStored(inspector, 'pixel');
  if (pixel === null) {
    return (
      <p class="note">
        Click a pixel of the picture, or choose one with the arrow keys: footprint, taps, registers, look-ups and the
        result are explained here.
      </p>
    );
  }
  if (explanations === null) return <p class="note explaining">…</p>;
  const { first } = explanations;
  if (first === null) return <p class="note">No request covers the pixel {pixel.join(', ')}.</p>;
  return <Explained {...explanations} first={first} />;
}

/** @param explanations whose pixel is that of the picture; requests of a trace may have none */
function Explained(explanations: Explanations & { readonly first: PixelExplanation }) {
  const { pixel, first, second, shares, afterAll } = explanations;
  const root = useRef<HTMLDivElement>(null);
  const { tablesOf } = useStored(inspector, 'tablesOf');
  const shown = second === null ? 'A' : tablesOf;
  const explanation = shown === 'B' ? second! : first;
  const sections = comparedSections(first, second);
  const parting = second === null ? null : partingOf(sections);
  const { id, op, lane, captured } = first;
  // The counterparts of what the pointer or the focus is on.
  const point = (event: Event) => markCounterparts(root.current!, namedElement(event));
  return (
    <div
      ref={root}
      class="explained"
      data-complete={afterAll}
      onPointerOver={point}
      onFocusIn={point}
      onPointerLeave={() => markCounterparts(root.current!, null)}
    >
      <p>
        Request {String(id)}: {op}, lane {lane}, pixel {pixel.join(', ')}.
        <small class="note">
          {afterAll ? 'Behind all requests before it.' : 'Cache empty: earlier requests run …'}
        </small>
      </p>
      <Swatch label={second === null ? first.design : `A: ${first.design}`} explanation={first} />
      {second !== null && <Swatch label={`B: ${second.design}`} explanation={second} />}
      {second !== null &&
        (parting === null ? (
          <p class="note">Every step of A and B has the same value.</p>
        ) : (
          <p>
            A and B part in {parting.section}: {parting.step}.{' '}
            <button
              type="button"
              onClick={() => document.getElementById('parting')?.scrollIntoView({ block: 'center' })}
            >
              Show
            </button>
          </p>
        ))}
      {second !== null && <ErrorShares where="this pixel" shares={shares} />}
      {captured !== null && (
        <p class={captured.verdict === 'permitted' ? 'pass' : captured.verdict === 'not permitted' ? 'fail' : 'open'}>
          {captured.text}
        </p>
      )}
      {second !== null && (
        <Radios
          legend="Footprint and tables of"
          name="shown"
          value={shown}
          options={ONE_DESIGN.map((one) => [one, one] as const)}
          onChange={(one) => inspector.update({ tablesOf: one })}
        />
      )}
      <Stay first={first} />
      <Footprints explanation={explanation} />
      {sections.map((section) => (
        <UnitSection
          key={section.title}
          {...{ section, parting, compared: second !== null }}
          table={(shown === 'B' ? section.second : section.first)?.table}
          stay={shown === 'A' ? explanation.stay : null}
        />
      ))}
    </div>
  );
}

interface UnitSectionProps extends Omit<StepsTableProps, 'title' | 'steps'>, Pick<RowsTableProps, 'stay'> {
  readonly section: ComparedSection;
  readonly table: StepTable | undefined;
}

/** The steps of a unit with both designs, and the rows of one. */
function UnitSection({ section: { title, steps }, parting, compared, table, stay }: UnitSectionProps) {
  const pass = /^Pass (\d+)/.exec(title)?.[1];
  return (
    <details open={!CLOSED.has(title)}>
      <summary data-is={pass === undefined ? '' : `pass:${pass}`}>{title}</summary>
      {steps.length > 0 && <StepsTable {...{ title, steps, compared, parting }} />}
      {table !== undefined && table.rows.length > 0 && <RowsTable {...{ title, table, parting, stay }} />}
    </details>
  );
}

/** The way to the cycles in which the first design has the quad in its pipeline. */
function Stay({ first: { stay } }: { readonly first: PixelExplanation }) {
  return (
    <p class="stay">
      <span>{stay === null ? 'Cycles …' : `Cycles ${grouped(stay.from)} to ${grouped(stay.to)}`}</span>
      <button type="button" disabled={stay === null} onClick={() => showCycles(stay!, stay!.from)}>
        Show in time
      </button>
    </p>
  );
}

/** The result: its colour and its components. */
function Swatch({ label, explanation }: { readonly label: string; readonly explanation: PixelExplanation }) {
  const steps = explanation.sections.find(({ title }) => title === 'Result')?.steps ?? [];
  return (
    <p class="swatch-line">
      <span class="swatch" style={{ background: explanation.color ? screenColor(explanation.color) : 'none' }} />
      <span>
        {label}
        <small>{explanation.description}</small>
        <small class="mono">
          {steps
            .map(({ name, value }) => `${name} ${typeof value === 'number' ? Number(value.toPrecision(7)) : value}`)
            .join('  ')}
        </small>
      </span>
    </p>
  );
}

function Footprints({ explanation: { footprints, around } }: { readonly explanation: PixelExplanation }) {
  if (footprints.length === 0) return null;
  return (
    <div class="footprint-list">
      {footprints.map((footprint, n) => (
        <FootprintFigure
          key={`${footprint.level} ${footprint.slice} ${n}`}
          footprint={footprint}
          svg={footprintSvg(footprint, `clip${n}`, around[n])}
        />
      ))}
    </div>
  );
}

function FootprintFigure({ footprint, svg }: { readonly footprint: LevelFootprint; readonly svg: string }) {
  const { level, slice, width, height, weight } = footprint;
  const place = `Level ${level}${slice === 0 ? '' : `, slice ${slice}`}`;
  const name = `Footprint, ${place}`;
  return (
    <figure data-name={name}>
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption>
        <span class="note">
          {place}: {width} × {height} texels; {Number((100 * weight).toFixed(2))} % of the result,{' '}
          {countsText(footprint)}
        </span>
        <SaveButtons name={name} />
      </figcaption>
    </figure>
  );
}
