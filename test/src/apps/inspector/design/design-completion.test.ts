import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../../../../rtl-model/design/design-fields.ts';
import { valueAt } from '../../../../../rtl-model/design/field.ts';
import { completionAt } from '../../../../../src/apps/inspector/design/design-completion.ts';
import { schemaOf } from '../../../../../src/designs/design-schema.ts';

/** The completion at the bar in a text. */
function at(text: string) {
  return completionAt(text.replace('|', ''), text.indexOf('|'));
}

describe('the completion of the text of a design', () => {
  it.each([
    ['{|}', ['"extends": ', '"name": ', '"description": ']],
    ['{"na|}', ['"name": ']],
    ['{"na|me": 1}', ['"name"']],
    ['{"extends": "atti|"}', ['"attila"']],
    ['{"cache": {"sectorB|', ['"sectorBytes": ']],
    ['{"cache": {"ways": 1, wa|', []],
    ['{"cache": {"wa|": 1}, "cache": {}}', ['"ways"']],
    ['{"filter": {"rounding": "near|"}}', ['"nearest-even"', '"nearest-up"']],
    ['{"cache": {"ways": |', []],
  ])('lists for %s what is there to choose', (text, options) => {
    expect(at(text)!.options.slice(0, Math.max(1, options.length))).toEqual(options);
  });

  it('has nothing where no field is known, and the range where values are many', () => {
    expect(at('{"other": {|}}')).toBeNull();
    expect(at('{"lod": {"anisotropicRates": [|]}}')).toBeNull();
    expect(at('{"cache": {"ways": |}}')!.note).toMatch(/^1 to 512 ways\. \w/);
  });

  it('lists only values that the field takes', () => {
    let listed = 0;
    for (const [path, field] of FIELDS) {
      const names = path.split('.');
      const text = `${names.map((name) => `{"${name}": `).join('')}|${'}'.repeat(names.length)}`;
      for (const option of at(text)!.options) {
        if (option === '{}') continue;
        const value = valueAt(JSON.parse(text.replace('|', option)) as object, path);
        expect([path, value, schemaOf(field, path).safeParse(value).success]).toEqual([path, value, true]);
        listed++;
      }
    }
    expect(listed).toBeGreaterThan(200);
  });
});
