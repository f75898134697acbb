import { REPORT_STYLE } from '../../../simulate/report/html-style.ts';
import { Radios } from '../components/radios.tsx';
import { inspector } from '../state/inspector.ts';
import { TIME_VIEWS } from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { secondDesign, subjectOf } from '../worker/questions.ts';
import { PipelineView } from './pipeline-view.tsx';
import { TexelView } from './texel-view.tsx';
import { TextureView } from './texture-view.tsx';
import './time.css';

const TITLES = { pipeline: 'pipeline', texels: 'cache and texels', texture: 'texture' } as const;

/** The pipeline over a window of cycles, the locality of texels, or a texture, of the first design. */
export function TimePanel() {
  const { timeView, first, second, source, aim } = useStored(inspector, 'timeView', 'first', 'second', 'source', 'aim');
  const shown = { subject: subjectOf({ source, aim }), design: first.design };
  return (
    <>
      <style>{REPORT_STYLE}</style>
      <Radios
        legend="Shows"
        name="time-view"
        value={timeView}
        options={TIME_VIEWS.map((name) => [name, TITLES[name]] as const)}
        onChange={(name) => inspector.update({ timeView: name })}
      />
      {timeView === 'pipeline' ? (
        <PipelineView {...shown} second={secondDesign({ first, second })} />
      ) : timeView === 'texels' ? (
        <TexelView {...shown} />
      ) : (
        <TextureView {...shown} />
      )}
    </>
  );
}
