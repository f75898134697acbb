import { namedByFields } from '../../../designs/design-name.ts';
import { idealDesign } from '../../../designs/ideal-design.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { type ShownPicture, pictures } from '../state/pictures.ts';
import { type Dropped, inspector, session, setFault } from '../state/inspector.ts';
import { type DroppedKind, droppedKind, type InspectorState, quantityOf } from '../state/inspector-state.ts';
import { MOST_PACKED, packedForLink, packFiles } from '../state/packed-files.ts';
import { isSession, sessionFromText, sessionText } from '../state/session-file.ts';
import { ModelClient, type Reaction } from './model-client.ts';
import type { DrawAnswer, DrawnSubject, Kind, ModelQuestion } from '../state/protocol.ts';

export const model = new ModelClient();

/** Counts the drops of files, which subjects depend on. */
let drops = 0;
/** The files of a link that the model has. */
let linked: string | null = null;

/** The subject that the page shows. */
export function subjectOf({ source, aim }: Pick<InspectorState, 'source' | 'aim'>): DrawnSubject {
  return { source, aim, files: drops };
}

/** The second design of the page; null without one. */
export function secondDesign({ first, second }: Pick<InspectorState, 'first' | 'second'>): Design | null {
  if (second === 'none') return null;
  return namedByFields(second === 'ideal' ? idealDesign(namedByFields(first.design)) : second.design);
}

/** The question of each kind that the state asks; null for none. */
const QUESTIONS: { readonly [K in Kind]?: (state: InspectorState) => ModelQuestion<K> | null } = {
  first: (state) => ({ subject: subjectOf(state), design: namedByFields(state.first.design) }),
  second: (state) => {
    const design = secondDesign(state);
    return design && { subject: subjectOf(state), design };
  },
  captured: (state) => (state.source.scene === 'trace' ? { subject: subjectOf(state) } : null),
  map: (state) => {
    const quantity = quantityOf(state.view);
    const design = (state.coloursOf === 'B' && secondDesign(state)) || namedByFields(state.first.design);
    return quantity && { subject: subjectOf(state), design, quantity };
  },
  shares: (state) => {
    const second = secondDesign(state);
    return second && { subject: subjectOf(state), first: namedByFields(state.first.design), second };
  },
  explain: (state) =>
    state.pixel && {
      subject: subjectOf(state),
      pixel: state.pixel,
      first: namedByFields(state.first.design),
      second: secondDesign(state),
    },
};

/** Keeps size and camera of the picture. */
function seePicture({ width, height, camera }: DrawAnswer): void {
  const { size } = session.value;
  session.update({ size: size?.width === width && size.height === height ? size : { width, height }, camera });
}

function setIncoming(kind: ShownPicture, isIncoming: boolean): void {
  const { incoming } = session.value;
  if (incoming.includes(kind) === isIncoming) return;
  session.update({ incoming: isIncoming ? [...incoming, kind] : incoming.filter((each) => each !== kind) });
}

/** The reaction to answers that are pixels. */
function drawing(kind: ShownPicture): () => Reaction<ShownPicture> {
  return () => {
    const start = performance.now();
    return {
      answer: (answer: DrawAnswer) => {
        pictures[kind].take(answer);
        if (kind !== 'first') return;
        if (answer.active.length === 0) seePicture(answer);
        session.update({ part: answer.part });
      },
      done: () => {
        pictures[kind].finish();
        if (kind === 'first') session.update({ milliseconds: performance.now() - start });
        setIncoming(kind, false);
        setFault(kind, null);
      },
      fault: (fault) => {
        setIncoming(kind, false);
        setFault(kind, fault);
      },
    };
  };
}

const REACTIONS: { readonly [K in Kind]?: () => Reaction<K> } = {
  first: drawing('first'),
  second: drawing('second'),
  captured: drawing('captured'),
  map: drawing('map'),
  shares: () => ({
    answer: ({ shares }) => session.update({ shares }),
    done: () => setFault('shares', null),
    fault: (fault) => {
      session.update({ shares: null });
      setFault('shares', fault);
    },
  }),
  explain: () => ({
    answer: (explanations) => session.update({ explanations }),
    done: () => setFault('explain', null),
    fault: (fault) => {
      session.update({ explanations: null });
      setFault('explain', fault);
    },
  }),
};

const asked = new Map<Kind, string>();

/** Asks the questions of the state that are new. */
function askAll(): void {
  giveLinkedFiles();
  for (const kind of Object.keys(QUESTIONS) as Kind[]) ask(kind);
}

function ask(kind: Kind): void {
  const question = QUESTIONS[kind]!(inspector.value);
  const text = JSON.stringify(question);
  if (asked.get(kind) === text) return;
  asked.set(kind, text);
  if (kind in pictures) setIncoming(kind as ShownPicture, question !== null);
  if (kind === 'explain' && question === null) session.update({ explanations: null });
  if (kind === 'shares') session.update({ shares: undefined });
  if (question === null) setFault(kind, null);
  model.ask(kind, question, (REACTIONS[kind] as () => Reaction<Kind>)());
}

/** Asks the model whenever the state changes. */
export function followState(): void {
  askAll();
  inspector.subscribe(askAll);
}

/** Gives the model the files of the state's link, unless it has them. */
function giveLinkedFiles(): void {
  const { files } = inspector.value;
  if (files === null || files === linked) return;
  linked = files;
  drops++;
  model.ask(
    'files',
    { files },
    {
      answer: ({ kind, name }) => keep(kind, { name, given: files, packed: files }),
      done: () => setFault('files', null),
      fault: (fault) => setFault('files', fault),
    },
  );
}

function keep(kind: DroppedKind, files: Dropped): void {
  session.update({ dropped: { ...session.value.dropped, [kind]: files } });
}

/** Shows files that are dropped: a texture, a model or a trace with a pixel explained, or a session. */
export async function dropFiles(files: readonly File[], pixel: InspectorState['pixel'] = null): Promise<void> {
  try {
    if (files.length === 1 && (await isSession(files[0]))) return openSession(await files[0].text(), files[0].name);
    const packed = await packedForLink(files);
    take(files, packed, (kind) => {
      const { source } = inspector.value;
      const drawn = source.scene === 'model' || source.scene === 'trace' ? 'picture' : source.scene;
      const shown = kind === 'texture' ? ({ scene: drawn, texture: 'file' } as const) : { scene: kind };
      const from = { aim: null, texels: null, pixel, zoom: null, middle: null };
      return { ...from, source: { ...source, ...shown }, files: packed };
    });
  } catch (error) {
    setFault('files', error instanceof Error ? error.message : String(error));
  }
}

/** Shows the state of a session, with its files. @throws SourceError */
function openSession(text: string, file: string): void {
  const { state, files } = sessionFromText(text, file);
  if (files === null) return inspector.update(state);
  const packed = files.length <= MOST_PACKED ? files : null;
  take(files, packed, () => ({ ...state, files: packed }), `${file}: `);
}

/** Hands files to the model. @param change that of the state when they are read  @param origin before a fault */
function take(
  given: Dropped['given'],
  packed: string | null,
  change: (kind: DroppedKind) => Partial<InspectorState>,
  origin = '',
): void {
  model.ask(
    'files',
    { files: given },
    {
      answer: ({ kind, name }) => {
        drops++;
        linked = packed;
        keep(kind, { name, given, packed });
        setFault('files', null);
        inspector.update(change(kind));
      },
      fault: (fault) => setFault('files', origin + fault),
    },
  );
}

/** The text of a file that has the state and the dropped files that it needs. */
export async function savedSession(): Promise<string> {
  const state = inspector.value;
  const kind = droppedKind(state.source);
  const given = (kind && session.value.dropped[kind]?.given) ?? null;
  return sessionText({ state, files: given === null || typeof given === 'string' ? given : await packFiles(given) });
}
