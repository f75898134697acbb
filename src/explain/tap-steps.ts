import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { unsignedFixed } from '../../rtl-model/fixed-point/format.ts';
import {
  BORDER_ADDRESS,
  CORNER_ADDRESS,
  type Footprints,
  UNBOUND_ADDRESS,
  ZERO_ADDRESS,
} from '../../rtl-model/registers/footprints.ts';
import { componentScales } from '../../rtl-model/texel-decoder/format-scales.ts';
import type { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import type { TexelLocator } from '../../traces/accesses/texel-locator.ts';
import type { Section, Step } from './explanation.ts';
import type { WatchedLookup, WatchedQuad } from './request-watch.ts';
import { sameBits } from './same-bits.ts';
import { fixedStep, floatStep, floatValue, hex } from './step-values.ts';

/** What stands behind the addresses of taps. */
export interface TapPlaces {
  readonly locator: TexelLocator;
  readonly imageNames: readonly string[];
  readonly accesses: TapAccesses;
  readonly bytes: Uint8Array;
}

/** Why a tap reads nothing. */
const UNREAD: ReadonlyMap<number, string> = new Map([
  [BORDER_ADDRESS, 'border'],
  [CORNER_ADDRESS, 'cube corner'],
  [ZERO_ADDRESS, 'outside'],
  [UNBOUND_ADDRESS, 'unbound'],
]);

const COLUMNS = ['tap', 'texel', 'level', 'weight', 'address', 'line', 'look-up', 'stored', 'r', 'g', 'b', 'a'];

/**
 * Coordinates, taps and texels of a pass.
 *
 * @param squares true for sampling in a plane; the taps of other operations bring their weights
 */
export function passSection(
  binding: Binding,
  squares: boolean,
  quad: WatchedQuad,
  lane: number,
  pass: number,
  places: TapPlaces,
): Section {
  const { foot } = quad.passes[pass];
  const steps = squares ? addressed(binding, quad, lane, pass) : snapped(binding, foot, lane);
  const rows = Array.from({ length: foot.tapCount[lane] }, (_, tap) =>
    tapRow(binding, squares, quad, lane, pass, tap, places),
  );
  return { title: `Pass ${pass}: address unit, cache, decoder`, steps, table: { columns: COLUMNS, rows } };
}

/** Each coordinate at each of its widths. */
function addressed(binding: Binding, { lanes, passes }: WatchedQuad, lane: number, pass: number): readonly Step[] {
  const { design, image } = binding;
  const { foot } = passes[pass];
  const coordinates = new Coordinates(binding);
  const n = lanes.samples[lane];
  const level = pass < n ? lanes.levelHi[lane] : lanes.levelLo[lane];
  const { width, height } = image.levels[level];
  const linear = lanes.linear[lane] !== 0;
  const steps: Step[] = [
    { name: 'level', value: level, note: `${width} x ${height} texels, sample ${pass % n} of ${n}` },
  ];
  const axis = (name: string, u: number, size: number, offset: number, raw: number, found: number) => {
    sameBits(`fixed ${name}`, found, raw);
    const i = Math.floor(raw / coordinates.format.one);
    const shift = `${linear ? ' - 0.5' : ''}${offset === 0 ? '' : ` + offset ${offset}`}`;
    steps.push(
      floatStep(`${name} normalized`, u),
      {
        name: `${name} scaled`,
        value: floatValue(design.address.scalePrecision === 'exact' ? u * size : Math.fround(u * size)),
        format: design.address.scalePrecision === 'exact' ? 'exact product' : 'float32',
        note: `${name} * ${size}, before the range is reduced`,
      },
      fixedStep(`${name} fixed`, raw, coordinates.format, `reduced * ${size}${shift}, ${design.address.rounding}`),
      { name: name === 'u' ? 'i0' : 'j0', value: i, note: 'floor, before the wrap' },
    );
  };
  const half = linear ? 0.5 : 0;
  const u = coordinates.snap(0, foot.sampleU[lane], width, half, lanes.offsetU[lane], 1);
  const v = coordinates.snap(1, foot.sampleV[lane], height, half, lanes.offsetV[lane], 1);
  axis('u', foot.sampleU[lane], width, lanes.offsetU[lane], foot.fixedU[lane], u);
  axis('v', foot.sampleV[lane], height, lanes.offsetV[lane], foot.fixedV[lane], v);
  const { weightBits } = design.filter;
  // A weight that is narrowed may round to 1.
  const whole = weightBits < design.address.coordinate.fractionBits ? 1 : 0;
  const fraction = unsignedFixed('weight', whole, weightBits);
  return [
    ...steps,
    fixedStep('alpha', foot.alpha[lane], fraction, 'weight of i0 + 1'),
    fixedStep('beta', foot.beta[lane], fraction, 'weight of j0 + 1'),
  ];
}

/** What other operations leave in the registers. */
function snapped({ dimensions, op }: Binding, foot: Footprints, lane: number): readonly Step[] {
  const steps: Step[] = [
    {
      name: 'taps',
      value: foot.tapCount[lane],
      ...(foot.plane[lane] > 0 && { note: `of plane or image ${foot.plane[lane]}` }),
    },
  ];
  if (op !== 'sample') return steps;
  steps.push(floatStep('u normalized', foot.sampleU[lane]), {
    name: 'u fixed',
    value: foot.fixedU[lane],
    bits: hex(foot.fixedU[lane], 32),
  });
  if (dimensions > 1) {
    steps.push(floatStep('v normalized', foot.sampleV[lane]), {
      name: 'v fixed',
      value: foot.fixedV[lane],
      bits: hex(foot.fixedV[lane], 32),
    });
  }
  if (dimensions > 2) {
    steps.push(floatStep('w normalized', foot.sampleW[lane]), {
      name: 'w fixed',
      value: foot.fixedW[lane],
      bits: hex(foot.fixedW[lane], 32),
    });
  }
  return steps;
}

function tapRow(
  binding: Binding,
  plain: boolean,
  quad: WatchedQuad,
  lane: number,
  pass: number,
  tap: number,
  places: TapPlaces,
): readonly string[] {
  const { foot } = quad.passes[pass];
  const at = foot.address[4 * lane + tap];
  const weight = plain ? tapWeight(binding, foot, lane, tap) : String(foot.weight[4 * lane + tap]);
  const texel = [0, 1, 2, 3].map((c) => component(binding, foot, 16 * lane + 4 * tap + c, c, plain));
  if (at < 0) return [String(tap), UNREAD.get(at) ?? 'none', '', weight, '', '', '', '', ...texel];
  const { locator, imageNames, accesses, bytes } = places;
  const address = accesses.address(quad.state, at);
  const { lineBytes } = binding.design.cache;
  const line = address - (address % lineBytes);
  // Of a line in sectors, the sector's own look-up.
  const lookup = quad.lookups
    .filter((one) => one.pass === pass && address >= one.line && address < one.line + lineBytes)
    .sort((a, b) => b.line - a.line)[0];
  const found = locator.locate(at);
  const size = accesses.bytes(quad.state, foot.plane[lane]);
  return [
    String(tap),
    found ? texelText(locator, imageNames, binding) : '',
    found ? String(locator.level) : '',
    weight,
    hex(address, 32),
    hex(line, 32),
    lookupText(lookup),
    at + size <= bytes.length ? storedText(bytes.subarray(at, at + size)) : '',
    ...texel,
  ];
}

/** (i, j) with what else tells the texel apart. */
function texelText(
  { x, y, z, layer, image }: TexelLocator,
  names: readonly string[],
  { dimensions, op, image: { layers, planes } }: Binding,
): string {
  const several = planes !== null || op === 'sample_weighted' || op === 'block_match';
  const name = several ? `${names[image]} ` : '';
  return `${name}(${[x, y, z].slice(0, Math.max(dimensions, 2)).join(', ')})${layers > 1 ? ` layer ${layer}` : ''}`;
}

/** Product of the weights along both axes, of 2^(2 weight bits). */
function tapWeight({ design }: Binding, foot: Footprints, lane: number, tap: number): string {
  if (foot.tapCount[lane] === 1) return '1';
  const one = 2 ** design.filter.weightBits;
  const a = foot.alpha[lane];
  const b = foot.beta[lane];
  return `${(tap & 1 ? a : one - a) * (tap >> 1 ? b : one - b)}/${one * one}`;
}

/** A code with its value: n/m for normalized formats, the number itself for others. */
function component({ design, image }: Binding, foot: Footprints, at: number, c: number, plain: boolean): string {
  const { componentType } = image.format;
  if (componentType === 'uint') return String(foot.texelBits[at] >>> 0);
  if (componentType === 'sint') return String(foot.texelBits[at]);
  const code = foot.texel[at];
  if (!plain) return String(code);
  const { one, bits } = componentScales(image.stored, design.filter.srgbLinearBits)[c];
  return bits === 0 || one === 1 ? String(code) : `${code}/${one}`;
}

function lookupText(lookup: WatchedLookup | undefined): string {
  if (lookup === undefined) return '';
  if (lookup.hit) return `hit @${lookup.cycle}`;
  return `miss @${lookup.cycle}${lookup.filled === null ? '' : `, back @${lookup.filled}`}`;
}

/** Bytes in the order of their addresses. */
function storedText(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
