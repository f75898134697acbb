import { type Fault as NamedFault, FAULTS as NAMED } from '../../../../src/checker/attribute/faults.ts';
import type { Fault, FaultUnit } from '../../../foreign/switches/fault.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';

/** The names that are right for a fault of each unit of the foreigner, or their unit where all of its names are. */
const RIGHT: Readonly<Record<FaultUnit, readonly string[]>> = {
  coordinate: [
    'address-unit/coordinate',
    'address-unit/place',
    'address-unit/texel',
    'address-unit/range',
    'front-end/',
  ],
  offset: ['address-unit/offset'],
  layer: ['address-unit/layer', 'address-unit/layer-rule'],
  wrap: ['address-unit/address-mode', 'address-unit/place', 'address-unit/range'],
  cube: [
    'address-unit/cube',
    'address-unit/cube-edge',
    'address-unit/cube-face',
    'lod-unit/derivatives',
    'lod-unit/scale-factor',
  ],
  derivative: ['lod-unit/derivatives', 'lod-unit/scale-factor', 'lod-unit/level'],
  lod: ['lod-unit/'],
  level: ['lod-unit/'],
  anisotropy: ['lod-unit/'],
  weights: ['filter-unit/weights', 'filter-unit/filter', 'address-unit/coordinate'],
  filter: ['filter-unit/', 'lod-unit/magnification'],
  cubic: ['filter-unit/'],
  reduction: ['filter-unit/reduction'],
  decode: ['texel-decoder/conversion', 'texel-decoder/conversion-precision', 'texel-decoder/pair'],
  'block decode': ['texel-decoder/block'],
  components: ['texel-decoder/components'],
  border: ['address-unit/border-color'],
  comparison: ['filter-unit/comparison'],
  gather: ['address-unit/gather-order', 'address-unit/offset'],
  fetch: ['address-unit/fetch', 'address-unit/sample', 'address-unit/offset', 'texel-decoder/components'],
  robustness: ['address-unit/bounds'],
  view: ['texel-decoder/view-format', 'address-unit/slice'],
  write: ['texel-decoder/write'],
  atomic: ['texel-decoder/atomic'],
  query: ['lod-unit/query'],
  footprint: ['address-unit/footprint'],
  'weight image': ['filter-unit/weight-image'],
  'box filter': ['filter-unit/box'],
  'block match': ['filter-unit/block-match'],
  chroma: ['texel-decoder/chroma', 'texel-decoder/ycbcr'],
  conversion: ['texel-decoder/ycbcr-range', 'texel-decoder/ycbcr-model', 'texel-decoder/ycbcr'],
  residency: ['address-unit/residency'],
  result: ['filter-unit/', 'front-end/lane', 'texel-decoder/components'],
};

/** True if the checker's name for a fault has its unit and one of its sections; those of results are whole chapters. */
export function isNamedRightly({ unit, section }: Fault, name: string, text: ForeignText): boolean {
  if (!RIGHT[unit].some((right) => (right.endsWith('/') ? name.startsWith(right) : name === right))) return false;
  const cited = sectionsIn(NAMED[name as NamedFault].sections[text === 'd3d11' ? 'D3D11.3' : 'Vulkan']);
  const broken = section.split('; ').filter((part) => isOfText(part, text));
  return unit === 'result' || broken.flatMap(sectionsIn).some((one) => cited.some((other) => areRelated(one, other)));
}

/** Sections of D3D11.3 begin with their specification or a number. */
function isOfText(part: string, text: ForeignText): boolean {
  return /^(D3D11\.3|\d)/.test(part) === (text === 'd3d11');
}

function sectionsIn(list: string): readonly string[] {
  return list
    .replace(/^(Vulkan:|D3D11\.3) /, '')
    .split(/, |; /)
    .flatMap(sectionsBetween);
}

/** `22.4.2 to 22.4.5` has all sections between. */
function sectionsBetween(range: string): readonly string[] {
  const [, chapter, first, last] = /^([\d.]+\.)(\d+) to [\d.]+\.(\d+)$/.exec(range) ?? [];
  if (chapter === undefined) return [range];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${chapter}${Number(first) + n}`);
}

/** True for a section and a part of it. */
function areRelated(a: string, b: string): boolean {
  const isNumber = /^\d/.test(a);
  const holds = (whole: string, part: string) => (isNumber ? `${part}.`.startsWith(`${whole}.`) : part.includes(whole));
  return holds(a, b) || holds(b, a);
}
