import { isStep, stateFromAddress, stateToAddress } from './address.ts';
import { inspector, setFault } from './inspector.ts';

/** Milliseconds between two changes of the address: browsers refuse more than some hundred in half a minute. */
const ADDRESS_PAUSE = 250;

/** The place of a page's entry among those of the inspector, as the browser's history keeps it. */
interface Entry {
  readonly step: number;
}

/** The entry that is shown; null for an address that was typed or followed. */
const entry = () => history.state as Entry | null;

/**
 * Keeps the address and the state the same. A step, such as another pixel, is another entry of the browser's history: Back
 * and Ctrl+Z undo it, Forward and Ctrl+Shift+Z do it again.
 */
export function followAddress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The address, and the state, that the page has, or had when it was last written. */
  let known = location.hash;
  let written = inspector.value;
  /** The steps of the entry that is shown, and of the last one. */
  let step = entry()?.step ?? 0;
  let last = step;
  history.replaceState({ step }, '');
  const write = () => {
    clearTimeout(timer);
    // Another link was followed, whose event is on its way.
    if (location.hash !== known) return;
    const address = `#${stateToAddress(inspector.value)}`;
    if (isStep(written, inspector.value)) {
      last = ++step;
      history.pushState({ step }, '', address);
    } else history.replaceState({ step }, '', address);
    known = location.hash;
    written = inspector.value;
  };
  inspector.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(write, ADDRESS_PAUSE);
  });
  addEventListener('hashchange', () => {
    known = location.hash;
    const { state, faults } = stateFromAddress(location.hash);
    setFault('address', faults.length === 0 ? null : faults.join('; '));
    inspector.update(state);
    written = inspector.value;
    const found = entry();
    step = found?.step ?? step + 1;
    if (found !== null) return;
    last = step;
    history.replaceState({ step }, '');
  });
  addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key, target } = event;
    if (!(ctrlKey || metaKey) || altKey || key.toLowerCase() !== 'z' || hasOwnUndo(target)) return;
    event.preventDefault();
    write();
    if (shiftKey ? step < last : step > 0) history.go(shiftKey ? 1 : -1);
  });
}

/** True for a field with a text, whose undo is the browser's. */
function hasOwnUndo(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ['text', 'number', 'search'].includes(target.type);
}
