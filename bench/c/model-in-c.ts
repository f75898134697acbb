import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Design } from '../../rtl-model/design/design.ts';

import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { cFiles } from '../../src/forms/c/c-files.ts';

const SIZE = 256;
const LEVELS = 9;
const FLAGS = ['-O3', '-std=c99', '-ffp-contract=off', '-w'];
const BUILDS = [['gcc'], ['clang'], ['gcc', '-msse4.1'], ['clang', '-msse4.1']] as const;

/** Prints million trilinear samples a second of the design's model in C: of a state at run time, and of a constant. */
export function printModelInC(design: Design): void {
  const folder = mkdtempSync(join(tmpdir(), 'texunit-c-rate-'));
  try {
    const source = writeModel(folder, design);
    console.log(
      'model in C, trilinear r8g8b8a8_unorm, nine levels: million samples a second, run-time state and constant',
    );
    for (const [compiler, ...flags] of BUILDS) {
      const constant = source.replace('.c', '_constant_0');
      const rates = [
        [source, `-DSAMPLE_QUADS=${source.replace('.c', '_sample_quads')}`],
        [source, `${constant}.c`, `-DSAMPLE_CONSTANT=${constant}`],
      ].map((given) => {
        const program = join(folder, 'rate');
        const all = [...FLAGS, ...flags, ...given, resolve('bench/c/rate.c'), '-I.', '-o', program, '-lm'];
        execFileSync(compiler, all, { cwd: folder });
        return execFileSync(program, ['requests.bin'], { cwd: folder, encoding: 'utf8' }).trim();
      });
      console.log(`  ${[compiler, ...flags].join(' ').padEnd(16)} ${rates.map((rate) => rate.padStart(6)).join('')}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The sources, requests with one state, and the state as a constant. @returns the name of the source */
function writeModel(folder: string, design: Design): string {
  const files = cFiles(design);
  mkdirSync(join(folder, 'dpi'));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const format = UNCOMPRESSED_FORMATS.get('r8g8b8a8_unorm')!;
  const levels = Array.from({ length: LEVELS }, (_, l) => {
    const bytes = new Uint8Array((SIZE >> l) ** 2 * format.texelBytes).map((_, n) => (n * 2_654_435_761) >>> 24);
    return Buffer.from(bytes).toString('base64');
  });
  const lines = [
    { texunit: 'requests', version: 2 },
    { image: { name: 'image', format: format.name, width: SIZE, height: SIZE, levels } },
    { sampler: { name: 'trilinear', addressModeU: 'repeat', addressModeV: 'repeat' } },
    { id: '0', image: 'image', sampler: 'trilinear', quad: [0, 1, 2, 3].map((lane) => [lane / 4, lane / 8]) },
  ];
  writeFileSync(join(folder, 'requests.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const convert = ['texunit.js', 'convert', join(folder, 'requests.jsonl'), join(folder, 'requests.bin')];
  execFileSync(process.execPath, convert, { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('make', ['-C', folder, 'constant', 'REQUESTS=requests.bin', 'STATE=0'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return [...files.keys()].find((name) => /^texunit_\w+(?<!_steps)\.c$/.test(name))!;
}
