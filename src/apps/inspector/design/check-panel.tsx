import { useEffect, useState } from 'preact/hooks';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { type Profile, PROFILE_NAMES } from '../../../checker/profiles.ts';
import { Choice } from '../../components/choice.tsx';
import { inspector } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import type { CheckAnswer, CheckQuestion, JudgedRule } from './quick-check.ts';
import type { WitnessTrace } from './witness-request.ts';
import { witnessRows } from '../../../checker/report/check-report.ts';

/** Milliseconds that a design must stay before it is judged. */
const PAUSE = 500;
const PROFILES = PROFILE_NAMES.map((name) => [name, name] as const);

interface CheckPanelProps {
  readonly design: Design;
  /** True while something else needs the machine more. */
  readonly waits: boolean;
  /** Opens the request of a witness as a trace. */
  readonly open: (trace: WitnessTrace, rule: JudgedRule) => void;
}

/** An answer, and what it is about. */
interface Answered {
  readonly design: Design;
  readonly profile: Profile['name'];
  readonly answer: CheckAnswer;
}

/** The quick check of a design, which runs in its worker: the rules that break, with their witnesses. */
export function CheckPanel({ design, waits, open }: CheckPanelProps) {
  const { profile } = useStored(inspector, 'profile');
  const [last, setLast] = useState<Answered | null>(null);
  const answer = last?.design === design && last.profile === profile ? last.answer : null;
  useEffect(() => {
    if (waits || answer?.kind === 'verdicts') return undefined;
    let end = () => {};
    const start = () =>
      (end = ask({ kind: 'check', design, profile }, (next) => setLast({ design, profile, answer: next })));
    const timer = setTimeout(start, PAUSE);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [design, profile, waits]);
  const rules = answer?.kind === 'verdicts' ? answer.rules : [];
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  return (
    <section class="quick-check" aria-label="Quick check">
      <div class="design-head">
        <h3>Quick check</h3>
        <Choice
          label="Profile"
          value={profile}
          options={PROFILES}
          onChange={(name) => inspector.update({ profile: name })}
        />
      </div>
      <p class="status" role="status">
        {statusText(answer, broken.length)}
      </p>
      <progress
        max={1}
        value={answer?.kind === 'progress' ? answer.part : answer === null ? 0 : 1}
        aria-label="Rules that are checked"
      />
      <details>
        <summary>Broken rules{answer?.kind === 'verdicts' && `: ${broken.length}`}</summary>
        <ul class="rules">
          {broken.map((rule) => (
            <BrokenRule key={rule.id} {...{ rule, design, profile, open }} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function statusText(answer: CheckAnswer | null, broken: number): string {
  if (answer === null) return 'waits for the design to stay as it is';
  if (answer.kind === 'progress') return `checks the rules: ${Math.round(100 * answer.part)} %`;
  if (answer.kind === 'fault') return answer.message;
  if (answer.kind !== 'verdicts') return '';
  const open = answer.rules.filter(({ verdict }) => verdict === 'open').length;
  const left = open === 0 ? '' : `, ${open} open`;
  if (broken === 0) return `No rule breaks: ${answer.rules.length} checked${left}`;
  return `${broken} of ${answer.rules.length} rules break${left}`;
}

interface BrokenRuleProps extends Omit<CheckPanelProps, 'waits'> {
  readonly rule: JudgedRule;
  readonly profile: Profile['name'];
}

function BrokenRule({ rule, design, profile, open }: BrokenRuleProps) {
  const { id, title, specification, section, limit, unit, required, measured, witness } = rule;
  const [search, setSearch] = useState('');
  const [running, setRunning] = useState<() => void>(() => () => {});
  useEffect(() => running, [running]);
  const find = () => {
    setSearch('searching ...');
    const question: CheckQuestion = { kind: 'witness', design, profile, rule: id, witness: witness! };
    const end = ask(question, (answer) => {
      if (answer.kind === 'progress') return;
      const trace = answer.kind === 'witness' ? answer.trace : null;
      setSearch(trace === null ? 'no request that the design takes' : '');
      if (trace !== null) open(trace, rule);
    });
    setRunning(() => end);
  };
  return (
    <li data-rule={id}>
      <b>{title}</b>{' '}
      <small>
        {specification} {section}
      </small>
      <p>{limit}</p>
      <p>
        Measured {shortNumber(measured)} {unit}, required {shortNumber(required)} {unit}.
      </p>
      {witness?.inputs.image !== undefined && (
        <button type="button" onClick={find}>
          Open the witness
        </button>
      )}{' '}
      <small role="status">{search}</small>
      {witness !== null && (
        <details>
          <summary>Witness</summary>
          <dl>
            {witnessRows(witness).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Asks a new worker. @returns ends the worker */
function ask(question: CheckQuestion, take: (answer: CheckAnswer) => void): () => void {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  const end = () => worker.terminate();
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.kind !== 'progress') end();
    take(data);
  });
  worker.addEventListener('error', ({ message }) => {
    end();
    take({ kind: 'fault', message });
  });
  worker.postMessage(question);
  return end;
}
