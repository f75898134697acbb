/** A kind of file that is neither a trace nor a table, by its first characters, and what takes it. */
interface Kind {
  readonly what: string;
  readonly begins: RegExp;
  readonly use: string;
}

const DRAWN = 'texunit simulate --texture FILE draws with it';
/** A document of JSON, which no trace of JSON Lines is, with something in it. */
const json = (has: string) => new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*\\{(?!\\s*"texunit")[^]*?"(?:${has})`);
const PARTS = ['frontEnd', 'address', 'lod', 'filter', 'cache', 'memory', 'pipeline', 'limits'];

const KINDS: readonly Kind[] = [
  { what: 'a PNG', begins: /^\x89PNG/, use: DRAWN },
  { what: 'a JPEG', begins: /^\xff\xd8\xff/, use: DRAWN },
  { what: 'a KTX 2.0 file', begins: /^\xabKTX 20/, use: 'texunit mips FILE makes its levels' },
  { what: 'a DDS file', begins: /^DDS /, use: 'an image of a trace may name it' },
  { what: 'an EXR', begins: /^v\/1[^ -~]/, use: 'texunit resolve FILE takes its samples' },
  { what: 'a glTF model', begins: /^glTF/, use: 'texunit simulate --scene FILE draws it' },
  { what: 'a glTF model', begins: json('asset"\\s*:\\s*\\{'), use: 'texunit simulate --scene FILE draws it' },
  { what: 'a plan of a sweep', begins: json('workloads"\\s*:'), use: 'texunit sweep FILE runs it' },
  {
    what: 'a design',
    begins: json(`extends"\\s*:|(?:${PARTS.join('|')})"\\s*:\\s*\\{`),
    use: 'texunit check FILE judges it, and --design FILE is beside a trace',
  },
  {
    what: 'a waveform',
    begins: /^\s*\$(?:comment|date|version|timescale|scope)\s/,
    use: 'texunit vcd-check FILE reads it',
  },
  { what: 'a page', begins: /^\s*<!doctype html/i, use: 'a browser shows it' },
];

/**
 * What is wrong with a file of a kind that is known and not expected; null for any other.
 *
 * @param name of the file, as the user gave it
 * @param start its first bytes
 */
export function otherKind(name: string, start: Uint8Array, expected: string): string | null {
  const text = String.fromCharCode(...start);
  const found = KINDS.find(({ begins }) => begins.test(text));
  return found === undefined || found.what === expected
    ? null
    : `${name}: is ${found.what}, expected ${expected}; ${found.use.replaceAll('FILE', () => name)}`;
}
