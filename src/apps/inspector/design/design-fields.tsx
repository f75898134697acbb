import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { BASES } from '../../../designs/bases.ts';
import { show } from '../../../designs/schema-faults.ts';
import type { ChosenDesign } from '../state/design-address.ts';
import { namedByFields } from '../../../designs/design-name.ts';
import { isSession } from '../state/session-file.ts';
import { dropFiles } from '../worker/questions.ts';
import { designFile, designFromFile } from './design-file.ts';
import { FIELD_GROUPS, type FieldGroup, presentFields } from './field-groups.ts';
import { Choice } from '../../components/choice.tsx';
import { save } from '../../components/save.ts';
import { fieldId, FieldRow } from './field-row.tsx';
import { DesignText } from './design-text.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface DesignFieldsProps {
  readonly chosen: ChosenDesign;
  /** Gets every valid design. */
  readonly choose: (chosen: ChosenDesign) => void;
  /** Shown between the differences and the fields. */
  readonly children?: ComponentChildren;
}

/** All fields of a design, by unit, with what differs from its preset. A fault is shown at its field. */
export function DesignFields({ chosen, choose, children }: DesignFieldsProps) {
  const draft = useDraft(chosen, choose);
  const [wanted, setWanted] = useState('');
  const [fileFault, setFileFault] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      if (await isSession(file)) return await dropFiles([file]);
      draft.replace(designFromFile(await file.text(), file.name));
      setFileFault(null);
    } catch (error) {
      setFileFault(error instanceof Error ? error.message : String(error));
    }
  };
  const drop = (event: DragEvent) => {
    const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => name.endsWith('.json'));
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void read(file);
  };

  return (
    <div class="design-fields" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div class="design-head">
        <DesignFiles {...{ draft, read }} />
        <label class="wide">
          Find <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
      </div>
      <pre class="fault" role="alert">
        {fileFault}
      </pre>
      <Differences {...{ draft }} />
      {children}
      {FIELD_GROUPS.map((group) => (
        <Group key={group.name} {...{ group, draft, wanted }} />
      ))}
      <DesignText {...{ draft }} />
    </div>
  );
}

interface DesignFilesProps {
  readonly draft: Draft;
  readonly read: (file: File | undefined) => Promise<void>;
}

/** The choice of a preset, and the draft as a file. */
function DesignFiles({ draft: { base, design, faults, replace }, read }: DesignFilesProps) {
  return (
    <>
      <Choice
        label="Preset"
        value={base.name}
        options={[...BASES.keys()].map((name) => [name, name] as const)}
        onChange={(name) => {
          const preset = BASES.get(name)!;
          replace({ base: preset, design: preset });
        }}
      />
      <button
        type="button"
        disabled={faults.size > 0}
        onClick={() =>
          save(
            new Blob([designFile({ base, design })], { type: 'application/json' }),
            `${namedByFields(design).name}.json`,
          )
        }
      >
        Export
      </button>
      <label class="button">
        Import
        <input
          type="file"
          accept=".json"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
}

/** The fields that differ from the preset, and the faults that keep the design from being drawn. */
function Differences({ draft: { base, differences, faults, reset, replace } }: Pick<DesignFilesProps, 'draft'>) {
  const wrong = faults.size === 0 ? '' : `, ${faults.size} wrong: the picture waits for a valid design`;
  const count = differences.length === 1 ? '1 field differs' : `${differences.length} fields differ`;
  return (
    <section class="differences" aria-label="What differs from the preset">
      <h3>
        {count} from {base.name}
        {wrong}
        {differences.length > 0 && (
          <button type="button" onClick={() => replace({ base, design: base })}>
            reset all
          </button>
        )}
      </h3>
      {differences.length > 0 && (
        <ul>
          {differences.map(({ path, from, to }) => (
            <li key={path}>
              <button type="button" class="link" onClick={() => goTo(path)}>
                {path}
              </button>
              <span>
                <del>{show(from)}</del> → <ins>{show(to)}</ins>
              </span>
              <button type="button" aria-label={`Reset ${path}`} onClick={() => reset(path)}>
                reset
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface GroupProps {
  readonly group: FieldGroup;
  readonly draft: Draft;
  /** A text that names or sentences of fields must contain. */
  readonly wanted: string;
}

function Group({ group, draft, wanted }: GroupProps) {
  const word = wanted.trim().toLowerCase();
  const present = presentFields(group, draft.design);
  const fields = present.filter(({ path, doc }) => `${path} ${doc}`.toLowerCase().includes(word));
  const own = draft.differences.filter(({ path }) => present.some((field) => field.path === path)).length;
  if (fields.length === 0) return null;
  return (
    <details class="group" open={word !== '' || undefined}>
      <summary>
        {group.title}{' '}
        <small>{own === 0 ? `${present.length} fields` : `${own} of ${present.length} fields differ`}</small>
      </summary>
      <p class="doc">{group.doc}</p>
      {fields.map((shown) => (
        <FieldRow key={shown.path} {...{ shown, draft }} />
      ))}
    </details>
  );
}

/** Opens the group of a field, and puts the focus on its control. */
function goTo(path: string): void {
  const control = document.getElementById(fieldId(path)) ?? document.getElementById(`${fieldId(path)}-there`);
  control?.closest('details')?.setAttribute('open', '');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}
