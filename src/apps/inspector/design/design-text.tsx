import { useState } from 'preact/hooks';
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
        As text <small>a design file: what it extends, and the fields that differ</small>
      </summary>
      <textarea
        aria-label="Text of the design"
        rows={14}
        spellcheck={false}
        value={shown.text}
        aria-invalid={shown.fault !== null}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <pre class="fault" role="alert">
        {shown.fault}
      </pre>
    </details>
  );
}
