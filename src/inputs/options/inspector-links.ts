import { Option } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { stateToAddress } from '../../apps/inspector/state/address.ts';
import type { ChosenDesign } from '../../apps/inspector/state/design-address.ts';
import {
  DEFAULT_STATE,
  type InspectorState,
  SCENE_NAMES,
  TEXTURE_NAMES,
} from '../../apps/inspector/state/inspector-state.ts';
import { packedForLink } from '../../apps/inspector/state/packed-files.ts';
import { baseOfName, nearestBase } from '../../designs/design-name.ts';
import { UsageError } from '../files/usage-error.ts';
import { valueReader } from './option-values.ts';
import type { SceneOptions } from './scene-options.ts';

/** A request trace for a link, and the pixel that is explained. */
export interface LinkedTrace {
  /** JSON Lines that need no other file. */
  readonly text: string;
  readonly pixel: readonly [x: number, y: number];
}

/** --inspector: an inspector page that links of a written page lead to. */
export function inspectorOption(): Option {
  const what = 'an inspector page, by its URL or relative to the written page: designs, pixels and rules link to it';
  return new Option('--inspector <address>', what).argParser(parseAddress);
}

const parseAddress = valueReader('http://, https://, file:// or a relative path, without #', (text) =>
  /^(?:(?:https?|file):\/\/[^\s#]+|[^\s#:]+)$/.test(text) ? text : null,
);

/** @throws UsageError for links without a page that they are part of */
export function requirePage({ html, inspector }: { readonly html?: string; readonly inspector?: string }): void {
  if (inspector !== undefined && html === undefined) {
    throw new UsageError('--inspector: is part of the page, expected --html');
  }
}

/** A design as a link names it. */
export function linkedDesign(design: Design): ChosenDesign {
  return { base: baseOfName(design) ?? nearestBase(design), design };
}

/** The link that shows a design in the inspector, alone beside what else the state says. */
export function inspectorLink(address: string, design: Design, state: Partial<InspectorState> = {}): string {
  const first = linkedDesign(design);
  return `${address}#${stateToAddress({ ...DEFAULT_STATE, second: 'none', ...state, first })}`;
}

/** The link that shows a drawn scene; null without an address, or for a scene that the inspector has not built in. */
export function sceneLink(
  address: string | undefined,
  options: SceneOptions,
  design: Design,
  state: Partial<InspectorState> = {},
): string | null {
  const { scene, texture, textures, levels, size, filter = 'trilinear', lodBias, srgb = false } = options;
  const name = SCENE_NAMES.find((one) => one === scene);
  const shown = TEXTURE_NAMES.find((one) => one === (texture ?? (scene === 'globe' ? 'earth' : 'checker')));
  if (address === undefined || name === undefined || shown === undefined || textures === 'all') return null;
  const maxAnisotropy = options.maxAnisotropy ?? Math.max(1, design.limits.maxSamplerAnisotropy);
  const source = { scene: name, texture: shown, levels, srgb, filter, maxAnisotropy, lodBias, ...size };
  return inspectorLink(address, design, { ...state, source });
}

/** The link that explains a pixel of a trace; null for a trace that is too large for a link. */
export async function traceLink(
  address: string,
  design: Design,
  name: string,
  { text, pixel }: LinkedTrace,
): Promise<string | null> {
  const files = await packedForLink([new File([text], name)]);
  const source = { ...DEFAULT_STATE.source, scene: 'trace' as const };
  return files === null ? null : inspectorLink(address, design, { source, files, pixel });
}
