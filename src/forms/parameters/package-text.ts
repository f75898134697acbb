import { withoutBreaks } from '../../../traces/encodings/names.ts';

/** A member of a packed struct, and its value in each record; values are integers that the width holds. */
export interface Member {
  readonly name: string;
  readonly type: MemberType;
  readonly note: string;
}

/** Bits, `count` times so many in a packed array; or the name of an enumeration and its names. */
export type MemberType = { readonly width: number; readonly signed?: boolean; readonly count?: number } | Enumeration;

export interface Enumeration {
  readonly enumeration: string;
  /** Their codes count up from 0. */
  readonly names: readonly string[];
}

/** A name of TypeScript or Vulkan in the capitals of a constant. */
export function constantName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])|(\d)([A-Z][a-z])/g, '$1$3_$2$4')
    .replace(/[^A-Za-z0-9]/g, '_')
    .toUpperCase();
}

export function enumeration(type: string, prefix: string, values: readonly string[]): Enumeration {
  return { enumeration: type, names: values.map((value) => `${prefix}_${constantName(value)}`) };
}

export function enumerationText({ enumeration: type, names }: Enumeration): string {
  const width = Math.max(1, Math.ceil(Math.log2(names.length)));
  return `  typedef enum logic [${width - 1}:0] {\n    ${names.join(',\n    ')}\n  } ${type};\n`;
}

/** A comment on a line of its own. */
export function commentText(text: string): string {
  return `// ${withoutBreaks(text)}\n`;
}

/** A packed struct; the first member is the most significant one. */
export function structText(struct: string, members: readonly Member[]): string {
  const lines = members.map(({ name, type, note }) => `    ${typeText(type)} ${name};${note && ` // ${note}`}\n`);
  return `  typedef struct packed {\n${lines.join('')}  } ${struct};\n`;
}

/** A constant array of structs. */
export function recordsText(
  name: string,
  type: string,
  members: readonly Member[],
  records: readonly RecordValues[],
): string {
  const record = (values: RecordValues) =>
    `    '{${members.map((member) => `${member.name}: ${valueText(member, values[member.name])}`).join(', ')}}`;
  return `  localparam ${type} ${name} [0:${records.length - 1}] = '{\n${records.map(record).join(',\n')}\n  };\n`;
}

/** Values of a record by the names of its members: integers, codes of enumerations, or literals. */
export type RecordValues = Readonly<Record<string, number | string>>;

function typeText(type: MemberType): string {
  if ('enumeration' in type) return type.enumeration;
  if (type.count !== undefined) return `logic [${type.count - 1}:0]${type.width === 1 ? '' : `[${type.width - 1}:0]`}`;
  return `logic${type.signed ? ' signed' : ''}${type.width === 1 ? '' : ` [${type.width - 1}:0]`}`;
}

/** @throws RangeError when the value does not fit */
function valueText({ name, type }: Member, value: number | string): string {
  if (typeof value === 'string') return value;
  if ('enumeration' in type) return type.names[value];
  const { width, signed = false } = type;
  const low = signed ? -(2 ** (width - 1)) : 0;
  if (!Number.isInteger(value) || value < low || value >= low + 2 ** width) {
    throw new RangeError(`${name}: ${value} does not fit ${width} bits`);
  }
  return `${width}'h${(value < 0 ? value + 2 ** width : value).toString(16)}`;
}

/** Constants of every number, truth value and word in a record, under the names on the way to it. */
export function constantsText(prefix: string, value: unknown): string {
  switch (typeof value) {
    case 'number':
      return `  localparam ${Number.isInteger(value) ? 'int' : 'real'} ${prefix} = ${value};\n`;
    case 'boolean':
      return `  localparam bit ${prefix} = 1'b${value ? 1 : 0};\n`;
    case 'string':
      return `  localparam string ${prefix} = "${withoutBreaks(value).replaceAll(/["\\]/g, String.raw`\$&`)}";\n`;
  }
  if (Array.isArray(value)) {
    if (!value.every((entry) => Number.isInteger(entry))) return '';
    return `  localparam int ${prefix} [0:${value.length - 1}] = '{${value.join(', ')}};\n`;
  }
  const entries = Object.entries(value ?? {});
  return entries.map(([name, entry]) => constantsText(`${prefix}_${constantName(name)}`, entry)).join('');
}
