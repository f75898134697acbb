import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTIVITIES, STAGES } from '../../pipeline/stages.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { RequestReader } from '../../traces/request-reader.ts';
import { ResultReader } from '../../traces/result-trace.ts';

const PAGE = readFileSync(new URL('../../traces/FORMAT.md', import.meta.url), 'utf8');

function section(title: string): string {
  return PAGE.split(/^## /m).find((text) => text.startsWith(`${title}\n`))!;
}

/** Lines of the JSON examples of a section. */
function examples(title: string): string[] {
  return [...section(title).matchAll(/```json\n([^`]*)```/g)].flatMap(([, text]) => text.trimEnd().split('\n'));
}

describe('FORMAT.md', () => {
  it('has request examples that the reader takes', () => {
    const reader = new RequestReader('FORMAT.md');
    reader.read('{"texunit":"requests","version":1}');
    const kinds = examples('Request trace').map((line) => reader.read(line)?.kind);
    expect(kinds).toEqual(['image', 'image', 'sampler', 'request', 'request']);
  });

  it('has result examples that the reader takes', () => {
    const reader = new ResultReader('FORMAT.md');
    reader.read('{"texunit":"results","version":1}');
    expect(examples('Result trace').map((line) => reader.read(line)?.texels.length)).toEqual([1, 4]);
  });

  it('has other examples that are JSON', () => {
    const lines = [...examples('Texel-access trace'), ...examples('Timeline')];
    expect(lines).toHaveLength(3);
    expect(() => lines.forEach((line) => void JSON.parse(line))).not.toThrow();
  });

  it('names every texel format, stage and activity', () => {
    const formats = [...section('Request trace').matchAll(/`([rgb0-9a]+_(?:unorm|snorm|srgb|sfloat))`/g)];
    expect(new Set(formats.map(([, name]) => name))).toEqual(new Set(TEXEL_FORMATS.keys()));
    expect(section('Waveform')).toContain(STAGES.map((stage) => `\`${stage}\``).join(', '));
    expect(section('Waveform')).toContain(ACTIVITIES.map((activity, code) => `${code} ${activity}`).join(', '));
  });
});
