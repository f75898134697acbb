import { useId, useState } from 'preact/hooks';
import { type Completion, completionAt } from './design-completion.ts';
import { designFile, designFromFile } from './design-file.ts';
import type { Draft } from './use-draft.ts';

/** What was typed, the text of the draft that it belongs to, and what is wrong with it. */
interface Typed {
  readonly text: string;
  readonly of: string;
  readonly fault: string | null;
}

/** The draft as the text of a design file. A valid text takes its place at once; another change of the draft that of the text. */
export function DesignText({ draft }: { readonly draft: Draft }) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const file = designFile(draft);
  const shown = typed?.of === file ? typed : { text: file, fault: null };
  const type = (text: string) => {
    try {
      const design = designFromFile(text, 'text');
      draft.replace(design);
      setTyped({ text, of: designFile(design), fault: null });
    } catch (error) {
      setTyped({ text, of: file, fault: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <details class="group design-text">
      <summary>
        As text <small>a design file: what it extends, and the fields that differ. Ctrl+Space lists what fits</small>
      </summary>
      <CompletedText text={shown.text} isWrong={shown.fault !== null} type={type} />
      <pre class="fault" role="alert">
        {shown.fault}
      </pre>
    </details>
  );
}

/** The options that are seen at once. */
const MOST_SHOWN = 10;

/** A list that is open, and the option that Enter takes. */
interface OpenList extends Completion {
  readonly chosen: number;
  /** Pixels by which the text is scrolled. */
  readonly scrolled: number;
}

interface CompletedTextProps {
  readonly text: string;
  readonly isWrong: boolean;
  readonly type: (text: string) => void;
}

/** A text with a list of what fits at the cursor: arrows choose, Enter or a click takes, Escape closes. */
function CompletedText({ text, isWrong, type }: CompletedTextProps) {
  const [list, setList] = useState<OpenList | null>(null);
  const id = useId();
  const open = (area: HTMLTextAreaElement, isWanted: boolean) => {
    const found = completionAt(area.value, area.selectionStart);
    const isOpen = found !== null && (isWanted || found.from < area.selectionStart);
    setList(
      isOpen && (found.options.length > 0 || found.note !== '')
        ? { ...found, chosen: 0, scrolled: area.scrollTop }
        : null,
    );
  };
  const take = (area: HTMLTextAreaElement, { from, until }: Completion, option: string) => {
    area.setRangeText(option, from, until, 'end');
    // The cursor goes into a part.
    if (option.endsWith('{}')) area.selectionEnd = area.selectionStart - 1;
    type(area.value);
    if (/: (\{\})?$/.test(option)) open(area, true);
    else setList(null);
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) => {
    const { key, ctrlKey, currentTarget } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const count = list?.options.length ?? 0;
    if (key === ' ' && ctrlKey) open(currentTarget, true);
    else if (key === 'Escape' && list !== null) setList(null);
    else if (step !== 0 && count > 0) setList({ ...list!, chosen: (list!.chosen + step + count) % count });
    else if (key === 'Enter' && count > 0) take(currentTarget, list!, list!.options[list!.chosen]);
    else {
      if (/^(Arrow|Page|Home|End)/.test(key)) setList(null);
      return;
    }
    event.preventDefault();
  };
  const isListed = list !== null && list.options.length > 0;
  const first = Math.max(0, (list?.chosen ?? 0) + 1 - MOST_SHOWN);
  return (
    <div class="completed">
      <textarea
        aria-label="Text of the design"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListed ? id : undefined}
        aria-activedescendant={isListed ? `${id}-${list.chosen}` : undefined}
        aria-describedby={list === null ? undefined : `${id}-note`}
        aria-invalid={isWrong}
        rows={14}
        wrap="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          type(currentTarget.value);
          open(currentTarget, false);
        }}
        onKeyDown={press}
        onClick={() => setList(null)}
        onBlur={() => setList(null)}
      />
      {list !== null && (
        <div class="completions" style={placeOf(text, list)}>
          {isListed && (
            <ul role="listbox" id={id} aria-label="What fits at the cursor">
              {list.options.slice(first, first + MOST_SHOWN).map((option, n) => (
                <li
                  key={option}
                  id={`${id}-${first + n}`}
                  role="option"
                  aria-selected={first + n === list.chosen}
                  ref={(item) => (first + n === list.chosen ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}
                  aria-setsize={list.options.length}
                  aria-posinset={first + n + 1}
                  // The text keeps the focus.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={({ currentTarget }) => {
                    take(currentTarget.closest('.completed')!.querySelector('textarea')!, list, option);
                  }}
                >
                  {option.replace(/: (\{\})?$/, '')}
                </li>
              ))}
            </ul>
          )}
          <p id={`${id}-note`} role="status">
            {list.note}
          </p>
        </div>
      )}
    </div>
  );
}

/** Below the line of the word, in lines and characters. */
function placeOf(text: string, { from, scrolled }: OpenList) {
  const lines = text.slice(0, from).split('\n');
  return { '--row': lines.length, '--column': lines.at(-1)!.length, '--scrolled': `${scrolled}px` };
}
