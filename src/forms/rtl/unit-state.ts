import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { readFormat } from '../../../rtl-model/state/read-format.ts';
import { ADDRESS_MODES } from '../../../rtl-model/state/sampler.ts';
import { borderTexel } from '../../../rtl-model/texel-decoder/border-color.ts';
import { componentSources } from '../../../rtl-model/texel-decoder/swizzle.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { plainFormat } from './plain-format.ts';
import { isPlain } from '../golden/state-constants.ts';
import { tileOf } from '../parameters/derived-constants.ts';
import { structWriter } from './struct-writer.ts';
import { stateMembers } from './unit-structs.ts';
import { unitWidths } from '../parameters/unit-widths.ts';

/** True for the states that the units in SystemVerilog take. */
export function isUnitState(binding: Binding): boolean {
  return isPlain(binding) && plainFormat(readFormat(binding)) !== null;
}

/** Writes the `state_t` of each state, for `$readmemh`: a hexadecimal word a line. @param bindings `isUnitState` of each */
export function writeUnitStates(bindings: readonly Binding[], sink: TextSink): void {
  if (bindings.length === 0) return;
  const widths = unitWidths(bindings[0].design, bindings.length);
  const write = structWriter('state', stateMembers(widths), sink);
  for (const binding of bindings) write(valuesOf(binding));
}

function valuesOf(binding: Binding) {
  const { sampler, instruction, image, view, arrayed, design } = binding;
  const format = readFormat(binding);
  const { components, componentType } = plainFormat(format)!;
  const unit = new LodUnit(binding, { passes: () => 1 });
  const { levels } = image;
  const { height: tileHeight } = tileOf(design.cache.layout);
  const one = (value: number | boolean) => [Number(value)];
  return {
    lod_source: one(LOD_SOURCES.indexOf(instruction.lod)),
    projected: one(instruction.projected),
    arrayed: one(arrayed),
    mag_linear: one(sampler.magFilter === 'linear'),
    min_linear: one(sampler.minFilter === 'linear'),
    mip_linear: one(sampler.mipmapMode === 'linear'),
    address_u: one(ADDRESS_MODES.indexOf(sampler.addressModeU)),
    address_v: one(ADDRESS_MODES.indexOf(sampler.addressModeV)),
    max_anisotropy: one(floatBits(Math.max(1, unit.maxAnisotropy))),
    lod_bias: one(floatBits(unit.bounds.samplerBias)),
    min_lod: one(unit.bounds.plainMinLod),
    max_lod: one(unit.bounds.maxLod),
    view_min_lod: one(unit.viewMinLod),
    first_level: one(unit.firstLevel),
    last_level: one(unit.lastLevel),
    coarsest_level: one(unit.firstLevel + unit.coarsestLevel),
    base_layer: one(view.baseArrayLayer),
    layers: one(view.layerCount),
    components: one(components),
    component_type: one(componentType),
    border_texel: [...borderTexel(sampler.borderColor, format, componentScales(format, design.filter.srgbLinearBits))],
    sources: componentSources(view.components),
    width: levels.map(({ width }) => width),
    height: levels.map(({ height }) => height),
    base: levels.map(({ base }) => base),
    layer_bytes: levels.map(({ layerBytes }) => layerBytes),
    pitch: levels.map(({ row }) => row[tileHeight] ?? 0),
    square_bits: levels.map(({ width, height }) => Math.ceil(Math.log2(Math.min(width, height)))),
  };
}
