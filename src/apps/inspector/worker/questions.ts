import { namedByFields } from '../../../designs/design-name.ts';
import { idealDesign } from '../../../designs/ideal-design.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { pictures } from '../state/pictures.ts';
import { inspector, session, setFault } from '../state/inspector.ts';
import { type InspectorState, quantityOf } from '../state/inspector-state.ts';
import { ModelClient, type Reaction } from './model-client.ts';
import type { DrawAnswer, DrawnSubject, Kind, ModelQuestion } from '../state/protocol.ts';

export const model = new ModelClient();

/** Counts the drops of files, which subjects depend on. */
let drops = 0;

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

/** The reaction to answers that are pixels. */
function drawing(kind: 'first' | 'second' | 'captured' | 'map'): () => Reaction<typeof kind> {
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
        if (kind === 'first') session.update({ drawing: false, milliseconds: performance.now() - start });
        setFault(kind, null);
      },
      fault: (fault) => {
        if (kind === 'first') session.update({ drawing: false });
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
  for (const kind of Object.keys(QUESTIONS) as Kind[]) ask(kind);
}

function ask(kind: Kind): void {
  const question = QUESTIONS[kind]!(inspector.value);
  const text = JSON.stringify(question);
  if (asked.get(kind) === text) return;
  asked.set(kind, text);
  if (kind === 'first') session.update({ drawing: true });
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

/** Hands files to the model, and shows what they are, with a pixel explained. */
export function dropFiles(files: readonly File[], pixel: InspectorState['pixel'] = null): void {
  const reaction: Reaction<'files'> = {
    answer: ({ scene, name }) => {
      drops++;
      session.update({ files: [name] });
      const { source } = inspector.value;
      const drawn = source.scene === 'model' || source.scene === 'trace' ? 'picture' : source.scene;
      const shown = scene === 'texture' ? ({ scene: drawn, texture: 'file' } as const) : { scene };
      setFault('files', null);
      inspector.update({ source: { ...source, ...shown }, aim: null, texels: null, pixel, zoom: null, middle: null });
    },
    fault: (fault) => setFault('files', fault),
  };
  model.ask('files', { files }, reaction);
}
