import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = dirname(fileURLToPath(import.meta.url));

it('imports nothing from outside of its folder', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, source] of text.matchAll(/ from '([^'(]+)';/g)) {
      const inside = source.startsWith('.') && join(dirname(join(folder, file)), source).startsWith(folder);
      expect([file, source, inside || source.startsWith('node:') || source === 'vitest']).toEqual([file, source, true]);
    }
  }
});
