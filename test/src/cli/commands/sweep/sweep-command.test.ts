import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../../src/cli/program.ts';
import { LineChecks } from '../../../../../src/experiments/sweep/rows/log-reader.ts';
import { checkerboard } from '../../../../../src/pictures/textures/checkerboard.ts';
import { writePng } from '../../../../../src/pictures/textures/write-png.ts';
import { PROGRAM } from '../../../../built-program.ts';
import { captureOutput } from '../../captured-output.ts';

let output = '';
let reported = '';
captureOutput(
  (text) => (output += text),
  (text) => (reported += text),
);

const EXAMPLES = fileURLToPath(new URL('../../../../../traces/examples/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'texunit-sweep-'));
const KILLED_WRITE = fileURLToPath(new URL('killed-write.js', import.meta.url));
const home = process.cwd();
const TEXTURE = join(folder, 'texture.png');
beforeAll(() => {
  process.chdir(folder);
  writePng(TEXTURE, checkerboard(64, 8));
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const PLAN = {
  designs: ['full-quality'],
  vary: {
    'cache.ways': [1, 2],
    'cache.sets': { from: 4, to: 16, times: 2 },
    'cache.layout': ['linear', 'morton'],
  },
  constraints: ['cache.sets * cache.ways >= 8'],
  mode: 'cycle',
  measures: ['cycles_per_quad', 'latency_p99', 'l1_misses', 'memory_bytes', 'sram_bits', 'psnr'],
  objectives: [
    { measure: 'cycles_per_quad', goal: 'least' },
    { measure: 'sram_bits', goal: 'least' },
  ],
  workloads: [
    { scene: 'plane', texture: TEXTURE, width: 16, height: 16, weight: 2 },
    { trace: join(EXAMPLES, 'requests.jsonl'), name: 'requests' },
  ],
};

function write(name: string, plan: object): string {
  writeFileSync(join(folder, name), JSON.stringify(plan));
  return name;
}

/** Runs a sweep. @returns its outcome, and what it wrote to standard output and standard error */
async function sweep(...words: readonly string[]) {
  output = reported = '';
  const outcome = await texunit(['sweep', ...words]);
  return { ...outcome, output, reported };
}

/** Starts the built program in a group of its own. @returns it once its first rows are there, or it has ended */
async function started(words: readonly string[]) {
  const log = join(folder, words[words.indexOf('--out') + 1], 'rows.jsonl');
  const size = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  const child = spawn(process.execPath, [PROGRAM, 'sweep', ...words], { cwd: folder, detached: true, stdio: 'ignore' });
  const end = once(child, 'close');
  while (child.exitCode === null && size() <= before) await after(2);
  const kill = async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
    await end;
  };
  return { child, kill };
}

function bytes(out: string): readonly string[] {
  return ['rows.csv', 'rows.parquet'].map((name) => readFileSync(join(folder, out, name)).toString('base64'));
}

function csv(out: string): readonly (readonly string[])[] {
  const lines = readFileSync(join(folder, out, 'rows.csv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => line.split(','));
}

const REFUSED =
  /^texunit: twice: process \d+ on \S+ writes its rows \(its last sign of life: \S+\); expected one sweep in a folder at a time, or --take-over if that one has ended$/;

const plan = write('plan.json', PLAN);

describe('texunit sweep', () => {
  it('writes a row for each design and workload', async () => {
    const whole = await sweep(plan, '--cores', '2', '--out', 'whole');
    expect([whole.code, whole.output]).toEqual([0, 'plan: 20 rows\nWritten: whole/rows.csv, whole/rows.parquet\n']);
    expect(whole.reported).toMatch(
      /^plan: designs: 10, workloads: 2, rows: 20; refused: 2, the first of them #0: cache\.sets \*/,
    );
    const [header, ...rows] = csv('whole');
    expect(header.slice(0, 7)).toEqual([
      'workload',
      'design',
      'design_hash',
      'base',
      'cache.ways',
      'cache.sets',
      'cache.layout',
    ]);
    expect(
      rows.slice(0, 3).map(([workload, design, , , ...cells]) => [workload, design, ...cells.slice(0, 3)]),
    ).toEqual([
      ['plane', '2', '1', '8', 'linear'],
      ['requests', '2', '1', '8', 'linear'],
      ['plane', '3', '1', '8', 'morton'],
    ]);
  });

  it('names the build that made a row, the same from the program and from its modules', () => {
    const [header, ...rows] = csv('whole');
    const builds = new Set(rows.map((cells) => cells[header.indexOf('texunit')]));
    expect([...builds]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)]);
    const words = [PROGRAM, 'sweep', plan, '--cores', '1', '--out', 'by-program'];
    expect([spawnSync(process.execPath, words, { cwd: folder }).status, csv('by-program')]).toEqual([0, csv('whole')]);
  });

  it('gives Parquet its columns, their units, and the same values as CSV', async () => {
    const data = readFileSync(join(folder, 'whole/rows.parquet'));
    const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.length);
    const { key_value_metadata: facts } = await parquetMetadataAsync(file);
    const fact = (key: string): unknown => JSON.parse(facts!.find((one) => one.key === key)!.value!);
    expect(fact('units')).toEqual({
      cycles_per_quad: 'cycles/quad',
      latency_p99: 'cycles',
      l1_misses: 'look-ups',
      memory_bytes: 'bytes',
      sram_bits: 'bits',
      psnr: 'dB',
    });
    expect(fact('texunit')).toMatchObject({
      texunit: 'sweep',
      name: 'plan',
      workloads: [{ name: 'plane', weight: 2 }, {}],
    });
    const rows = await parquetReadObjects({ file });
    const [header, ...lines] = csv('whole');
    const shown = rows.map((row) => header.map((name) => (row[name] === null ? '' : String(row[name]))));
    expect(shown).toEqual(lines.map((cells) => cells.map((cell) => (cell === 'inf' ? 'Infinity' : cell))));
  });

  it('joins shards to the rows of the whole, which ran on more cores, and tells missing ones and those of another plan', async () => {
    const shares = ['share-1', 'share-2'].map((out) => join(folder, out));
    for (const shard of ['1/2', '2/2'])
      await sweep(plan, '--cores', '1', '--shard', shard, '--out', `share-${shard[0]}`);
    const merge = (...folders: readonly string[]) =>
      texunit(['sweep', 'merge', ...folders, '--out', join(folder, 'merged')]);
    expect(await merge(shares[0])).toEqual({
      code: 2,
      message: `texunit: ${shares[0]}/rows.jsonl: without the shards 2/2; expected the folders of all 2, or --partial`,
    });
    await sweep(
      write('other.json', { ...PLAN, constraints: [] }),
      '--sample',
      '3',
      '--seed',
      '4',
      '--cores',
      '1',
      '--out',
      'other',
    );
    const { code, message } = await merge(shares[0], join(folder, 'other'));
    expect(code).toBe(2);
    expect(message).toMatch(/other\/rows\.jsonl: holds rows of another plan, [0-9a-f]{16}; expected [0-9a-f]{16}$/);
    expect(existsSync(join(folder, 'merged'))).toBe(false);
    expect((await merge(...shares.toReversed())).code).toBe(0);
    expect(bytes('merged')).toEqual(bytes('whole'));
  });

  it('refuses to join a share that is not finished, and says how many rows there should be where it is asked for', async () => {
    mkdirSync(join(folder, 'begun'));
    const lines = readFileSync(join(folder, 'share-2/rows.jsonl'), 'utf8').split(/(?<=\n)/);
    writeFileSync(join(folder, 'begun/rows.jsonl'), lines.slice(0, 7).join(''));
    const out = join(folder, 'short');
    const words = [
      'sweep',
      'merge',
      join(folder, 'share-1'),
      join(folder, 'begun'),
      '--out',
      out,
      '--html',
      join(out, 'p.html'),
    ];
    const { code, message } = await texunit(words);
    expect(code).toBe(2);
    expect(message).toMatch(
      /begun\/rows\.jsonl: lacks 4 of 10 rows, the first of them design \d+ with "\w+"; expected the rows of a finished/,
    );
    expect(existsSync(out)).toBe(false);
    expect((await texunit([...words, '--partial'])).code).toBe(0);
    const [header, ...rows] = csv('short');
    expect(rows).toHaveLength(10 + 6);
    expect(new Set(rows.map((cells) => cells[header.indexOf('table_rows')]))).toEqual(new Set(['20']));
    expect(readFileSync(join(out, 'p.html'), 'utf8')).toContain('<p>16 of 20 rows</p>');
  });

  it('names bad lines, runs rows again to compare them, and repairs what is bad', async () => {
    const path = join(folder, 'bad/rows.jsonl');
    mkdirSync(dirname(path));
    const lines = readFileSync(join(folder, 'share-2/rows.jsonl'), 'utf8').split(/(?<=\n)/);
    const verify = async (...words: readonly string[]) => {
      output = '';
      const { code } = await texunit(['sweep', 'verify', dirname(path), ...words]);
      return [code, output];
    };
    const good = `${path}: good rows: 10, bad lines: 0`;
    writeFileSync(path, lines.join(''));
    expect(await verify('--sample', '4', '--cores', '1')).toEqual([0, `${good}; run again: 4, of which 0 differ\n`]);
    // A row with another value, though with the right checksums.
    const checks = new LineChecks();
    const sealed = lines
      .filter((line) => line !== '')
      .map((line, n) => {
        const { check: _, ...value } = JSON.parse(line) as Record<string, unknown>;
        return checks.seal(n === 5 ? { ...value, l1_misses: 1 } : value);
      });
    expect(sealed.slice(0, 5)).toEqual(lines.slice(0, 5));
    writeFileSync(path, sealed.join(''));
    expect(await verify()).toEqual([0, `${good}\n`]);
    const [, found] = await verify('--sample', '10', '--cores', '1');
    expect(found).toMatch(/rows\.jsonl:6: l1_misses is 1; it is \d+ when it runs again\n.*10, of which 1 differ\n$/);
    // Another row that is damaged, and one that is gone.
    sealed[7] = sealed[7].replace('"design', '"desigm');
    sealed.splice(9, 1);
    writeFileSync(path, sealed.join(''));
    const fault = 'is damaged, or at the wrong place: its checksum does not fit';
    const lack = /; lacks 3 of 10 rows, the first of them design \d+ with "\w+"$/;
    const [code, bad] = await verify();
    const [first, second, last] = String(bad).trimEnd().split('\n');
    expect([code, first, second]).toEqual([1, `${path}:8: ${fault}`, `${path}:10: ${fault}`]);
    expect(last).toMatch(lack);
    const refused = await texunit(['sweep', join(folder, plan), '--shard', '2/2', '--out', dirname(path), '--resume']);
    expect([refused.code, refused.message]).toEqual([
      2,
      `texunit: ${path}:8: ${fault}; texunit sweep verify ${dirname(path)} --repair runs what is bad again`,
    ]);
    expect((await verify('--sample', '10', '--repair', '--cores', '1'))[0]).toBe(0);
    expect(bytes('bad')).toEqual(bytes('share-2'));
    expect(await verify()).toEqual([0, `${good}\n`]);
  });

  it('goes on after kill -9 in the midst of any write, and ends with the rows of an unbroken run', async () => {
    const log = join(folder, 'killed/rows.jsonl');
    const words = ['--import', KILLED_WRITE, PROGRAM, 'sweep', plan, '--cores', '1', '--out', 'killed', '--resume'];
    // The first write is the header of the log.
    for (const write of [1, 2, 5, 3]) {
      const env = { ...process.env, KILLED_WRITE: String(write) };
      expect(spawnSync(process.execPath, words, { cwd: folder, env }).status).toBe(137);
    }
    expect((await sweep(plan, '--cores', '2', '--out', 'killed', '--resume')).code).toBe(0);
    expect(bytes('killed')).toEqual(bytes('whole'));
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(1, -1);
    const keys = lines.map((line) => JSON.parse(line) as { design: number; workload: string });
    expect(new Set(keys.map(({ design, workload }) => `${design} ${workload}`)).size).toBe(20);
    expect(keys).toHaveLength(20);
  });

  it('refuses a second run in a folder, goes on once the first one is killed, and leaves the folder free at SIGTERM', async () => {
    const vary = { ...PLAN.vary, 'pipeline.memory.latency': { from: 50, to: 400, step: 5 } };
    const long = write('long.json', {
      ...PLAN,
      vary,
      workloads: [{ scene: 'plane', texture: TEXTURE, width: 16, height: 16 }],
    });
    const words = [long, '--cores', '1', '--out', 'twice', '--resume'];
    const first = await started(words);
    const second = await sweep(...words);
    expect([second.code, second.message]).toEqual([2, expect.stringMatching(REFUSED)]);
    await first.kill();
    expect(existsSync(join(folder, 'twice/rows.lock'))).toBe(true);
    const { child } = await started(words);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([143, null]);
    expect(existsSync(join(folder, 'twice/rows.lock'))).toBe(false);
    expect(readFileSync(join(folder, 'twice/rows.jsonl'), 'utf8')).toMatch(/\n$/);
  });

  it('does not count a last line that was cut', async () => {
    mkdirSync(join(folder, 'cut'));
    const log = join(folder, 'cut/rows.jsonl');
    const whole = readFileSync(join(folder, 'whole/rows.jsonl'));
    writeFileSync(log, whole);
    truncateSync(log, whole.lastIndexOf('{"designs"') - 90);
    await sweep(plan, '--cores', '1', '--out', 'cut', '--resume');
    expect(reported).toContain('rows: 20, of which 19 are there');
    expect(bytes('cut')).toEqual(bytes('whole'));
  });

  it('takes as many designs as a sample asks for', () => {
    expect(csv('other')).toHaveLength(1 + 2 * 3);
  });

  it('finds designs that none is better than, the same ones after a resume', async () => {
    const search = await sweep(plan, '--search', '8', '--seed', '2', '--cores', '1', '--out', 'search');
    expect(search.code).toBe(0);
    expect(search.output).toContain('Designs that none is better than in every objective:');
    mkdirSync(join(folder, 'again'));
    const lines = readFileSync(join(folder, 'search/rows.jsonl'), 'utf8').split('\n');
    writeFileSync(join(folder, 'again/rows.jsonl'), `${lines.slice(0, 10).join('\n')}\n`);
    await sweep(plan, '--search', '8', '--seed', '2', '--cores', '1', '--out', 'again', '--resume');
    expect(output).toContain(search.output.split('\n')[4]);
    expect(bytes('again')).toEqual(bytes('search'));
  });

  it('compares all designs with a baseline, which a sample and a search have as well', async () => {
    const derived = {
      speedup: 'baseline(cycles_per_quad) / cycles_per_quad',
      per_bit: 'geomean(baseline(cycles_per_quad) / cycles_per_quad) * baseline(sram_bits) / sram_bits',
    };
    const baseline = { 'cache.ways': 2, 'cache.sets': 4, 'cache.layout': 'morton' };
    const objectives = [{ measure: 'per_bit', goal: 'most' }];
    const compared = write('compared.json', { ...PLAN, derived, baseline, objectives });
    for (const [out, ...words] of [['compared'], ['some', '--sample', '3'], ['best', '--search', '3']]) {
      expect((await sweep(compared, ...words, '--cores', '1', '--out', out)).code, out).toBe(0);
      const [names, ...rows] = csv(out);
      const cell = (row: readonly string[], name: string) => row[names.indexOf(name)];
      const isBaseline = (row: readonly string[]) =>
        Object.entries(baseline).every(([name, value]) => cell(row, name) === String(value));
      const own = rows.filter(isBaseline);
      expect(
        own.map((row) => [cell(row, 'speedup'), cell(row, 'per_bit')]),
        out,
      ).toEqual([
        ['1', '1'],
        ['1', '1'],
      ]);
      for (const [n, row] of rows.entries()) {
        const cycles = (each: readonly string[]) => Number(cell(each, 'cycles_per_quad'));
        expect(Number(cell(row, 'speedup'))).toBe(cycles(own[n % 2]) / cycles(row));
        const [one, other] = rows.slice(n - (n % 2), n - (n % 2) + 2).map((each, w) => cycles(own[w]) / cycles(each));
        const gained =
          Math.cbrt(one * one * other) * (Number(cell(own[0], 'sram_bits')) / Number(cell(row, 'sram_bits')));
        expect(Number(cell(row, 'per_bit'))).toBeCloseTo(gained, 10);
      }
    }
    expect(readFileSync(join(folder, 'compared/rows.jsonl'), 'utf8').split('\n')[1]).not.toContain('speedup');
    const refused = async (fields: object, ...words: readonly string[]) =>
      (await sweep(write('refused.json', { ...PLAN, derived, ...fields }), '--out', 'refused', ...words)).message;
    expect(await refused({ baseline: { 'cache.ways': 1 } }, '--search', '4')).toContain(
      'baseline: leaves some fields open; with --search expected a value of each that varies',
    );
    expect(await refused({ baseline: { ...baseline, 'cache.ways': 1 } })).toContain(
      'baseline: is no design: cache.sets * cache.ways >= 8 does not hold',
    );
  });

  it('draws a scene with one of the designs, whose largest error is that of its row', async () => {
    const errors = write('errors.json', {
      ...PLAN,
      designs: ['d3d11.3-minimum'],
      mode: 'function',
      measures: ['error_max'],
      objectives: undefined,
    });
    await sweep(errors, '--cores', '1', '--sample', '2', '--out', 'errors');
    const [header, [, design, ...cells]] = csv('errors');
    const out = join(folder, 'picture');
    const picture = (...words: readonly string[]) =>
      texunit(['sweep', 'picture', join(folder, errors), ...words, '--out', out]);
    const refused = (line: string) => ({ code: 2, message: expect.stringContaining(line) });
    expect(await picture('20')).toEqual(refused('errors.json:1:1: has no design 20; expected 0 to 11'));
    expect(await picture('0')).toEqual(refused('has no design 0: cache.sets * cache.ways >= 8 does not hold'));
    expect(await picture(design, '--workload', 'requests')).toEqual(refused('expected a scene of the plan: plane'));
    expect(existsSync(out)).toBe(false);
    expect((await picture(design)).code).toBe(0);
    const { error } = JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')) as { error: { largest: number } };
    expect(error.largest).toBeGreaterThan(0);
    expect(error.largest).toBe(Number(cells[header.indexOf('error_max') - 2]));
    expect(readdirSync(out).sort()).toEqual([
      'compare.html',
      'compare.json',
      'difference.png',
      'first.png',
      'second.png',
    ]);
  });

  it('replays accesses and requests through caches alone', async () => {
    const caches = write('caches.json', {
      ...PLAN,
      mode: 'cache',
      measures: ['lookups', 'l1_misses'],
      objectives: undefined,
      workloads: [{ trace: join(EXAMPLES, 'texels.jsonl') }, ...PLAN.workloads],
    });
    const run = await sweep(caches, '--cores', '1', '--out', 'caches');
    expect([run.code, run.reported]).toEqual([0, expect.stringMatching(/\ncaches: about \d+ s on 1 cores\n/)]);
    const [header, ...rows] = csv('caches');
    expect(rows).toHaveLength(30);
    const [at, whole] = [header.indexOf('l1_misses'), csv('whole')];
    const timed = whole[0].indexOf('l1_misses');
    const misses = (lines: readonly (readonly string[])[], column: number) =>
      lines.filter(([workload]) => workload === 'plane').map((cells) => cells[column]);
    expect(misses(rows, at)).toEqual(misses(whole.slice(1), timed));
  });

  it.each([
    ['a folder', ['.'], ': is a folder, expected a file'],
    ['no file', ['none.json'], 'none.json: no such file'],
    [
      'a field twice',
      [write('twice.json', { ...PLAN, zip: [{ 'cache.ways': [1] }] })],
      'zip[0].cache.ways: varies twice',
    ],
    [
      'no design',
      [write('empty.json', { ...PLAN, constraints: ['cache.ways > 9'] })],
      'no design is left: 12 are refused',
    ],
    [
      'too many designs',
      [
        write('huge.json', {
          ...PLAN,
          zip: [
            { 'pipeline.memory.latency': { from: 0, to: 60000, step: 1 } },
            { 'cache.victimLines': { from: 0, to: 999, step: 1 } },
          ],
        }),
      ],
      'vary: makes 720012000 designs; expected at most 10000000, or --sample or --search',
    ],
    [
      'a missing trace',
      [write('missing.json', { ...PLAN, workloads: [{ trace: 'no.jsonl' }] })],
      'no.jsonl: no such file',
    ],
    [
      'accesses with a clock',
      [write('clock.json', { ...PLAN, workloads: [{ trace: join(EXAMPLES, 'texels.jsonl') }] })],
      'expected requests, or the mode "cache"',
    ],
    ['rows that stand', [plan, '--out', 'whole'], 'whole/rows.jsonl: holds the rows of a sweep; expected --resume'],
    ['rows of another shard', [plan, '--out', 'share-1', '--resume'], 'holds shard 1/2; expected 1/1'],
    [
      'a search without objectives',
      [write('aimless.json', { ...PLAN, objectives: undefined }), '--search', '4'],
      '--search needs "objectives"',
    ],
    ['a search in shards', [plan, '--search', '4', '--shard', '1/2'], '--search and --shard exclude one another'],
    ['a shard behind the last', [plan, '--shard', '3/2'], 'Expected a share such as 3/16'],
    ['no header', ['merge', 'headless', '--out', 'none'], 'headless/rows.jsonl: has no header of a sweep'],
  ])('refuses %s in one line and leaves nothing', async (_, words, line) => {
    mkdirSync(join(folder, 'headless'), { recursive: true });
    writeFileSync(join(folder, 'headless/rows.jsonl'), 'a torn line');
    const before = readdirSync(folder).length;
    const isPath = (word: string, n: number) => n === 0 || /^(--out|-o)$/.test(words[n - 1]) || word === 'headless';
    const given = words.map((word, n) => (isPath(word, n) && word !== 'merge' ? join(folder, word) : word));
    const out = words.includes('--out') ? [] : ['--out', join(folder, 'none')];
    const { code, message } = await texunit(['sweep', ...given, ...out]);
    expect([code, message?.split('\n').length]).toEqual([2, 1]);
    expect(message).toContain(line);
    expect(readdirSync(folder)).toHaveLength(before);
  });

  /** The columns of a table that follow from design and workload, row by row. */
  const measured = (out: string) => {
    const [names, ...rows] = csv(out);
    const own = (name: string) => !['command', 'design', 'table_rows'].includes(name);
    return rows.map((row) => row.filter((_, n) => own(names[n])));
  };
  const kept = (out: string) => readdirSync(join(folder, out)).filter((name) => /^rows-.*\.jsonl$/.test(name));
  const taken = (told: string) => Number(/rows that other plans have made in the folder: (\d+)/.exec(told)?.[1] ?? 0);

  it('takes the rows of other plans by their designs and workloads, and runs what is new', async () => {
    const vary = { ...PLAN.vary, 'cache.ways': [2, 4] };
    const [measures, derived] = [PLAN.measures.slice(0, 5).toReversed(), { twice: '2 * l1_misses' }];
    const [first, ...others] = PLAN.workloads;
    const changed = write('changed.json', {
      ...PLAN,
      vary,
      measures,
      derived,
      workloads: [...others, { ...first, name: 'p' }],
    });
    expect((await sweep(plan, '--cores', '1', '--out', 'both')).code).toBe(0);
    const whole = readFileSync(join(folder, 'both/rows.jsonl'));
    // 3 sets and 2 layouts with 2 ways are in both.
    const again = await sweep(changed, '--cores', '1', '--out', 'both', '--resume');
    expect([again.code, taken(again.reported)]).toEqual([0, 12]);
    expect((await sweep(changed, '--cores', '1', '--out', 'alone')).code).toBe(0);
    expect(measured('both')).toEqual(measured('alone'));
    expect(kept('both')).toHaveLength(1);
    // The rows of the first plan are whole still, and are gone on with.
    const back = await sweep(plan, '--cores', '1', '--out', 'both', '--resume');
    expect([back.code, taken(back.reported)]).toEqual([0, 0]);
    expect(back.reported).toContain('of which 20 are there');
    expect(readFileSync(join(folder, 'both/rows.jsonl'))).toEqual(whole);
    const searched = await sweep(changed, '--search', '9', '--cores', '1', '--out', 'both', '--resume');
    expect(searched.code).toBe(0);
    expect(taken(searched.reported)).toBeGreaterThan(12);
  });

  it('runs designs again for a measure that is new, another mode, and a row that is damaged', async () => {
    const few = { ...PLAN, vary: { 'cache.sets': [4, 8] }, constraints: [], mode: 'cycle', objectives: undefined };
    const measures = ['l1_misses', 'sram_bits'];
    const run = async (name: string, fields: object) => {
      const told = await sweep(
        write(name, { ...few, measures, ...fields }),
        '--cores',
        '1',
        '--out',
        'few',
        '--resume',
      );
      expect(told.code).toBe(0);
      return taken(told.reported);
    };
    expect(await run('few.json', {})).toBe(0);
    expect(await run('few.json', { measures: [...measures, 'cycles'] })).toBe(0);
    expect(await run('few.json', { mode: 'cache' })).toBe(0);
    expect(await run('few.json', { measures: ['l1_misses'] })).toBe(4);
    expect(kept('few')).toHaveLength(3);
    for (const name of kept('few')) {
      const path = join(folder, 'few', name);
      writeFileSync(path, readFileSync(path, 'utf8').replace('"l1_misses":', '"l1_misses":1'));
    }
    rmSync(join(folder, 'few/rows.jsonl'));
    expect(await run('few.json', { measures: ['l1_misses'] })).toBe(3);
  });

  it('makes new rows where a trace has changed', async () => {
    writeFileSync(join(folder, 'trace.jsonl'), readFileSync(join(EXAMPLES, 'requests.jsonl')));
    const traced = write('traced.json', { ...PLAN, workloads: [{ trace: 'trace.jsonl' }] });
    const words = [traced, '--sample', '2', '--cores', '1', '--out', 'traced'];
    expect((await sweep(...words)).code).toBe(0);
    const lines = readFileSync(join(folder, 'trace.jsonl'), 'utf8').trim().split('\n');
    writeFileSync(join(folder, 'trace.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
    const before = measured('traced');
    const { code, reported } = await sweep(...words, '--resume');
    expect([code, taken(reported), kept('traced').length]).toEqual([0, 0, 1]);
    expect((await sweep(traced, '--sample', '2', '--cores', '1', '--out', 'fresh')).code).toBe(0);
    expect(measured('traced')).toEqual(measured('fresh'));
    expect(measured('traced')).not.toEqual(before);
  });
});
