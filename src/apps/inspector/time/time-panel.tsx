import { STYLE as CAUSE_COLORS } from '../../../simulate/report/html-style.ts';
import { inspector } from '../state/inspector.ts';
import { TIME_VIEWS } from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { subjectOf } from '../worker/questions.ts';
import { PipelineView } from './pipeline-view.tsx';
import { TexelView } from './texel-view.tsx';
import './time.css';

const TITLES = { pipeline: 'pipeline', texels: 'cache and texels' } as const;

/** The pipeline over a window of cycles, or the locality of texels, of the first design. */
export function TimePanel() {
  const view = useStored(inspector, ({ timeView }) => timeView);
  const { design } = useStored(inspector, ({ first }) => first);
  useStored(inspector, ({ source }) => source);
  useStored(inspector, ({ aim }) => aim);
  const subject = subjectOf(inspector.value);
  return (
    <>
      <style>{CAUSE_COLORS}</style>
      <fieldset class="radios time-head">
        <legend>Shows</legend>
        {TIME_VIEWS.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="time-view"
              checked={name === view}
              onChange={() => inspector.update({ timeView: name })}
            />{' '}
            {TITLES[name]}
          </label>
        ))}
      </fieldset>
      {view === 'pipeline' ? <PipelineView {...{ subject, design }} /> : <TexelView {...{ subject, design }} />}
    </>
  );
}
