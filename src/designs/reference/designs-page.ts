import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn, type IntegerField } from '../../../rtl-model/design/field.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { listEntry, wrapped } from '../../platform/pages/markdown-list.ts';
import { docOf } from '../design-docs.ts';
import { PRESETS } from '../presets.ts';

const INTRODUCTION = `# Fields of a design

A design is a JSON file. It gives every field below that has no value \`if left out\`, or it names a preset or a
real unit in \`extends\` and gives what differs from it.
A \`name\` that is left out is that of the file.
Editors complete and check the fields where \`$schema\` names \`design.schema.json\`, by its path from the file:
\`dist/\` of a clone, \`node_modules/texunit/dist/\` of a program with the package. In a clone, any command of
\`node texunit.js\` writes it, and \`npm run build\`.

Each line gives the path of a field, its values and unit, and its meaning. \`minimize\` stands beside the widths that
\`texunit minimize\` narrows, with the least value that it tries.

A width that is \`exact\` makes its step ideal: no hardware has the width of it. A design without an ideal field is
called synthesizable.

This page and the schema are made from [\`design-fields.ts\`](../rtl-model/design/design-fields.ts) and
[\`design-docs.ts\`](../src/designs/design-docs.ts). \`npm run schema\` writes this page.
`;

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
  return [INTRODUCTION, ...sections, `\n## Presets\n\n${presets.join('\n')}`, ''].join('\n');
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
