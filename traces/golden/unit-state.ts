import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { LodUnit } from '../../rtl-model/lod-unit/lod-unit.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { LOD_SOURCES } from '../../rtl-model/state/instruction.ts';
import { readFormat } from '../../rtl-model/state/read-format.ts';
import { ADDRESS_MODES } from '../../rtl-model/state/sampler.ts';
import { borderTexel } from '../../rtl-model/texel-decoder/border-color.ts';
import { componentSources } from '../../rtl-model/texel-decoder/swizzle.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { GoldenFile } from './golden-file.ts';
import { plainFormat } from './plain-format.ts';
import { isPlain, tileOf } from './state-constants.ts';
import { stateMembers } from './unit-structs.ts';
import { unitWidths } from './unit-widths.ts';

/** True for the states that the units in SystemVerilog take. */
export function isUnitState(binding: Binding): boolean {
  return isPlain(binding) && plainFormat(readFormat(binding)) !== null;
}

/** Writes the `state_t` of each state, for `$readmemh`: a hexadecimal word a line. @param bindings `isUnitState` of each */
export function writeUnitStates(bindings: readonly Binding[], sink: TextSink): void {
  if (bindings.length === 0) return;
  const widths = unitWidths(bindings[0].design, bindings.length);
  const members = stateMembers(widths).map(({ name, type }) => ({
    name,
    type: type as { width: number; count?: number },
  }));
  const fields = members.flatMap(({ name, type: { width, count = 1 } }) =>
    Array.from({ length: count }, () => ({ name, width, signed: false, note: '' })),
  );
  const file = new GoldenFile('state', fields, sink);
  for (const binding of bindings) {
    const values: Readonly<Record<string, readonly number[]>> = valuesOf(binding);
    // The first entry of a packed array is at its low end.
    for (const { name, type } of members) {
      for (let n = (type.count ?? 1) - 1; n >= 0; n--) file.add(values[name][n] ?? 0);
    }
  }
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
