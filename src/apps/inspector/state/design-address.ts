import type { Design } from '../../../../rtl-model/design/design.ts';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { BASES } from '../../../designs/bases.ts';
import { schemaOf } from '../../../designs/design-schema.ts';
import { SourceError } from '../../../designs/json-source.ts';
import { differencesOf } from '../../../designs/design-difference.ts';
import { readDesign } from '../../../designs/read-design.ts';
import { hasField } from '../../../designs/with-fields.ts';
import { fieldFaults } from './field-faults.ts';

/** A design, and the preset or real unit that it is given by. */
export interface ChosenDesign {
  readonly base: Design;
  readonly design: Design;
}

/** The sign between the fields. An address keeps it as it is. */
const BETWEEN = '~';
/** That sign, and the one between designs, in the text of a value, where JSON writes them by their number. */
const SIGNS = /[~|]/g;
/** Texts without quotes; the other values are JSON. */
const BARE = /^(?!(?:true|false|null)$)[A-Za-z][\w.:-]*$/;

/** The design as the address of a page has it: `full-quality~cache.ways=8~lod.rounding=up`. */
export function designToAddress({ base, design }: ChosenDesign): string {
  const fields = differencesOf(base, design).map(({ path, to }) => `${path}=${valueText(to)}`);
  return [base.name, ...fields].join(BETWEEN);
}

/**
 * The inverse of designToAddress.
 *
 * @throws SourceError with a line for each fault: an unknown base or field, a value that a field cannot have
 */
export function designFromAddress(text: string): ChosenDesign {
  const [name, ...fields] = text.split(BETWEEN);
  const base = BASES.get(name);
  if (base === undefined) {
    throw new SourceError([`design ${JSON.stringify(name)}: expected one of ${[...BASES.keys()].join(', ')}`]);
  }
  const given = fields.reduce((made, field) => withField(made, field), base);
  const reading = readDesign(given);
  if (reading.design !== null) return { base, design: reading.design };
  throw new SourceError(Array.from(fieldFaults(given, reading), ([path, fault]) => `${path}: ${fault}`));
}

function withField(design: Design, field: string): Design {
  const at = field.indexOf('=');
  const path = field.slice(0, Math.max(0, at));
  const known = FIELDS.get(path);
  if (known === undefined || !hasField(design, path.split('.'))) {
    throw new SourceError([`${JSON.stringify(field)}: expected the path of a field, =, and its value`]);
  }
  const given = valueOf(field.slice(at + 1), path);
  // Fields of the part that follow change the whole one. A value that is none is a fault of the design.
  const { data = given } = schemaOf(known, path).safeParse(given);
  return withValue(design, path, data);
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && BARE.test(value)) return value;
  return JSON.stringify(value).replaceAll(SIGNS, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

function valueOf(text: string, path: string): unknown {
  if (BARE.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError([`${path}: ${JSON.stringify(text)}; expected a word or JSON`]);
  }
}
