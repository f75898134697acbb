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
import type { WitnessTrace } from '../../apps/inspector/design/witness-request.ts';
import type { PageData } from '../../apps/sweep-page/data/page-data.ts';
import { baseOfName, nearestBase } from '../../designs/design-name.ts';
import { drive } from '../../platform/drive.ts';
import { UsageError } from '../files/usage-error.ts';
import { valueReader } from './option-values.ts';
import type { SceneOptions } from './scene-options.ts';

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

/** The link that shows a design in the inspector, alone beside what else the state says; null without an address. */
export function inspectorLink(
  address: string | undefined,
  design: Design,
  state: Partial<InspectorState> = {},
): string | null {
  if (address === undefined) return null;
  const first = linkedDesign(design);
  return `${address}#${stateToAddress({ ...DEFAULT_STATE, second: 'none', ...state, first })}`;
}

/** The data by which a page links its designs itself; undefined without an address. @param bases of the designs */
export function inspectorOfPage(address: string | undefined, bases: readonly Design[]): PageData['inspector'] {
  return address === undefined ? undefined : { address, bases: bases.map((design) => linkedDesign(design).base) };
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

/** The link that explains a pixel of a trace; null for a trace that is too large for a link. @param trace needs no file */
export async function traceLink(
  address: string,
  design: Design,
  name: string,
  { text, pixel }: WitnessTrace,
): Promise<string | null> {
  const files = await packedForLink([new File([text], name)]);
  const source = { ...DEFAULT_STATE.source, scene: 'trace' as const };
  return files === null ? null : inspectorLink(address, design, { source, files, pixel });
}

/** A rule that a design breaks, by its id, and the search for the request that shows it. */
export interface AskedWitness {
  readonly design: Design;
  readonly rule: string;
  readonly search: Generator<number, WitnessTrace | null>;
}

/** The links that explain the requests of witnesses; null where one names none. */
export async function witnessLinks(
  address: string,
  asked: readonly AskedWitness[],
): Promise<readonly (string | null)[]> {
  const links: (string | null)[] = [];
  for (const [n, { design, rule, search }] of asked.entries()) {
    const trace = await drive(search, (part) => ({ what: `witness of ${rule}`, part: (n + part) / asked.length }));
    links.push(trace && (await traceLink(address, design, `${rule.replaceAll('/', '-')}.jsonl`, trace)));
  }
  return links;
}
