import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../../pipeline/stages/account.ts';
import { texunit } from '../../../../src/cli/program.ts';
import type { PipelineReport } from '../../../../src/experiments/replay/report/pipeline-report.ts';
import { grouped } from '../../../../src/platform/pages/wording.ts';
import type { ReplayReport } from '../../../../src/experiments/replay/report/replay-report.ts';
import { writePng } from '../../../../src/pictures/textures/write-png.ts';
import { captureOutput } from '../captured-output.ts';

let folder: string;
let said = '';
const at = (name: string) => join(folder, name);
/** A scene whose picture is small: a trace of requests carries it, and each replay reads it. */
const scene = () => ['simulate', '--scene', 'tunnel', '--size', '32x24', '--texture', at('picture.png')];

captureOutput((text) => (said += text));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-replay-'));
  const texels = Uint8Array.from({ length: 4 * 64 * 64 }, (_, n) => (41 * n) % 256);
  writePng(at('picture.png'), { width: 64, height: 64, texels });
  await run(...scene(), '--requests', '--out', folder);
  await run('convert', at('requests.jsonl'), at('texels.jsonl'), '--accesses');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command, a replay on one core where no other number is given: a thread takes longer to start. */
async function run(...args: string[]): Promise<string> {
  said = '';
  const cores = args[0] === 'replay' && !args.includes('--cores') ? ['--cores', '1'] : [];
  expect(await texunit([...args, ...cores])).toEqual({ code: 0, message: null });
  return said;
}

async function replayed(trace: string, ...args: string[]): Promise<ReplayReport> {
  await run('replay', at(trace), ...args, '--json', at('replay.json'));
  return JSON.parse(readFileSync(at('replay.json'), 'utf8')) as ReplayReport;
}

async function pipelines(trace: string, ...args: string[]): Promise<PipelineReport> {
  await run('replay', at(trace), ...args, '--json', at('pipeline.json'));
  return JSON.parse(readFileSync(at('pipeline.json'), 'utf8')) as PipelineReport;
}

const misses = ({ designs }: ReplayReport) => designs.map(({ totals }) => totals.misses);

describe('texunit replay of requests', () => {
  it('takes exactly the cycles of the run that wrote them', async () => {
    const { account } = JSON.parse(readFileSync(at('report.json'), 'utf8')) as { account: Account };
    const report = await pipelines('requests.jsonl');
    expect(report.trace.requests).toBe(account.quads);
    expect(report.designs[0].account).toEqual(account);
  });

  it('writes the same files whatever the number of cores', async () => {
    const written = async (cores: string) => {
      const files = ['--json', at('cores.json'), '--html', at('cores.html')];
      const text = await run('replay', at('requests.jsonl'), '--vary', 'cache.sets=1,4,64', '--cores', cores, ...files);
      return [text, ...['cores.json', 'cores.html'].map((name) => readFileSync(at(name), 'utf8'))];
    };
    expect(await written('2')).toEqual(await written('1'));
  });

  it('names file and line of a fault whatever the number of cores', async () => {
    const lines = readFileSync(at('requests.jsonl'), 'utf8').split('\n');
    lines[40] = lines[40].replace('"id"', '"di"');
    writeFileSync(at('fault.jsonl'), lines.join('\n'));
    const outcome = (cores: string) =>
      texunit(['replay', at('fault.jsonl'), '--vary', 'cache.sets=1,4', '--cores', cores]);
    const { code, message } = await outcome('1');
    expect([code, message]).toEqual([2, expect.stringContaining('fault.jsonl:41: ')]);
    expect(await outcome('2')).toEqual({ code, message });
  });

  it('runs every design of a sweep in one pass, and a slower memory takes longer', async () => {
    const { designs } = await pipelines('requests.jsonl', '--vary', 'pipeline.memory.latency=0,100,1000');
    expect(designs.map(({ design }) => design.pipeline.memory.latency)).toEqual([0, 100, 1000]);
    const [none, some, long] = designs.map(({ account }) => account.cycles);
    expect(none).toBeLessThan(some);
    expect(some).toBeLessThan(long);
  });

  it('traces the stages like the run that wrote them', async () => {
    const traces = ['--vcd', '--kanata', '--perfetto', '--texels', '--golden', '--quad', '60:120'];
    const [simulation, replay] = [at('simulation'), at('replay')];
    await run(...scene(), ...traces, '--out', simulation);
    await run('replay', at('requests.jsonl'), ...traces, '--out', replay);
    const golden = ['front_end', 'lod', 'address', 'tag', 'decode', 'filter', 'result'].map((unit) => `${unit}.mem`);
    const files = ['trace.vcd', 'trace.kanata', 'trace.perfetto.json', ...golden.map((name) => join('golden', name))];
    for (const file of files) {
      const [made, again] = [simulation, replay].map((from) => readFileSync(join(from, file), 'utf8'));
      expect(made.length).toBeGreaterThan(100);
      // The scene's picture has a name; the trace calls it `texture`.
      expect(again === made.replaceAll(`${at('picture.png')} pass`, 'texture pass'), file).toBe(true);
    }
  });

  it('writes golden vectors of every operation', async () => {
    const trace = fileURLToPath(new URL('../../../../traces/examples/operations.jsonl', import.meta.url));
    await run('replay', trace, '--golden', '--out', at('operations'));
    const read = (file: string) => readFileSync(join(at('operations'), 'golden', file), 'utf8');
    for (const unit of ['front_end', 'lod', 'address', 'decode', 'filter', 'result']) {
      const vectors = read(`${unit}.mem`).split('\n').slice(0, -1);
      expect(vectors.length, unit).toBeGreaterThan(20);
      expect(read('golden_pkg.sv')).toContain(`${unit.toUpperCase()}_VECTORS = ${vectors.length};`);
    }
  });

  it('finds the same hits, misses and bytes without a clock', async () => {
    const designs = ['--vary', 'cache.sets=4,64', '--vary', 'cache.layout=linear,morton'];
    const clocked = await pipelines('requests.jsonl', ...designs);
    const { designs: found } = await replayed('requests.jsonl', '--level', 'cache', ...designs);
    found.forEach(({ totals }, n) => {
      const { cache, memoryBytes } = clocked.designs[n].account;
      expect(totals.lookups).toBe(cache.lookups);
      expect(totals.misses).toBe(cache.misses);
      expect(totals.memory.bytes).toBe(memoryBytes);
    });
  });
});

describe('texunit replay of faulty requests', () => {
  it('reports, with --partial, the requests before one that no unit can take', async () => {
    const lines = readFileSync(at('requests.jsonl'), 'utf8').trimEnd().split('\n');
    const first = lines.findIndex((line) => line.includes('"quad"'));
    const sampler = '{"sampler":{"name":"texels","unnormalizedCoordinates":true}}';
    const refused = JSON.stringify({ ...(JSON.parse(lines[first]) as object), id: 'x', sampler: 'texels' });
    writeFileSync(at('refused.jsonl'), `${[...lines.slice(0, first + 3), sampler, refused].join('\n')}\n`);
    const args = ['replay', at('refused.jsonl'), '--partial', '--json', at('refused.json')];
    const { code } = await texunit(args);
    expect(code).toBe(2);
    const { trace } = JSON.parse(readFileSync(at('refused.json'), 'utf8')) as PipelineReport;
    expect(trace.requests).toBe(3);
    expect(trace.cut).not.toBeNull();
  });
});

describe('texunit replay of texel accesses', () => {
  it('finds the same as the replay of the requests, in another layout too', async () => {
    const vary = ['--vary', 'cache.layout=linear,tiled-8x4,morton', '--vary', 'cache.sets=8,32'];
    const requests = await replayed('requests.jsonl', '--level', 'cache', ...vary);
    const accesses = await replayed('texels.jsonl', ...vary);
    expect(misses(accesses)).toEqual(misses(requests));
    expect(accesses.streams.map(({ layout }) => layout)).toEqual(['linear', 'tiled-8x4', 'morton']);
  });

  it('finds the same in every encoding', async () => {
    const report = await replayed('texels.jsonl', '--totals');
    for (const name of ['texels.parquet', 'texels.jsonl.gz', 'again.jsonl']) {
      await run('convert', at(name === 'again.jsonl' ? 'texels.parquet' : 'texels.jsonl'), at(name));
      expect((await replayed(name, '--totals')).designs).toEqual(report.designs);
    }
  });

  it('has no fewer misses than the optimum, and as many by sets over two cores as by one', async () => {
    const { designs } = await replayed('texels.jsonl', '--optimum', '--vary', 'cache.replacement=lru,fifo,random');
    for (const { totals, optimum } of designs) expect(totals.misses).toBeGreaterThanOrEqual(optimum!);
    const vary = ['--vary', 'cache.sets=1,64'];
    const one = await replayed('texels.jsonl', '--totals', ...vary);
    const two = await replayed('texels.jsonl', '--totals', '--cores', '2', ...vary);
    expect(two.designs).toEqual(one.designs);
  });

  it('says where a trace is cut, and reports the records before with --partial', async () => {
    const text = readFileSync(at('texels.jsonl'), 'utf8');
    const lines = text.split('\n');
    writeFileSync(at('cut.jsonl'), lines.slice(0, 11).join('\n') + '\n');
    const args = ['replay', at('cut.jsonl'), '--totals', '--json', at('cut.json')];
    const { code, message } = await texunit(args);
    expect(code).toBe(2);
    expect(message).toContain('cut.jsonl:12: ');
    expect(existsSync(at('cut.json'))).toBe(false);

    const partial = await texunit([...args, '--partial']);
    expect(partial).toEqual({ code, message });
    const report = JSON.parse(readFileSync(at('cut.json'), 'utf8')) as ReplayReport;
    expect(report.trace.passes).toBe(10);
    expect(`texunit: ${report.trace.cut}`).toBe(message);
  });

  it('reports accesses outside of all images, which no layout can move', async () => {
    const lines = readFileSync(at('texels.jsonl'), 'utf8').trimEnd().split('\n');
    const { end } = JSON.parse(lines.pop()!) as { end: { passes: number; accesses: number } };
    lines.push(`{"quad":999999,"pass":0,"size":4,"taps":[[1073741820],[],[],[]]}`);
    lines.push(JSON.stringify({ end: { passes: end.passes + 1, accesses: end.accesses + 1 } }));
    writeFileSync(at('stray.jsonl'), `${lines.join('\n')}\n`);
    expect((await replayed('stray.jsonl', '--vary', 'cache.layout=linear')).trace.unmoved).toBe(1);
    expect(said).toContain('accesses are to no texel of the image table: they kept their addresses');
  });

  it('writes a page without external files', async () => {
    await run('replay', at('texels.jsonl'), '--html', at('replay.html'));
    const page = readFileSync(at('replay.html'), 'utf8');
    expect(page).toContain('Misses by cache size');
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
  });
});

describe('texunit replay of texel accesses with a clock', () => {
  const accounts = ({ designs }: PipelineReport) => designs.map(({ account }) => account);

  it('takes the cycles of the requests that made them, in any layout', async () => {
    const vary = ['--vary', 'cache.layout=tiled-4x4,linear', '--vary', 'cache.ways=1,4'];
    const requests = await pipelines('requests.jsonl', ...vary);
    const accesses = await pipelines('texels.jsonl', '--level', 'pipeline', ...vary);
    expect(accounts(accesses)).toEqual(accounts(requests));
    expect(accesses.trace.requests).toBe(requests.trace.requests);
    expect(said).toContain(` accesses of ${grouped(requests.trace.requests)} quads through the pipeline`);
  });

  it('waits for the cycles of the trace, and gives its units their accesses', async () => {
    // A line of 64 bytes, then hits of two units; the third waits until cycle 1000.
    writeFileSync(at('timed.csv'), 'address,tick,unit\n0,0,0\n4,1,0\n64,1000,1\n');
    const units = ['count=2', 'distribution=trace'].flatMap((field) => ['--vary', `pipeline.units.${field}`]);
    const args = ['--map', 'cycle=tick', '--level', 'pipeline', ...units];
    const [account] = accounts(await pipelines('timed.csv', ...args));
    expect(account.units!.map(({ quads }) => quads)).toEqual([2, 1]);
    expect(account.units![1].stages.frontEnd).toMatchObject({ arrival: 1000, busy: 1 });
    expect(account.cycles).toBeGreaterThan(1000);

    writeFileSync(at('timed.csv'), 'address,unit\n0,0\n4,2\n');
    const { code, message } = await texunit(['replay', at('timed.csv'), '--level', 'pipeline', ...units]);
    expect(code).toBe(2);
    expect(message).toContain('timed.csv:3: unit: is 2, expected an integer from 0 to 1');
  });
});

describe('texunit replay of texel accesses with a clock', () => {
  it('shows what is written to memory, and the flush after the run, only where something is', async () => {
    writeFileSync(at('written.csv'), 'address,kind\n0,1\n64,1\n128,0\n');
    writeFileSync(at('read.csv'), 'address\n0\n64\n128\n');
    const args = ['--level', 'pipeline', '--html', at('written.html')];
    const text = await run('replay', at('written.csv'), '--map', 'write=kind', ...args);
    expect(text).toMatch(/from memory │ +to memory │ flush after/);
    expect(text).toContain(' 128 B ');
    expect(readFileSync(at('written.html'), 'utf8')).toMatch(/<th[^>]*>flush after<\/th>/);
    expect(await run('replay', at('read.csv'), '--level', 'pipeline')).not.toMatch(/to memory|flush/);
  });
});

const NO_CLOCK = 'arrival; expected look-up without a clock: no cycle says which line comes first';

describe('texunit replay refuses', () => {
  it.each([
    [['--vary', 'cache.wayz=1'], 'cache.wayz: design full-quality has no such field; did you mean cache.ways?'],
    [
      ['--level', 'pipeline', '--cores', '2'],
      '--cores needs requests or --level cache: accesses with a clock take one core',
    ],
    [['--level', 'pipeline', '--totals'], '--totals needs --level cache: the pipeline has a clock'],
    [
      ['--level', 'pipeline', '--vary', 'pipeline.units.count=2'],
      'pipeline.units.distribution of full-quality count 2: tiles; expected batch or trace for accesses without pixels',
    ],
    [['--vary', 'cache.fill.tags=look-up,arrival'], `cache.fill.tags of full-quality tags arrival: ${NO_CLOCK}`],
    [
      ['--vary', 'cache.fill.tags=look-up,arrival', '--totals', '--cores', '2'],
      `cache.fill.tags of full-quality tags arrival: ${NO_CLOCK}`,
    ],
    [['--cores', '2'], '--cores needs --totals: locality follows all look-ups in one order'],
    [['--totals', '--optimum'], '--optimum and --totals exclude one another'],
    [['--vcd'], '--vcd needs a trace of requests and --level pipeline: nothing else has stages'],
    [
      ['--quad', '1:2'],
      '--quad needs a trace of the stages: --vcd, --kanata, --perfetto, --texels, --traffic or --golden',
    ],
    [['--vary', 'cache.sets=4,4'], 'two designs are named "full-quality sets 4": expected different names'],
  ])('%j of accesses in one line', async (args, message) => {
    expect(await texunit(['replay', at('texels.jsonl'), ...args])).toEqual({ code: 2, message: `texunit: ${message}` });
  });

  it('to trace the stages of two designs', async () => {
    const args = ['replay', at('requests.jsonl'), '--kanata', '--vary', 'cache.sets=4,8', '--out', at('two')];
    expect(await texunit(args)).toEqual({ code: 2, message: 'texunit: --kanata traces one design, not 2' });
  });

  it('an output without a known encoding, and writes no file', async () => {
    const { code, message } = await texunit(['convert', at('texels.jsonl'), at('texels.xyz')]);
    expect(code).toBe(2);
    expect(message).toContain(
      'expected a name in .jsonl, .jsonl.gz, .din, .din.gz, .dramsim3, .dramsim3.gz, .ramulator2, .ramulator2.gz, .gem5, .gem5.gz, .csv, .csv.gz or .parquet',
    );
    expect(existsSync(at('texels.xyz'))).toBe(false);
  });
});

describe('the example of texel accesses', () => {
  it('is complete, and its texels lie in its image', async () => {
    const example = fileURLToPath(new URL('../../../../traces/examples/texels.jsonl', import.meta.url));
    await run('replay', example, '--json', at('example.json'));
    const { trace, heat } = JSON.parse(readFileSync(at('example.json'), 'utf8')) as ReplayReport;
    expect(trace.accesses).toBeGreaterThan(0);
    expect(heat!.outside).toBe(0);
  });
});
