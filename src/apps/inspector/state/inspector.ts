import type { Camera } from '../../../pictures/scenes/camera.ts';
import type { Explanations, SharesAnswer } from './protocol.ts';
import { stateFromAddress } from './address.ts';
import type { DroppedKind, InspectorState } from './inspector-state.ts';
import type { ShownPicture } from './pictures.ts';
import { settle } from './settled-state.ts';
import { Store } from './store.ts';

/** Dropped files: the name of the one that the others go with, the files or their packed form, and that of a link. */
export interface Dropped {
  readonly name: string;
  readonly given: readonly File[] | string;
  readonly packed: string | null;
}

/** What the page knows beside its address. */
export interface Session {
  /** The files that were dropped last as each kind. */
  readonly dropped: Readonly<Partial<Record<DroppedKind, Dropped>>>;
  /** The size of the drawn picture, in pixels; null before the first answer. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The camera of the drawn picture; null for what is seen by none. */
  readonly camera: Camera | null;
  /** Milliseconds that the last picture took. */
  readonly milliseconds: number | null;
  /** The pictures that are not whole: pixels of them come in. */
  readonly incoming: readonly ShownPicture[];
  /** The part of the picture that is drawn, 0 to 1. */
  readonly part: number;
  readonly explanations: Explanations | null;
  /** The shares of the fields in the difference of the pictures; undefined before they are known. */
  readonly shares: SharesAnswer['shares'] | undefined;
  /** The pixel under the pointer. */
  readonly hovered: readonly [x: number, y: number] | null;
  /** Pixels that another panel points at: the quads of a cycle, the readers of a texel. */
  readonly lit: readonly (readonly [x: number, y: number])[];
  /** A line for each fault of the address, a file or a task, by its origin. */
  readonly faults: Readonly<Record<string, string>>;
}

const start = stateFromAddress(location.hash);

/** The state that the page's address holds. */
export const inspector = new Store<InspectorState>(start.state, (state) => settle(state).settled);

export const session = new Store<Session>({
  dropped: {},
  size: null,
  camera: null,
  milliseconds: null,
  incoming: ['first'],
  part: 0,
  explanations: null,
  shares: undefined,
  hovered: null,
  lit: [],
  faults: start.faults.length === 0 ? {} : { address: start.faults.join('; ') },
});

/** Explains a pixel, and shows the levels that it reads. */
export function choosePixel(pixel: readonly [x: number, y: number]): void {
  inspector.update({ pixel, level: null, texels: null });
}

/** Shows a fault until its origin has none. */
export function setFault(origin: string, fault: string | null): void {
  const { [origin]: old, ...others } = session.value.faults;
  if ((old ?? null) === fault) return;
  session.update({ faults: fault === null ? others : { ...others, [origin]: fault } });
}
