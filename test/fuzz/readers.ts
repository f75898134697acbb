import { BASES } from '../../src/designs/bases.ts';
import { DesignNotFoundError } from '../../src/designs/load-design.ts';
import { parseDesign } from '../../src/designs/parse-design.ts';
import { MemoryBudget } from '../../traces/encodings/memory-budget.ts';
import { faultAtLine, linePieces } from '../../traces/encodings/line-pieces.ts';
import { encodingOf, type TraceInput } from '../../traces/encodings/trace-encoding.ts';
import { decodeUtf8, utf8Text } from '../../traces/encodings/utf8-text.ts';
import { ACCESS_ENCODINGS } from '../../traces/accesses/access-encodings.ts';
import type { AccessEncoding } from '../../traces/accesses/access-source.ts';
import { REQUEST_ENCODINGS } from '../../traces/requests/encodings/request-encodings.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import { RESULT_ENCODINGS } from '../../traces/results/result-encodings.ts';
import { ResultJoin } from '../../traces/results/result-join.ts';
import { VcdChecker } from '../../traces/stages/vcd-check.ts';
import { decodeTextureFile } from '../../src/pictures/containers/decode-texture.ts';

import { checkExr, type CheckedExr } from '../../src/pictures/resolve/exr-header.ts';
import type { LightPicture } from '../../src/pictures/resolve/multisample-picture.ts';
import { parseRawSamples } from '../../src/pictures/resolve/raw-samples.ts';
import { buildModel } from '../../src/pictures/scenes/gltf/build-model.ts';
import { gltfFile } from '../../src/pictures/scenes/gltf/document.ts';
import { gltfSource } from '../../src/pictures/scenes/gltf/gltf-source.ts';
import { ModelError } from '../../src/pictures/scenes/gltf/model-error.ts';
import { decodePicture } from '../../src/pictures/textures/decode-picture.ts';
import { PictureError } from '../../src/pictures/textures/picture.ts';
import { RequestWork } from '../../src/experiments/replay/request-work.ts';
import { parsePlan } from '../../src/experiments/sweep/plan/parse-plan.ts';
import { jpegOf } from '../hostile/made-files.ts';
import { FULL_QUALITY } from '../oracle/presets.ts';
import { damagedBytes, damagedJson, damagedPng, damagedText, damagedWords, otherJson, otherPng } from './mutations.ts';
import { LastingThread, ParquetBytes } from './lasting-thread.ts';
import * as sound from './sound-inputs.ts';
import type { Target } from './target.ts';

const EXR_PROGRAM = new URL('../../src/pictures/resolve/exr-program', import.meta.url);
const MILLISECONDS = 5000;
const DRAW = { textures: 'all', maxDimension: 4096 } as const;

/** A trace in memory. */
function input(bytes: Uint8Array, parquet: ParquetBytes): TraceInput {
  async function* chunks() {
    yield bytes;
  }
  return { name: 'a', start: bytes.subarray(0, 4096), chunks: chunks(), parquet: () => parquet.open(bytes) };
}

/** The units of the requests, which take longer to build, are those of `texunit sample`. */
async function readRequests(trace: TraceInput): Promise<number> {
  const load = () => {
    throw new PictureError('b', 'no such file');
  };
  const reader = new RequestReader('a');
  const work = new RequestWork('a', [FULL_QUALITY], load);
  for await (const lines of encodingOf(REQUEST_ENCODINGS, trace)!.read(trace).lines()) {
    for (const line of lines) {
      const record = reader.read(line);
      if (record !== null) work.survey(record);
    }
  }
  reader.endFilled();
  return work.requests;
}

async function readAccesses(trace: TraceInput): Promise<number> {
  const encoding: AccessEncoding | undefined = encodingOf(ACCESS_ENCODINGS, trace);
  if (encoding === undefined) return 0;
  const source = await encoding.read(trace, { size: 4 });
  let accesses = 0;
  for await (const { count } of source.batches()) accesses += count;
  return accesses;
}

async function readResults(trace: TraceInput): Promise<number> {
  const join = new ResultJoin('a');
  let results = 0;
  for await (const some of encodingOf(RESULT_ENCODINGS, trace)?.read(trace, {}) ?? []) {
    for (const result of some) join.add(result);
    results += some.length;
  }
  return results;
}

async function readModel(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const budget = new MemoryBudget();
  const missing = (uri: string) => {
    throw new ModelError('a', `${uri.slice(0, 80)} is missing`);
  };
  const file = await gltfFile(gltfSource(bytes, 'a', missing), 'a', budget, () => missing('Draco'));
  const steps = buildModel(file, 'a', DRAW, budget, (uri) => uri);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.draws.length;
}

async function readVcd(bytes: Uint8Array): Promise<unknown> {
  const checker = new VcdChecker(false, 'a');
  try {
    const { chunks } = input(bytes, new ParquetBytes());
    for await (const piece of linePieces(chunks)) checker.write(decodeUtf8(piece.bytes));
  } catch (error) {
    throw faultAtLine(error, 'a', checker.line + 1);
  }
  const { faultCount, signalCount, changeCount } = checker.end();
  return [faultCount, signalCount, changeCount];
}

function baseOf(name: string) {
  const base = BASES.get(name);
  if (base === undefined) throw new DesignNotFoundError(`no design "${name.slice(0, 80)}"`);
  return base;
}

/** Every reader of files, in this process but for the decoder of Parquet. @param parquet sound files of each kind */
export async function readers(parquet: Record<'requests' | 'accesses' | 'results', Uint8Array>): Promise<Target[]> {
  const bytes = new ParquetBytes();
  const exr = new LastingThread<CheckedExr, LightPicture>(EXR_PROGRAM);
  const traced = (read: (trace: TraceInput) => unknown) => (file: Uint8Array) => read(input(file, bytes));
  const close = () => bytes.close();
  const requests = sound.lines(sound.REQUESTS);
  return [
    {
      name: 'PNG',
      seeds: [sound.PNG],
      mutations: [damagedBytes, damagedPng, damagedWords(40, false)],
      neutral: [otherPng],
      read: (file) => decodePicture(file, 'a'),
    },
    { name: 'JPEG', seeds: [jpegOf(20, 13)], mutations: [damagedBytes], read: (file) => decodePicture(file, 'a') },
    {
      name: 'KTX 2.0',
      seeds: sound.KTX2,
      mutations: [damagedBytes, damagedWords(160)],
      read: (file) => decodeTextureFile(file, 'a'),
    },
    {
      name: 'DDS',
      seeds: [sound.DDS],
      mutations: [damagedBytes, damagedWords(148)],
      read: (file) => decodeTextureFile(file, 'a'),
    },
    {
      name: 'EXR',
      seeds: [await sound.exr()],
      mutations: [damagedBytes, damagedWords(400)],
      read: (file) => exr.ask(checkExr(file, 'a'), MILLISECONDS),
      close: () => exr.close(),
    },
    {
      name: 'raw samples',
      seeds: [sound.RAW],
      mutations: [damagedBytes],
      read: (file) => parseRawSamples(file, 'a'),
    },
    {
      name: 'glTF',
      seeds: [await sound.binaryModel(), sound.TRIANGLE],
      mutations: [damagedBytes, damagedJson],
      read: (file) => readModel(Uint8Array.from(file)),
    },
    {
      name: 'design',
      seeds: [sound.DESIGN],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: (file) => parseDesign(utf8Text(file, 'a'), 'a'),
    },
    {
      name: 'plan',
      seeds: [sound.PLAN],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: (file) => parsePlan(utf8Text(file, 'a'), 'a', baseOf).plan.axes,
    },
    {
      name: 'requests',
      seeds: [requests],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: traced(readRequests),
    },
    {
      name: 'requests, Parquet',
      seeds: [parquet.requests],
      mutations: [damagedBytes],
      read: traced(readRequests),
      close,
    },
    {
      name: 'accesses',
      seeds: [sound.lines(sound.ACCESSES)],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: traced(readAccesses),
    },
    {
      name: 'accesses, CSV and those of simulators',
      seeds: [sound.ACCESS_CSV, sound.DIN, sound.DRAMSIM3, sound.RAMULATOR2],
      mutations: [damagedBytes, damagedText],
      read: traced(readAccesses),
    },
    {
      name: 'accesses, gem5',
      seeds: [sound.GEM5],
      mutations: [damagedBytes],
      read: traced(readAccesses),
    },
    {
      name: 'accesses, Parquet',
      seeds: [parquet.accesses],
      mutations: [damagedBytes],
      read: traced(readAccesses),
      close,
    },
    {
      name: 'results',
      seeds: [sound.lines(sound.RESULTS)],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: traced(readResults),
    },
    {
      name: 'results, CSV',
      seeds: [sound.RESULT_CSV],
      mutations: [damagedBytes, damagedText],
      read: traced(readResults),
    },
    { name: 'results, Parquet', seeds: [parquet.results], mutations: [damagedBytes], read: traced(readResults), close },
    {
      name: 'VCD',
      seeds: [sound.VCD],
      mutations: [damagedBytes, damagedText],
      read: readVcd,
    },
  ];
}
