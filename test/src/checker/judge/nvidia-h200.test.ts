import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { draws, inTurn } from '../../../oracle/draws.ts';
import { profileOfText } from '../foreign/judged-table.ts';
import { finished } from './random-requests.ts';

interface Row {
  readonly coord: readonly number[];
  readonly texel: readonly number[];
}

/** Lines of a trace of traces/hardware/nvidia-h200. */
function linesOf(name: string): readonly string[] {
  const packed = readFileSync(new URL(`../../../../traces/hardware/nvidia-h200/${name}.jsonl.gz`, import.meta.url));
  return gunzipSync(packed).toString().trimEnd().split('\n');
}

/** The verdict on lines of a trace, all results or one of each `every`, with the format of each wrong result. */
function judged(lines: readonly string[], turn = 0, every = 1) {
  const whole = readMeasuredTrace(lines, 'h200', () => {
    throw new Error('the trace has pictures');
  });
  const chosen = new Set(inTurn(whole.requests, turn, every));
  const requests = whole.requests.map((request) => (chosen.has(request) ? request : { ...request, results: null }));
  const trace = { ...whole, requests };
  const result = finished(judgeResults(trace, { kind: 'profile', profile: profileOfText('vulkan') }));
  const byLine = new Map(trace.requests.map(({ line }, quad) => [line, trace.states[trace.batch.state[quad]]]));
  const refused = result.wrong.map(({ line, rule }) => {
    const { view, image } = byLine.get(line)!;
    return { rule, format: (view?.format ?? trace.images[image!].format).name, minLod: view?.minLod ?? 0 };
  });
  return { ...result, refused };
}

const isRequest = (line: string) => line.startsWith('{"id"') || line.includes('"id":');

/** The rows of a table of texels.jsonl.gz, and the bytes of its image. */
function tableOf(lines: readonly string[], table: string, image: string) {
  const rows = lines.filter((line) => line.includes(`"id":"${table}/`)).map((line) => JSON.parse(line) as Row);
  const definition = lines.find((line) => line.startsWith('{"image"') && line.includes(`"name":"${image}"`));
  const { levels } = (JSON.parse(definition!) as { image: { levels: readonly string[] } }).image;
  return { rows, bytes: Buffer.from(levels[0], 'base64') };
}

describe('results of an NVIDIA H200', () => {
  it('are permitted for sparse images, footprints and corner-sampled images', () => {
    const lines = linesOf('residency').filter(
      (line, n) => !isRequest(line) || (n % 72 === 0 && !line.includes('sparse-aniso')),
    );
    const { wrong, judged: results, open } = judged(lines);
    expect(wrong).toEqual([]);
    expect(results - open).toBeGreaterThan(50);
  });

  it("are refused, over all operations, for decoders of formats and for the place of a view's minimum LOD alone", () => {
    const { refused, judged: results } = judged(linesOf('wide-2'), 5, 7);
    expect(results).toBeGreaterThan(draws(2900, 7));
    // The README of the traces names each. The other two are LODs that are off by a part of a level.
    const decoded = /5g[56]|5g5b5|10x6|12x4|snorm|^bc/;
    const others = refused.filter(({ format, minLod }) => !decoded.test(format) && minLod === 0);
    expect(others.map(({ format }) => format)).toEqual(['r8g8_unorm', 'r8g8b8a8_unorm']);
    expect(refused.filter(({ rule }) => rule === 'results/not-attributed')).toEqual([]);
  });

  it('are permitted where a chroma coordinate lies on a tie', () => {
    const lines = linesOf('ycbcr-1').filter((line) => !isRequest(line) || line.includes('"id":568,'));
    const { wrong, judged: results } = judged(lines);
    expect(wrong).toEqual([]);
    expect(results).toBe(1);
  });

  const texels = linesOf('texels');

  it('widen 5 and 6 bits to 8 by repetition, whatever the filter is', () => {
    for (const sampler of ['nearest', 'linear']) {
      const { rows, bytes } = tableOf(texels, `codes-${sampler}-r5g6b5_unorm_pack16`, 'codes-r5g6b5_unorm_pack16');
      const expected = rows.map((_, n) => {
        const code = bytes.readUInt16LE(2 * n);
        const [r, g, b] = [code >> 11, (code >> 5) & 63, code & 31];
        return [(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)].map((byte) => Math.fround(byte / 255));
      });
      expect(rows.map(({ texel }) => texel.slice(0, 3).map(Math.fround))).toEqual(expected);
    }
  });

  it('blend halves that are cut to four bits below the larger one, and round to a half, ties away from zero', () => {
    const { rows, bytes } = tableOf(texels, 'blend-half', 'row-half');
    const exponentOf = (x: number) => (x === 0 ? -Infinity : Math.max(-14, Math.floor(Math.log2(Math.abs(x)))));
    const half = (bits: number) => {
      const [sign, exponent, fraction] = [bits >> 15, (bits >> 10) & 31, bits & 1023];
      const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
      return sign === 1 ? -magnitude : magnitude;
    };
    const blend = (a: number, b: number, weight: number) => {
      if (weight === 0) return a;
      const unit = 2 ** (Math.max(exponentOf(a), exponentOf(b)) - 14);
      const cut = (x: number) => Math.trunc(x / unit) * unit;
      const sum = (cut(a) * (256 - weight) + cut(b) * weight) / 256;
      const step = 2 ** (exponentOf(sum) - 10);
      return sum === 0 ? 0 : Math.sign(sum) * Math.floor(Math.abs(sum) / step + 0.5) * step;
    };
    const expected = rows.map(({ coord: [u] }) => {
      const at = Math.round((256 * u - 0.5) * 256);
      const [texel, weight] = [at >> 8, at & 255];
      return [0, 1, 2, 3].map((c) => {
        const [a, b] = [texel, texel + 1].map((n) => half(bytes.readUInt16LE(8 * n + 2 * c)));
        return blend(a, b, weight);
      });
    });
    expect(rows).toHaveLength(1712);
    expect(rows.map(({ texel }) => texel.map(Math.fround))).toEqual(expected.map((color) => color.map(Math.fround)));
  });
});
