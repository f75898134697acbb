import { choosePixel, inspector, setFault } from '../state/inspector.ts';
import type { FindAnswer } from '../state/protocol.ts';
import { model, subjectOf } from '../worker/questions.ts';

/** The way from the id of a request to its pixel. */
export function RequestJump() {
  const jump = (event: SubmitEvent) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget as HTMLFormElement).get('id') as string;
    const fault = (text: string | null) => setFault('request', text);
    const answer = ({ pixel }: FindAnswer) => {
      fault(pixel === null ? `request ${id}: expected the id of a request of the picture, as the pixel has it` : null);
      if (pixel !== null) choosePixel(pixel);
    };
    model.ask('find', { subject: subjectOf(inspector.value), id }, { answer, fault });
  };
  return (
    <form class="choice" onSubmit={jump}>
      <label class="choice">
        <span>Request</span>
        <input name="id" type="text" required size={8} autocomplete="off" />
      </label>
      <button type="submit">Explain it</button>
    </form>
  );
}
