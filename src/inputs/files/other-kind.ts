const DRAWN = 'texunit simulate --texture FILE draws with it';
const MODEL = 'texunit simulate --scene FILE draws it';
/** A document of JSON, which no trace of JSON Lines is, with something in it. */
const json = (has: string) => new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*\\{(?!\\s*"texunit")[^]*?"(?:${has})`);
const PARTS = 'frontEnd|address|lod|decoder|filter|cache|memory|pipeline|limits';

/** Kinds of files that are neither a trace nor a table: their names, first characters, and what takes them. */
const KINDS: readonly (readonly [what: string, begins: RegExp, use: string])[] = [
  ['a PNG', /^\x89PNG/, DRAWN],
  ['a JPEG', /^\xff\xd8\xff/, DRAWN],
  ['a KTX 2.0 file', /^\xabKTX 20/, 'texunit mips FILE makes its levels'],
  ['a DDS file', /^DDS /, 'an image of a trace may name it'],
  ['an EXR', /^v\/1[^ -~]/, 'texunit resolve FILE takes its samples'],
  ['a glTF model', /^glTF/, MODEL],
  ['a glTF model', json('asset"\\s*:\\s*\\{'), MODEL],
  ['a plan of a sweep', json('workloads"\\s*:'), 'texunit sweep FILE runs it'],
  [
    'a design',
    json(`extends"\\s*:|(?:${PARTS})"\\s*:\\s*\\{`),
    'texunit check FILE judges it, and --design FILE is beside a trace',
  ],
  ['a waveform', /^\s*\$(?:comment|date|version|timescale|scope)\s/, 'texunit vcd-check FILE reads it'],
  ['a page', /^\s*<!doctype html/i, 'a browser shows it'],
];

/** The message about a file of a known kind that is not expected; null for any other. @param start its first bytes */
export function otherKind(name: string, start: Uint8Array, expected: string): string | null {
  const text = String.fromCharCode(...start);
  const [what, , use] = KINDS.find(([, begins]) => begins.test(text)) ?? [];
  if (use === undefined || what === expected) return null;
  return `${name}: is ${what}, expected ${expected}; ${use.replaceAll('FILE', () => name)}`;
}
