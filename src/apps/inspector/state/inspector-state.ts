import type { Vector } from '../../../pictures/scenes/vector.ts';
import type { Profile } from '../../../checker/profiles.ts';
import type { FilterMode } from '../../../simulate/filter-modes.ts';
import type { ChosenDesign } from './design-address.ts';

/** Drawn things: the built-in scenes, a picture that fills the frame, and, dropped on the page, a model or a trace. */
export const SCENE_NAMES = ['plane', 'tunnel', 'globe', 'picture', 'model', 'trace'] as const;
export type SceneName = (typeof SCENE_NAMES)[number];

/** The texture of a built-in scene; `file` is a dropped picture or texture. */
export const TEXTURE_NAMES = ['checker', 'earth', 'file'] as const;
export type TextureName = (typeof TEXTURE_NAMES)[number];

/** The source of the requests. */
export interface Source {
  readonly scene: SceneName;
  readonly texture: TextureName;
  /** The picture in every level, or tinted by level to show the LOD. */
  readonly levels: 'picture' | 'coloured';
  /** True if the texture is decoded to linear light before it is filtered. */
  readonly srgb: boolean;
  readonly filter: FilterMode;
  /** Of the sampler, for anisotropic filters; no design takes more than its own limit. */
  readonly maxAnisotropy: number;
  readonly lodBias: number;
  /** Size of the picture in pixels. A trace has its own. */
  readonly width: number;
  readonly height: number;
}

/** Place and aim of the camera; the rest is the scene's. */
export interface Aim {
  readonly eye: Vector;
  readonly target: Vector;
}

/** The quantities that are shown as false colours. */
export const QUANTITIES = ['lod', 'anisotropy', 'passes', 'misses', 'latency'] as const;
export type Quantity = (typeof QUANTITIES)[number];

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

/** The most and the fewest cycles of a window. */
export const MOST_CYCLES = 4096;
export const LEAST_CYCLES = 16;

/** Cycles `from` to `from + cycles - 1`. */
export interface CycleWindow {
  readonly from: number;
  readonly cycles: number;
}

/** The views of the region of time: the pipeline in a window of cycles, or the cache and the texels. */
export const TIME_VIEWS = ['pipeline', 'texels'] as const;

/** One of the two designs. */
export const ONE_DESIGN = ['A', 'B'] as const;
export type OneDesign = (typeof ONE_DESIGN)[number];

/** The counts of the heat of texels. */
export const COUNTS = ['touches', 'misses'] as const;

/** All that a link to the inspector holds. */
export interface InspectorState {
  readonly source: Source;
  /** Null for the scene's own camera. */
  readonly aim: Aim | null;
  readonly first: ChosenDesign;
  readonly second: SecondDesign;
  readonly view: ViewMode;
  readonly channels: Channels;
  /** Share of the second design in `mixed`, and the place of the line in `split`, 0 to 1. */
  readonly blend: number;
  /** Factor of the difference. */
  readonly gain: number;
  /** The values of a quantity's colours; null for those of the picture. */
  readonly scale: ValueRange | null;
  /** Screen pixels of a pixel, in octaves; null to fit. The pixel in the middle is `middle`. */
  readonly zoom: number | null;
  readonly middle: readonly [number, number] | null;
  /** The pixel that is explained. */
  readonly pixel: readonly [number, number] | null;
  readonly timeView: (typeof TIME_VIEWS)[number];
  readonly window: CycleWindow;
  /** The cycle of the slider. */
  readonly cycle: number | null;
  /** The design whose fields are shown, and the one whose footprints and tables explain the pixel. */
  readonly fieldsOf: OneDesign;
  readonly tablesOf: OneDesign;
  /** The profile of the quick check. */
  readonly profile: Profile['name'];
  /** The counts of the heat of texels, and the place of the level among all; null for that of the explained pixel. */
  readonly counts: (typeof COUNTS)[number];
  readonly level: number | null;
}
