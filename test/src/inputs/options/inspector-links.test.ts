import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateFromAddress } from '../../../../src/apps/inspector/state/address.ts';
import { unpackFiles } from '../../../../src/apps/inspector/state/packed-files.ts';
import { measuredRequest } from '../../../../src/apps/inspector/design/witness-request.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { requestInputs } from '../../../../src/checker/judge/result-witness.ts';
import { TraceToExplain } from '../../../../src/explain/explain-trace.ts';
import {
  inspectorLink,
  inspectorOption,
  requirePage,
  sceneLink,
  traceLink,
  witnessLinks,
} from '../../../../src/inputs/options/inspector-links.ts';
import { preset } from '../../../pipeline/random-work.ts';

const FULL = preset('full-quality');
const MINE = { ...FULL, name: 'mine', cache: { ...FULL.cache, ways: 3 } };

const noPicture = () => {
  throw new Error('no picture');
};

/** The state of a link to a page. */
function stateOf(link: string) {
  const [page, hash] = link.split('#');
  const { state, faults } = stateFromAddress(hash);
  expect([page, faults]).toEqual(['a.html', []]);
  return state;
}

describe('a link into the inspector', () => {
  it('takes http, https, file and relative addresses, and nothing that would run or that has a state', () => {
    const parse = (text: string) => inspectorOption().parseArg!(text, undefined);
    for (const text of ['a.html', '../b/a.html', 'https://host/a/', 'http://127.0.0.1:8080/', 'file:///a.html']) {
      expect(parse(text)).toBe(text);
    }
    for (const text of ['', 'javascript:alert(1)', 'data:text/html,a', 'a.html#gain=8', 'https://', 'a b.html']) {
      expect(() => parse(text)).toThrow('Expected http://, https://, file:// or a relative path, without #');
    }
    expect(() => requirePage({ inspector: 'a.html' })).toThrow('--inspector: is part of the page, expected --html');
  });

  it('has the design, by its base and the fields that differ', () => {
    const { first, second } = stateOf(inspectorLink('a.html', MINE)!);
    expect([first.base.name, first.design, second]).toEqual(['full-quality', MINE, 'none']);
    expect(inspectorLink(undefined, MINE)).toBeNull();
  });

  it('has a scene that the inspector has, as it was drawn, and is none for others', () => {
    const options = {
      scene: 'globe',
      levels: 'picture',
      lodBias: 0.5,
      size: { width: 64, height: 48 },
      out: '',
    } as const;
    const { source } = stateOf(sceneLink('a.html', options, FULL)!);
    expect(source).toMatchObject({ scene: 'globe', texture: 'earth', filter: 'trilinear', lodBias: 0.5, width: 64 });
    expect(sceneLink(undefined, options, FULL)).toBeNull();
    for (const other of [{ scene: 'a.glb' }, { texture: 'a.png' }, { textures: 'all' }] as const) {
      expect(sceneLink('a.html', { ...options, ...other }, FULL)).toBeNull();
    }
  });

  it('has the request of a measured witness alone, with the images that it reads', async () => {
    const file = 'traces/hardware/amd-rdna1-level-weights.jsonl';
    const trace = readMeasuredTrace(readFileSync(file, 'utf8').trimEnd().split('\n'), file, noPicture);
    const other = { ...trace.images[0], width: 2 * trace.images[0].width };
    const images = [other, ...trace.images];
    const states = trace.states.map((state) => ({ ...state, image: state.image! + 1 }));
    for (const quad of trace.requests.keys()) {
      const witness = { inputs: requestInputs(trace, quad, 0), raw: {}, expected: '', got: '' };
      const asked = [
        { design: FULL, rule: 'results/a', search: measuredRequest({ ...trace, images, states }, witness) },
      ];
      const { files, pixel } = stateOf((await witnessLinks('a.html', asked))[0]!);
      const [[name, bytes]] = await unpackFiles(files!);
      const alone = readMeasuredTrace(new TextDecoder().decode(bytes).trimEnd().split('\n'), name, noPicture);
      expect([name, pixel, alone.images]).toEqual(['results-a.jsonl', [0, 0], trace.images.slice(0, 1)]);
      const operands = ({ batch }: typeof trace, at: number) =>
        [batch.s, batch.t, batch.lod].map((list) => list[4 * at]);
      expect(operands(alone, 0)).toEqual(operands(trace, quad));
    }
    const nothing = { inputs: { requests: '31' }, raw: {}, expected: '', got: '' };
    const unnamed = [nothing, null].map((witness) => ({
      design: FULL,
      rule: 'a',
      search: measuredRequest(trace, witness),
    }));
    expect(await witnessLinks('a.html', unnamed)).toEqual([null, null]);
  });

  it('has a request alone, which has the result that it has in its trace', async () => {
    const lines = readFileSync('traces/examples/requests.jsonl', 'utf8').split('\n');
    const answered = (given: readonly string[], id?: string) => {
      const trace = new TraceToExplain(FULL, 'a.jsonl', id === undefined ? {} : { id }, noPicture, 'model');
      for (const line of given) if (trace.take(line)) break;
      return { trace, answer: trace.answer()! };
    };
    const ids = lines.flatMap((line) => /^\{"id":"?([^",]+)/.exec(line)?.[1] ?? []);
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids) {
      const { trace, answer } = answered(lines, id);
      const link = (await traceLink('a.html', FULL, 'a.jsonl', { text: trace.alone!, pixel: [3, 4] }))!;
      const { files, pixel, source } = stateOf(link);
      expect([pixel, source.scene]).toEqual([[3, 4], 'trace']);
      const [[name, bytes]] = await unpackFiles(files!);
      const alone = answered(new TextDecoder().decode(bytes).split('\n'));
      expect([name, String(alone.answer.request.id), alone.answer.result]).toEqual(['a.jsonl', id, answer.result]);
    }
  });
});
