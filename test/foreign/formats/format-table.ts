/** The interpretation of a component's bits (Vulkan: Interpretation of Numeric Format). */
export type NumericKind =
  | 'unorm'
  | 'snorm'
  | 'uscaled'
  | 'sscaled'
  | 'uint'
  | 'sint'
  | 'srgb'
  | 'sfloat'
  | 'ufloat'
  | 'sfixed5'
  | 'shared_exponent';

/** A field of a texel: its component, and the place of its bits, counted from the lowest bit of the first byte. */
export interface FormatField {
  /** 0 to 3 for r, g, b and a; 'd', 's', 'e' and 'x' for depth, stencil, shared exponent and padding. */
  readonly component: number | 'd' | 's' | 'e' | 'x';
  readonly numeric: NumericKind;
  readonly bits: number;
  readonly start: number;
}

export interface FormatLayout {
  readonly name: string;
  readonly numeric: NumericKind;
  readonly fields: readonly FormatField[];
  /** Bytes of a texel, or of a block. */
  readonly bytes: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** The scheme of a block-compressed format, such as bc1_rgba. */
  readonly scheme: string | null;
  /** Planes of a multi-planar format, and the chroma of 4:2:2 pairs. */
  readonly planes: readonly PlaneLayout[];
  readonly pair: string | null;
}

/** A plane: the format of its texels, the colour components they stand for, and its share of the size. */
export interface PlaneLayout {
  readonly format: FormatLayout;
  readonly components: readonly number[];
  readonly divideX: number;
  readonly divideY: number;
}

const COMPONENT_NUMBERS: Readonly<Record<string, number>> = { r: 0, g: 1, b: 2, a: 3 };
const layouts = new Map<string, FormatLayout>();

/** The layout of a format, read from its name (Vulkan: Identification of Formats). */
export function formatLayout(name: string): FormatLayout {
  let layout = layouts.get(name);
  if (layout === undefined) {
    layout = parseLayout(name);
    layouts.set(name, layout);
  }
  return layout;
}

/** The aspects of a format, the first one first. */
export function aspectsOf(name: string): readonly string[] {
  const { fields } = formatLayout(name);
  const depth = fields.some((field) => field.component === 'd') ? ['depth'] : [];
  const stencil = fields.some((field) => field.component === 's') ? ['stencil'] : [];
  return depth.length + stencil.length === 0 ? ['color'] : [...depth, ...stencil];
}

/** True where shaders see integers. */
export function isIntegerFormat(name: string, aspect = 'color'): boolean {
  const layout = formatLayout(name);
  return aspect === 'stencil' || layout.numeric === 'uint' || layout.numeric === 'sint';
}

function parseLayout(name: string): FormatLayout {
  if (/^(bc|etc|eac|astc)/.test(name)) return blockLayout(name);
  if (name.includes('plane')) return planarLayout(name);
  const pair = /_422_unorm|^r8g8_b8g8|^g8r8_g8b8/.test(name) ? name : null;
  const parts = name.split('_');
  const words = parts.filter((part) => /^([rgbaxdse]\d+)+$/.test(part));
  const numerics = parts.filter((part) => /^(u|s)(norm|scaled|int|float|rgb|fixed5)$/.test(part)) as NumericKind[];
  const pack = parts.map((part) => /^\d?pack(\d+)$/.exec(part)).find((match) => match !== null);
  const fields = placeFields(words, numerics, pack === undefined ? 0 : Number(pack[1]));
  const bits = fields.reduce((sum, field) => sum + field.bits, 0);
  /** Formats of depth and stencil are padded to a power of two. */
  const combined = /^d\d+.*_s8_/.test(name);
  const shared = name === 'e5b9g9r9_ufloat_pack32';
  const numeric = shared ? 'shared_exponent' : numerics[0];
  return {
    name,
    numeric,
    fields: shared ? fields.map((field) => ({ ...field, numeric })) : fields,
    bytes: combined ? 2 ** Math.ceil(Math.log2(bits / 8)) : bits / 8,
    blockWidth: pair === null ? 1 : 2,
    blockHeight: 1,
    scheme: null,
    planes: [],
    pair,
  };
}

/**
 * The places of fields. Without a pack, components lie in the order of the name; in packed words the first one has the
 * highest bits (Vulkan: Representation and Texel Block Size, Packed Formats).
 */
function placeFields(words: readonly string[], numerics: readonly NumericKind[], pack: number): FormatField[] {
  const fields: FormatField[] = [];
  let start = 0;
  let left = pack;
  for (const [part, word] of words.entries())
    for (const [, letter, count] of word.matchAll(/([rgbaxdse])(\d+)/g)) {
      const bits = Number(count);
      const numeric = numerics[Math.min(part, numerics.length - 1)];
      const component = (COMPONENT_NUMBERS[letter] ?? letter) as FormatField['component'];
      if (pack === 0) fields.push({ component, numeric, bits, start });
      else {
        if (left === 0) left = pack;
        left -= bits;
        fields.push({ component, numeric, bits, start: Math.floor(start / pack) * pack + left });
      }
      start += bits;
    }
  return fields;
}

function blockLayout(name: string): FormatLayout {
  const scheme = name.replace(/_(unorm|srgb|snorm|ufloat|sfloat)_block$/, '');
  const numeric = /_(unorm|srgb|snorm|ufloat|sfloat)_block$/.exec(name)![1] as NumericKind;
  const small = /^(bc1|bc4|etc2_r8g8b8$|etc2_r8g8b8a1|eac_r11$)/.test(scheme);
  const size = /(\d+)x(\d+)/.exec(scheme);
  return {
    name,
    numeric,
    fields: [],
    bytes: small ? 8 : 16,
    blockWidth: size === null ? 4 : Number(size[1]),
    blockHeight: size === null ? 4 : Number(size[2]),
    scheme,
    planes: [],
    pair: null,
  };
}

/** Planes of a multi-planar format: G alone, then B and R together or one after the other. */
function planarLayout(name: string): FormatLayout {
  const [, words, planes, sampling] = /^(.*)_(\d)plane_(4\d\d)_/.exec(name)!;
  const bits = /g(\d+)/.exec(words)![1];
  const padding = bits === '10' ? 'x6' : bits === '12' ? 'x4' : bits === '14' ? 'x2' : '';
  const single = padding === '' ? `r${bits}_unorm` : `r${bits}${padding}_unorm_pack16`;
  const double = padding === '' ? `r${bits}g${bits}_unorm` : `r${bits}${padding}g${bits}${padding}_unorm_2pack16`;
  const divideX = sampling === '444' ? 1 : 2;
  const divideY = sampling === '420' ? 2 : 1;
  const luma = { format: formatLayout(single), components: [1], divideX: 1, divideY: 1 };
  const chroma =
    planes === '2'
      ? [{ format: formatLayout(double), components: [2, 0], divideX, divideY }]
      : [2, 0].map((component) => ({ format: formatLayout(single), components: [component], divideX, divideY }));
  return {
    name,
    numeric: 'unorm',
    fields: luma.format.fields,
    bytes: luma.format.bytes,
    blockWidth: 1,
    blockHeight: 1,
    scheme: null,
    planes: [luma, ...chroma],
    pair: null,
  };
}
