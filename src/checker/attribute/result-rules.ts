import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { addressModesOf, isCube } from '../../specification/state/view.ts';
import type { ReportedRule } from '../rule.ts';
import { type Fault, FAULTS, type FaultText } from './faults.ts';

/** A feature that requests exercise, or a fault, with the sections of its demand. */
interface Feature extends FaultText {
  readonly id: string;
}

/** The rules that a request of a texture state counts for: filter and addressing, levels, format, operation. */
export function rulesOf(
  { sampler, instruction }: TextureState,
  view: ImageView | null,
  specification: ReportedRule['specification'],
): readonly ReportedRule[] {
  const { op = 'sample', lod, dref = false } = instruction;
  const operation: Feature = {
    id: `operation/${dref ? `${op}-compare` : op}`,
    title: `Results of ${op}${dref ? ' with depth comparison' : ''}`,
    sections: {
      'D3D11.3': op === 'sample' ? '7.18' : op === 'gather' ? '22.4.2' : '22.4',
      Vulkan: 'Image Operation Steps',
    },
  };
  const format = view === null ? [] : [formatFeature(view)];
  const filter = view === null ? [] : [filterFeature(sampler, view)];
  // Images of one level have none to choose.
  const levels = view === null || view.levelCount === 1 ? [] : [levelFeature(sampler, lod)];
  const features = op === 'sample' ? [...filter, ...levels, ...format, operation] : [operation, ...format];
  const method =
    'each measured result is held against the interval that the request allows; faults have rules of their own';
  return features.map((feature) => resultRule(feature, specification, method));
}

/** The rule that results of a fault fail; undefined for results that no fault explains. */
export function faultRule(fault: Fault | undefined, specification: ReportedRule['specification']): ReportedRule {
  if (fault === undefined) return resultRule(NOT_ATTRIBUTED, specification, 'no single fault explains these results');
  const method = 'the results that one changed thing makes right: see docs/checker.md, "Faults of measured results"';
  return resultRule({ id: fault, ...FAULTS[fault] }, specification, method);
}

const NOT_ATTRIBUTED: Feature = {
  id: 'not-attributed',
  title: 'Results that no single fault explains',
  sections: { 'D3D11.3': '7.18', Vulkan: 'Sampling Operations' },
};

function resultRule(
  { id, title, sections }: Feature,
  specification: ReportedRule['specification'],
  method: string,
): ReportedRule {
  const section = specification === 'design' ? 'widths and rules' : sections[specification];
  const limit = 'every result is one that a permitted design may return';
  return { id: `results/${id}`, specification, section, title, limit, method, unit: 'cases' };
}

/** `linear/repeat`; `nearest+linear` is nearest for magnification, linear for minification. */
function filterFeature(sampler: Sampler, view: ImageView): Feature {
  const { magFilter, minFilter, reductionMode, anisotropyEnable } = sampler;
  const filter = magFilter === minFilter ? magFilter : `${magFilter}+${minFilter}`;
  const reduction = reductionMode === 'weighted_average' ? '' : `-${reductionMode}`;
  const anisotropic = anisotropyEnable ? 'anisotropic-' : '';
  const modes = isCube(view.viewType) ? ['cube'] : addressModesOf(sampler, view.viewType);
  const addressing = [...new Set(modes)].join('+');
  return {
    id: `${anisotropic}${filter}${reduction}/${addressing}`,
    title: `Samples with ${anisotropic}${filter} filter${reduction === '' ? '' : ` (${reductionMode})`}, ${addressing}`,
    sections: {
      'D3D11.3': filter === 'nearest' ? '7.18.7, 7.18.9' : '7.18.8, 7.18.9',
      Vulkan: 'Texel Filtering, Wrapping Operation',
    },
  };
}

/** `mip-linear/explicit`. */
function levelFeature({ mipmapMode }: Sampler, lod: string): Feature {
  return {
    id: `mip-${mipmapMode}/${lod}`,
    title: `Levels chosen by ${lod} LOD, mipmap mode ${mipmapMode}`,
    sections: {
      'D3D11.3': lod === 'explicit' ? '7.18.10' : '7.18.10, 7.18.11',
      Vulkan: 'LOD Operation, Image Level(s) Selection',
    },
  };
}

function formatFeature({ format }: ImageView): Feature {
  const kind = format.block === null ? format.componentType : `block-${format.componentType}`;
  return {
    id: `format/${kind}`,
    title: `Texels of ${kind} formats`,
    sections: { 'D3D11.3': '3.2.3, 7.18.16.2', Vulkan: 'Texel Reads, Format Conversion' },
  };
}
