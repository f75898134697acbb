import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ACTIVITIES, STAGES } from '../../pipeline/stages/stages.ts';
import { registerText } from '../../rtl-model/registers/register-texts.ts';
import { STEP_REGISTERS } from '../../rtl-model/registers/step-table.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS, REQUEST_REGISTERS } from '../../rtl-model/registers/register-table.ts';
import { VIEW_TYPES } from '../../rtl-model/state/image-view.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { fileImageSchema, inlineImageSchema } from '../../traces/requests/request-image.ts';
import { ALL_OPERANDS, OPERANDS, OPERATION_NAMES } from '../../traces/requests/request-operands.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import { d3d11SamplerSchema, samplerSchema } from '../../traces/requests/request-sampler-schema.ts';
import { requestSchemas } from '../../traces/requests/request-line.ts';
import { RequestTables } from '../../traces/requests/request-tables.ts';
import { viewSchema } from '../../traces/requests/request-view.ts';
import { laneResultFields, quadResultFields, requestFaultSchema } from '../../traces/requests/result-schema.ts';
import { ResultReader } from '../../traces/results/result-trace.ts';

const PAGE = readFileSync(new URL('../../traces/FORMAT.md', import.meta.url), 'utf8');

function section(title: string): string {
  return PAGE.split(/^## /m).find((text) => text.startsWith(`${title}\n`))!;
}

/** The lines of the JSON examples in a section. */
function examples(title: string): string[] {
  return [...section(title).matchAll(/```json\n([^`]*)```/g)].flatMap(([, text]) => text.trimEnd().split('\n'));
}

/** The entries of a part's lists, and for each the text before its first colon. */
function entries(text: string): readonly { readonly head: string; readonly rest: string }[] {
  const items = text.matchAll(/^- ([^:]*):([^]*?)(?=^(?! )|$(?![^]))/gm);
  return Array.from(items, ([, head, rest]) => ({ head, rest }));
}

/** The texts in backquotes. */
function names(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

/** The fields that the lists name under a heading of the request trace. */
function fieldsOf(heading: string): string[] {
  return entries(part(heading)).flatMap(({ head }) => names(head));
}

function part(heading: string): string {
  const from = section('Request trace').split(/^### /m);
  return from.find((text) => text.startsWith(`${heading}\n`))!;
}

/** The names of a pattern: `{a,b}c` gives ac and bc. */
function expanded(name: string): string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (choices === undefined) return [name];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('FORMAT.md', () => {
  it('has request examples that the reader accepts', () => {
    const reader = new RequestReader('FORMAT.md');
    reader.read('{"texunit":"requests","version":2}');
    const source = {
      format: TEXEL_FORMATS.get('r8_unorm')!,
      width: 1,
      height: 1,
      layers: 1,
      levels: [new Uint8Array(1)],
    };
    const tables = new RequestTables('FORMAT.md', () => source);
    const records = examples('Request trace').map((line) => reader.read(line)!);
    records.forEach((record) => tables.add(record));
    const count = (kind: string) => records.filter((record) => record.kind === kind).length;
    expect(['image', 'view', 'sampler', 'request'].map(count)).toEqual([5, 2, 5, 11]);
  });

  it('has result examples that the reader accepts', () => {
    const reader = new ResultReader('FORMAT.md');
    reader.read('{"texunit":"results","version":2}');
    const results = examples('Result trace').map((line) => reader.read(line));
    // The last example is an error, which is no result.
    expect(results.map((result) => result && (result.texels?.length ?? 0))).toEqual([1, 4, 1, 1, 0, 1, null]);
    const fields = { ...laneResultFields, ...quadResultFields, ...requestFaultSchema.shape };
    expect(
      entries(section('Result trace'))
        .flatMap(({ head }) => names(head))
        .sort(),
    ).toEqual(Object.keys(fields).sort());
  });

  it('names every field of images, views and samplers', () => {
    const keys = (...schemas: readonly { readonly shape: object }[]) => [
      ...new Set(schemas.flatMap(({ shape }) => Object.keys(shape))),
    ];
    const image = new Set(fieldsOf('Image'));
    expect([...image].sort()).toEqual(keys(inlineImageSchema, fileImageSchema).sort());
    expect(fieldsOf('View').sort()).toEqual(keys(viewSchema).sort());
    expect(['name', ...fieldsOf('Sampler')].sort()).toEqual(
      [...keys(samplerSchema), ...keys(samplerSchema.shape.ycbcrConversion.unwrap().unwrap())].sort(),
    );
    for (const field of Object.keys(d3d11SamplerSchema.shape.d3d11.shape))
      expect(part('Sampler')).toContain(`\`${field}\``);
  });

  it('names every field of a request', () => {
    const { lane, quad } = requestSchemas('sample', 'float');
    const known = [lane, quad].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
    known.push(...ALL_OPERANDS);
    expect([...new Set(fieldsOf('Request'))].sort()).toEqual([...new Set(known)].sort());
  });

  it('has the coordinate of every type of view', () => {
    const types = [...part('Request').matchAll(/^\| (\w+(?:, \w+)?) +\|/gm)].flatMap(([, cell]) => cell.split(', '));
    expect(types.filter((type) => type !== 'view').sort()).toEqual([...VIEW_TYPES].sort());
  });

  it('names every operation with what it needs and takes', () => {
    const table = entries(part('Operations')).flatMap(({ head, rest }) => {
      const operands = (verb: string) => names(new RegExp(`^  - ${verb} ([^-]*)`, 'm').exec(rest)?.[1] ?? '');
      return names(head).map((name) => ({ name, needs: operands('needs'), takes: operands('takes') }));
    });
    expect(table).toEqual(
      OPERATION_NAMES.map((name) => {
        const { needs, takes } = OPERANDS[name];
        return { name, needs, takes: takes.filter((operand) => !needs.includes(operand)) };
      }),
    );
  });

  it('has valid JSON in all other examples', () => {
    const lines = [...examples('Texel-access trace'), ...examples('Timeline')];
    expect(lines).toHaveLength(3);
    expect(() => lines.forEach((line) => void JSON.parse(line))).not.toThrow();
  });

  it('names every texel format', () => {
    const formats = entries(part('Formats')).flatMap(({ rest }) => names(rest).flatMap(expanded));
    expect(formats.sort()).toEqual([...TEXEL_FORMATS.keys()].sort());
  });

  it('describes every register as the table does', () => {
    const expected = [REQUEST_REGISTERS, LANE_REGISTERS, FOOTPRINT_REGISTERS].flatMap((table) =>
      Object.entries(table).map(
        ([name, { from, of }]) => `\`${snake(name)}\` (${from}, ${of.per}): ${registerText(table, name)}`,
      ),
    );
    const [, ...items] = section('Registers').split(/^- /m);
    expect(items.map((item) => item.trim().replace(/\s+/g, ' '))).toEqual(expected);
  });

  it('describes every step as the table does', () => {
    const [, steps] = section('Golden vectors').split(/^### Steps$/m);
    const [, ...items] = steps.split(/^- /m);
    const expected = Object.entries(STEP_REGISTERS).map(
      ([name, { from, of }]) => `\`${snake(name)}\` (${from}, ${of.per}): ${registerText(STEP_REGISTERS, name)}`,
    );
    expect(items.map((item) => item.trim().replace(/\s+/g, ' '))).toEqual(expected);
  });

  it('names every stage and activity', () => {
    const text = section('Waveform').replace(/\s+/g, ' ');
    expect(text).toContain(STAGES.map((stage) => `\`${stage}\``).join(', '));
    expect(text).toContain(ACTIVITIES.map((activity, code) => `${code} ${activity}`).join(', '));
  });
});
