import type { Design } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { GoldenFile } from './golden-file.ts';
import { tileOf } from '../parameters/derived-constants.ts';
import { commentText, constantsText } from '../parameters/package-text.ts';
import { stateConstants } from './state-constants.ts';

/**
 * The SystemVerilog package `golden_pkg`: the fields of the design, constants of every texture state, and a packed struct
 * for the vectors of each file.
 *
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function goldenPackage(
  design: Design,
  memory: TexelMemory,
  states: readonly TextureState[],
  files: readonly GoldenFile[],
): string {
  const { frontEnd, address, lod, filter, cache, limits } = design;
  const { afterU, afterV, afterLevel } = filterWidths(design);
  const tile = tileOf(cache.layout);
  return [
    commentText(`Golden vectors of a texunit run of the design ${design.name}.`),
    '// A line of a .mem file is a vector: its fields side by side, the first one most significant.\n',
    "// Fields are two's complement, or the bits of floats.\n",
    '/* verilator lint_off UNUSEDPARAM */ // No bench needs every constant.\n',
    'package golden_pkg;\n',
    '  // The design, field by field. Bits of what is exact are 0.\n',
    constantsText('FRONT_END', bitsOf(frontEnd)),
    constantsText('ADDRESS', address),
    constantsText('LOD', bitsOf(lod)),
    constantsText('FILTER', {
      ...bitsOf(filter),
      after_u_bits: afterU,
      after_v_bits: afterV,
      after_level_bits: afterLevel,
    }),
    // 0 is a bit within a line: there is no list.
    constantsText('CACHE', {
      ...cache,
      indexBits: cache.indexBits ?? [0],
      tile_width: tile.width,
      tile_height: tile.height,
    }),
    constantsText('LIMITS', limits),
    '\n',
    stateConstants(design, memory, states),
    ...files.map((file) => file.declaration()),
    'endpackage\n',
  ].join('');
}

/** The fields of a unit, with 0 for bits of what is exact: a constant has one type in all designs. */
function bitsOf(fields: object): object {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.endsWith('Bits') && typeof value === 'string' ? 0 : value]),
  );
}
