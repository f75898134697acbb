import { readFileSync } from 'node:fs';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn, type IntegerField } from '../../../rtl-model/design/field.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { listEntry, wrapped } from '../../platform/pages/markdown-list.ts';
import { docOf } from '../design-docs.ts';
import { PRESETS } from '../presets.ts';

/** The page, whose introduction is written there. */
const PAGE = new URL('docs/designs.md', packageFolder(import.meta.url));

/** docs/designs.md: all fields of a design, one section for each part of it. */
export function designsPage(): string {
  const sections = Object.entries(DESIGN.fields).map(([name, field]) => {
    if (field.kind !== 'part') return item(name, field);
    const items = [...fieldsIn(field.fields, `${name}.`)].map(([path, inner]) => item(path, inner));
    return `\n## ${name}\n\n${wrapped(docOf(name))}\n\n${items.join('\n')}`;
  });
  const presets = [...PRESETS.values()].map((design) => {
    const ideal = idealFields(design).map((path) => `\`${path}\``);
    const kind = ideal.length === 0 ? 'Synthesizable' : `Ideal: ${ideal.join(', ')}`;
    return listEntry(`\`${design.name}\`: ${design.description} ${kind}.`);
  });
  const [introduction] = readFileSync(PAGE, 'utf8').split(/\n(?=- `)/);
  return [introduction, ...sections, `\n## Presets\n\n${presets.join('\n')}`, ''].join('\n');
}

function item(path: string, field: Field): string {
  const values = valuesOf(field);
  const doc = docOf(path);
  const text = values === '' ? doc : `${values}. ${doc}`;
  return listEntry(`\`${path}\`: ${text}${leftOut(field)}`);
}

/** The value of a field that a design leaves out. */
function leftOut({ free }: Field): string {
  if (free === undefined) return '';
  return ` \`${typeof free === 'string' ? free : JSON.stringify(free)}\` if left out.`;
}

function valuesOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return 'a text';
    case 'flag':
      return 'true or false';
    case 'choice':
      return field.expected ?? field.values.map((value) => `\`${value}\``).join(', ');
    case 'number':
      return `${field.min} to ${field.max}`;
    case 'integer':
      return `${range(field)}${narrowing(field)}`;
    case 'extent':
      return `[width, height], each ${range(field)}`;
    case 'list':
      return field.nullable ? 'null or a list' : 'a list';
    case 'part':
      return field.nullable ? 'null or all of the following' : '';
  }
}

function range({ min, max, unit, or, powerOfTwo }: Omit<IntegerField, 'kind'>): string {
  const ends = `${min} to ${max} ${unit}${or === undefined ? '' : `, or \`${or}\``}`;
  return powerOfTwo ? `a power of two, ${ends}` : ends;
}

function narrowing({ narrows, min }: IntegerField): string {
  return narrows === undefined ? '' : `; \`minimize\` down to ${narrows.least ?? min}`;
}
