import { Radios } from '../components/radios.tsx';
import { inspector, session } from '../state/inspector.ts';
import { ONE_DESIGN } from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { dropFiles } from '../worker/questions.ts';
import { CheckPanel } from './check-panel.tsx';
import { DesignFields } from './design-fields.tsx';
import './design.css';

/** Every field of the first design, or of the second one if it is no ideal one, and the quick check of the first. */
export function DesignPanel() {
  const { first, second, fieldsOf } = useStored(inspector, 'first', 'second', 'fieldsOf');
  const { incoming } = useStored(session, 'incoming');
  const isSecond = fieldsOf === 'B' && typeof second === 'object';
  return (
    <>
      <Radios
        legend="Fields of"
        name="which-design"
        value={isSecond ? 'B' : 'A'}
        options={ONE_DESIGN.map((name) => [name, name] as const)}
        isDisabled={(name) => name === 'B' && typeof second === 'string'}
        onChange={(name) => inspector.update({ fieldsOf: name })}
      />
      {isSecond ? (
        <DesignFields key="second" chosen={second} choose={(chosen) => inspector.update({ second: chosen })} />
      ) : (
        <DesignFields key="first" chosen={first} choose={(chosen) => inspector.update({ first: chosen })}>
          <CheckPanel
            design={first.design}
            waits={incoming.includes('first')}
            open={({ text, pixel }, { id }) =>
              void dropFiles([new File([text], `${id.replaceAll('/', '-')}.jsonl`)], pixel)
            }
          />
        </DesignFields>
      )}
    </>
  );
}
