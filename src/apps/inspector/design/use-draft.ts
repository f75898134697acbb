import { useEffect, useRef, useState } from 'preact/hooks';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { valueAt, withValue } from '../../../../rtl-model/design/field.ts';
import { differencesOf } from '../../../designs/design-difference.ts';
import { afterChange } from '../../../designs/design-name.ts';
import { withFields } from '../../../designs/with-fields.ts';
import type { ChosenDesign } from '../state/design-address.ts';
import { fieldFaults } from '../state/field-faults.ts';

/** Milliseconds without a change before the design is drawn with it. */
const PAUSE = 30;

const NO_FAULTS: ReturnType<typeof fieldFaults> = new Map();

/** A design while it is changed, its base, what differs from it, and the faults by field. */
export type Draft = ReturnType<typeof useDraft>;

/** A design while it is changed, which may be wrong. @param choose gets every valid one */
export function useDraft(chosen: ChosenDesign, choose: (chosen: ChosenDesign) => void) {
  const [draft, setDraft] = useState(chosen.design);
  const given = useRef(chosen.design);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Another design from outside, such as that of a link, takes the place of the draft.
  if (given.current !== chosen.design) {
    given.current = chosen.design;
    clearTimeout(timer.current);
    setDraft(chosen.design);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const { base } = chosen;
  const take = (changed: Design) => {
    const design = afterChange(draft, changed);
    setDraft(design);
    clearTimeout(timer.current);
    if (fieldFaults(design).size > 0) return;
    timer.current = setTimeout(() => {
      given.current = design;
      choose({ base, design });
    }, PAUSE);
  };
  const replace = (next: ChosenDesign) => {
    clearTimeout(timer.current);
    given.current = next.design;
    setDraft(next.design);
    choose(next);
  };
  const change = (path: string, value: unknown) => take(withFields(draft, [[path, value]]));
  /** Gives a field the value of the base. */
  const reset = (path: string) => take(withValue(draft, path, valueAt(base, path)));
  // A chosen design has none: only a changed one is read again.
  const faults = draft === chosen.design ? NO_FAULTS : fieldFaults(draft);
  const differences = differencesOf(base, draft);
  return { base, design: draft, faults, differences, change, reset, replace };
}
