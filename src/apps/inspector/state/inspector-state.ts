import { withValue } from '../../../../rtl-model/design/field.ts';
import { PROFILE_NAMES } from '../../../checker/profiles.ts';
import { PRESETS } from '../../../designs/presets.ts';
import type { Vector } from '../../../pictures/scenes/vector.ts';
import { FILTER_MODES } from '../../../simulate/filter-modes.ts';
import { MOST_PACKED } from './packed-files.ts';
import {
  type AddressField,
  chosenFrom,
  type Codec,
  field,
  FLAG,
  listFrom,
  numberFrom,
  numbersFrom,
  orNothing,
} from './address-field.ts';
import { type ChosenDesign, designFromAddress, designToAddress } from './design-address.ts';

/** Drawn things: the built-in scenes, a picture that fills the frame, and, dropped on the page, a model or a trace. */
export const SCENE_NAMES = ['plane', 'tunnel', 'globe', 'picture', 'model', 'trace'] as const;
export type SceneName = (typeof SCENE_NAMES)[number];

/** The texture of a built-in scene; `file` is a dropped picture or texture. */
export const TEXTURE_NAMES = ['checker', 'earth', 'file'] as const;
export type TextureName = (typeof TEXTURE_NAMES)[number];

/** The things that dropped files can be. */
export type DroppedKind = 'model' | 'trace' | 'texture';

/** The dropped files that a source needs; null for none. */
export function droppedKind({ scene, texture }: Pick<Source, 'scene' | 'texture'>): DroppedKind | null {
  if (scene === 'model' || scene === 'trace') return scene;
  return texture === 'file' ? 'texture' : null;
}

/** Place and aim of the camera; the rest is the scene's. */
export interface Aim {
  readonly eye: Vector;
  readonly target: Vector;
}

/** The quantities that are shown as false colours. */
export const QUANTITIES = ['lod', 'anisotropy', 'passes', 'misses', 'latency'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The quantity that a view shows as false colours; null if it shows results. */
export function quantityOf(view: ViewMode): Quantity | null {
  return QUANTITIES.find((quantity) => quantity === view) ?? null;
}

/** The ways from the share of a value in its range to the share of its colour. */
export const CURVES = ['linear', 'logarithm'] as const;
export type Curve = (typeof CURVES)[number];

/** The least and the largest value of a picture, or of its colours. */
export type ValueRange = readonly [least: number, most: number];

/**
 * The views of results, with their words and what they need: a second design, or a trace with captured results. The
 * designs are alone, beside each other, on two sides of a line that moves, mixed, or subtracted.
 */
export const RESULT_VIEWS = [
  ['first', 'Design A', null],
  ['second', 'Design B', 'second design'],
  ['beside', 'A beside B', 'second design'],
  ['split', 'A | B, split', 'second design'],
  ['mixed', 'A mixed with B', 'second design'],
  ['difference', 'Difference A, B', 'second design'],
  ['captured', 'Captured results', 'trace'],
  ['captured-difference', 'Difference A, captured', 'trace'],
] as const;

/** The views of the picture: results, or a quantity of the first design. */
export const VIEW_MODES = [...RESULT_VIEWS.map(([mode]) => mode), ...QUANTITIES];
export type ViewMode = (typeof VIEW_MODES)[number];

/** The components of results that red, green and blue of the screen show: all colours, or one component in grey. */
export const CHANNELS = { rgb: [0, 1, 2], r: [0, 0, 0], g: [1, 1, 1], b: [2, 2, 2], a: [3, 3, 3] } as const;
export type Channels = keyof typeof CHANNELS;
export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly Channels[];

/** The second design: none, the ideal one of the first, or any other. */
export type SecondDesign = 'none' | 'ideal' | ChosenDesign;

/** The most designs that are kept beside the two. */
export const MOST_KEPT = 8;
/** The fewest cycles of a window. */
export const LEAST_CYCLES = 16;
/** Cycles are below a million millions. */
const MOST_CYCLES = 1e12;
/** The most markers of a run. */
export const MOST_MARKERS = 16;

/** The views of the region of time: the pipeline in a window of cycles, the cache and the texels, or a level of a texture. */
export const TIME_VIEWS = ['pipeline', 'texels', 'texture'] as const;

/** The rows of the timeline: the stages, FIFOs and misses, or the quads. */
export const TIME_ROWS = ['stages', 'quads'] as const;

/** One of the two designs. */
export const ONE_DESIGN = ['A', 'B'] as const;

/** The counts of the heat of texels. */
export const COUNTS = ['touches', 'misses'] as const;

/** The greatest size of a picture, and pixels, which are 16-bit integers. */
const MOST_SIZE = 4096;
const MOST_PIXEL = 2 ** 16 - 1;
/** The places of a camera or a view are within a million. */
const FAR = 1e6;

const DESIGN: Codec<ChosenDesign> = {
  expected: 'a design',
  write: designToAddress,
  read: designFromAddress,
};
const SECOND: Codec<SecondDesign> = {
  expected: 'a design, ideal or none',
  write: (design) => (typeof design === 'string' ? design : designToAddress(design)),
  read: (text) => (text === 'none' || text === 'ideal' ? text : designFromAddress(text)),
};
const PACKED: Codec<string> = {
  expected: `packed files of up to ${MOST_PACKED} characters`,
  write: (text) => text,
  read: (text) => (/^[\w-]+$/.test(text) && text.length <= MOST_PACKED ? text : undefined),
};
const SIZE = numberFrom(2, MOST_SIZE, true);
const CYCLE = numberFrom(0, MOST_CYCLES, true);
const PLACES = numbersFrom<readonly number[]>(6, numberFrom(-FAR, FAR));
const AIM: Codec<Aim> = {
  expected: `eye and target of the camera, ${PLACES.expected}, in two places`,
  write: ({ eye, target }) => PLACES.write([...eye, ...target]),
  read: (text) => {
    const all = PLACES.read(text) ?? [];
    const [eye, target] = [all.slice(0, 3), all.slice(3)] as readonly (readonly number[])[] as readonly Vector[];
    return eye.some((value, n) => value !== target[n]) ? { eye, target } : undefined;
  },
};
type Place = readonly [number, number];
/** An image, its level, and a layer or slice of it. */
export type ShownLayer = readonly [image: number, level: number, layer: number];
export type CycleRange = readonly [from: number, to: number];

const FULL_QUALITY = PRESETS.get('full-quality')!;
const MINIMUM = PRESETS.get('d3d11.3-minimum')!;

/** All that a link to the inspector holds, in the order of an address. */
const STATE = {
  /** The source of the requests. */
  source: {
    scene: field('scene', chosenFrom(SCENE_NAMES), 'tunnel'),
    texture: field('texture', chosenFrom(TEXTURE_NAMES), 'checker'),
    /** The picture in every level, or tinted by level to show the LOD. */
    levels: field('levels', chosenFrom(['picture', 'coloured']), 'picture'),
    /** True if the texture is decoded to linear light before it is filtered. */
    srgb: field('srgb', FLAG, false),
    filter: field('filter', chosenFrom(FILTER_MODES), 'anisotropic'),
    /** The sampler's `maxAnisotropy`, for anisotropic filters; no design takes more than its own limit. */
    maxAnisotropy: field('anisotropy', numberFrom(1, 16), 16),
    lodBias: field('bias', numberFrom(-16, 16), 0),
    /** Size of the picture in pixels. A trace has its own. */
    width: field('width', SIZE, 640),
    height: field('height', SIZE, 480),
  },
  /** The dropped files of the source, if they are small: as packFiles makes them. */
  files: field('files', orNothing(PACKED), null),
  /** Null for the scene's own camera. */
  aim: field('aim', orNothing(AIM), null),
  first: field('a', DESIGN, { base: MINIMUM, design: MINIMUM }),
  second: field('b', SECOND, { base: FULL_QUALITY, design: FULL_QUALITY }),
  /** Designs that are kept to be compared again. */
  kept: field('kept', listFrom(MOST_KEPT, DESIGN, '|'), []),
  view: field('view', chosenFrom(VIEW_MODES), 'first'),
  channels: field('channels', chosenFrom(CHANNEL_NAMES), 'rgb'),
  /** Share of the second design in `mixed`, and the place of the line in `split`. */
  blend: field('blend', numberFrom(0, 1), 0.5),
  /** Factor of the difference. */
  gain: field('gain', numberFrom(1, 4096), 16),
  /** The values that are black and white, or the first and the last colour; null for 0 and 1, or those of the quantity. */
  scale: field('scale', orNothing(numbersFrom<ValueRange>(2, numberFrom(-1e12, 1e12))), null),
  curve: field('curve', chosenFrom(CURVES), 'linear'),
  /** The design of which false colours show a quantity. */
  coloursOf: field('colours', chosenFrom(ONE_DESIGN), 'A'),
  /** Screen pixels of a pixel, in octaves; null to fit. The pixel in the middle is `middle`. */
  zoom: field('zoom', orNothing(numberFrom(-6, 8)), null),
  middle: field('middle', orNothing(numbersFrom<Place>(2, numberFrom(-FAR, FAR))), null),
  /** The pixel that is explained. */
  pixel: field('pixel', orNothing(numbersFrom<Place>(2, numberFrom(0, MOST_PIXEL, true))), null),
  timeView: field('time', chosenFrom(TIME_VIEWS), 'pipeline'),
  rows: field('rows', chosenFrom(TIME_ROWS), 'stages'),
  /** Cycles `from` to `from + cycles - 1`. */
  window: {
    from: field('from', CYCLE, 0),
    cycles: field('cycles', numberFrom(LEAST_CYCLES, MOST_CYCLES, true), 400),
  },
  /** The cycle of the slider. */
  cycle: field('cycle', orNothing(CYCLE), null),
  /** The first cycle of the marked range, and the one after its last. */
  marked: field('range', orNothing(numbersFrom<CycleRange>(2, CYCLE)), null),
  /** The cycles that have markers. */
  markers: field('markers', listFrom(MOST_MARKERS, CYCLE), []),
  /** The design whose fields are shown, and the one whose footprints and tables explain the pixel. */
  fieldsOf: field('fields', chosenFrom(ONE_DESIGN), 'A'),
  tablesOf: field('tables', chosenFrom(ONE_DESIGN), 'A'),
  /** The profile of the quick check. */
  profile: field('profile', chosenFrom(PROFILE_NAMES), 'd3d11.3'),
  /** The counts of the heat of texels, and the place of the level among all; null for that of the explained pixel. */
  counts: field('counts', chosenFrom(COUNTS), 'touches'),
  level: field('level', orNothing(numberFrom(0, 1e6, true)), null),
  /** The image, the level, and the layer or slice in the viewer of textures; null for those of the explained pixel. */
  texels: field('texels', orNothing(numbersFrom<ShownLayer>(3, numberFrom(0, 1e6, true))), null),
};

/** The values of fields, part by part. */
type Values<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends AddressField<infer T> ? T : Values<Fields[Name]>;
};
export interface InspectorState extends Values<typeof STATE> {}
export type Source = InspectorState['source'];
export type CycleWindow = InspectorState['window'];

/** All fields with their paths in the state, such as `gain` or `source.scene`. */
export const ADDRESS_FIELDS: readonly (AddressField<unknown> & { readonly path: string })[] = Object.entries(
  STATE,
).flatMap(([path, one]) =>
  'usual' in one
    ? [{ ...(one as AddressField<unknown>), path }]
    : Object.entries(one).map(([name, inner]) => ({ ...(inner as AddressField<unknown>), path: `${path}.${name}` })),
);

/** The values of fields that an address leaves out. */
export const DEFAULT_STATE = ADDRESS_FIELDS.reduce<object>((state, { path, usual }) => withValue(state, path, usual), {
  source: {},
  window: {},
}) as InspectorState;
