import { REPORT_STYLE } from '../../../simulate/report/html-style.ts';
import { Radios } from '../components/radios.tsx';
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
      <style>{REPORT_STYLE}</style>
      <Radios
        legend="Shows"
        name="time-view"
        value={view}
        options={TIME_VIEWS.map((name) => [name, TITLES[name]] as const)}
        onChange={(name) => inspector.update({ timeView: name })}
      />
      {view === 'pipeline' ? <PipelineView {...{ subject, design }} /> : <TexelView {...{ subject, design }} />}
    </>
  );
}
