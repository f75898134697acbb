import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { csvLine } from '../../src/platform/pages/csv-cell.ts';
import { escaped } from '../../src/platform/pages/escaped.ts';
import { htmlPage } from '../../src/platform/pages/page.ts';
import { PRESETS } from '../../src/designs/presets.ts';
import { rtlFiles } from '../../src/forms/rtl/rtl-files.ts';
import { goldenPackage } from '../../src/forms/golden/golden-package.ts';
import { imageText } from '../../traces/requests/request-writer.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-syntaxes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program prints for a file of this text. */
function answer(program: string, args: readonly string[], name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync(program, [...args, name], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

const python = (script: string, name: string, text: string): unknown =>
  JSON.parse(answer('python3', ['-c', script], name, text));

const design = PRESETS.get('d3d11.3-synthesizable')!;
/** The texts as XML has them: without the characters that it has no way to write. */
const WRITABLE = HOSTILE_TEXTS.map((text) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800]/g, '\ufffd'),
);

describe('no name changes the syntax of', () => {
  it('SystemVerilog: Verilator reads the same of every design', () => {
    const memory = layOutImages([], design.cache.layout);
    const read = (name: string, description = '') => {
      const named = { ...design, name, description };
      const texts = [rtlFiles(named, 1).get('texture_unit_pkg.sv')!, goldenPackage(named, memory, [], [])];
      return answer('verilator', ['-E', '-P'], 'a.sv', texts.join(''));
    };
    const plain = read('plain');
    expect(plain).toContain('package texture_unit_pkg;');
    for (const text of HOSTILE_TEXTS) expect(read(text, text), text).toBe(plain);
  });

  it('HTML and XML: a parser finds the texts, and no element of them', () => {
    const items = HOSTILE_TEXTS.map((text) => `<p title="${escaped(text)}">${escaped(text)}</p>`).join('');
    const html = `
import sys, json, html.parser
class P(html.parser.HTMLParser):
    tags = []; texts = []; titles = []
    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == 'p': self.titles.append(dict(attrs)['title']); self.texts.append('')
    def handle_data(self, data):
        if self.tags and self.tags[-1] == 'p': self.texts[-1] += data
p = P(convert_charrefs=True); p.feed(open(sys.argv[1], newline='', encoding='utf-8').read()); p.close()
print(json.dumps([p.tags, p.texts, p.titles]))`;
    const ofHtml = python(html, 'a.html', htmlPage(HOSTILE_TEXTS[0], '', items)) as string[][];
    expect(ofHtml[0].filter((tag) => tag !== 'p')).toEqual([
      'html',
      'head',
      'meta',
      'meta',
      'title',
      'style',
      'body',
      'main',
    ]);
    expect(ofHtml[1].map((text) => text.trimEnd())).toEqual(WRITABLE);
    expect(ofHtml[2]).toEqual(WRITABLE);
    const xml = `
import sys, json, xml.etree.ElementTree as t
print(json.dumps([[e.text, e.get('title')] for e in t.parse(sys.argv[1]).getroot()]))`;
    const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');
    expect(python(xml, 'a.xml', `<r>${items}</r>`)).toEqual(
      // A line end in an attribute is a space (XML 1.0, 3.3.3).
      WRITABLE.map((text) => [lines(text), lines(text).replaceAll(/[\t\n]/g, ' ')]),
    );
  });

  it('CSV: Python reads each text in its cell, none of which is a formula, and numbers as numbers', () => {
    const script = `
import sys, json, csv
print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))))`;
    const texts = HOSTILE_TEXTS.filter((text) => !/[\u0000\ud800]/.test(text)); // oxlint-disable-line no-control-regex
    const rows = python(script, 'a.csv', texts.map((text) => csvLine([text, -1.5, '-2', null])).join('')) as string[][];
    expect(rows.map(([text]) => text.replace(/^'/, ''))).toEqual(texts);
    for (const [text, ...others] of rows) {
      expect(text).not.toMatch(/^[=+\-@\t\r]/);
      expect(others).toEqual(['-1.5', '-2', '']);
    }
  });

  it('JSON: jq reads the name of an image', () => {
    // No name has half a character, which jq refuses.
    const names = HOSTILE_TEXTS.map((text) => text.replace('\ud800', ''));
    const texts = names.map((name) => imageText({ name, source: { file: 'a.png' } }));
    expect(JSON.parse(answer('jq', ['-s', 'map(.image.name)'], 'a.jsonl', texts.join('')))).toEqual(names);
  });
});
