import { ACTIVITIES, STAGES } from '../../pipeline/stages/stages.ts';
import {
  BORDER_ADDRESS,
  CORNER_ADDRESS,
  NO_TAP,
  UNBOUND_ADDRESS,
  ZERO_ADDRESS,
} from '../../rtl-model/registers/footprints.ts';
import { FILTERS } from '../../rtl-model/state/sampler.ts';
import { withoutBreaks } from '../encodings/names.ts';
import type { Wire } from './vcd-dump.ts';

/** Words for values of the wires with a name that matches; a value without a word is shown as it is. */
interface Translation {
  readonly name: string;
  readonly wires: RegExp;
  readonly words: readonly (readonly [value: number, word: string])[];
}

const numbered = (words: readonly string[]) => words.map((word, n) => [n, word] as const);
const TRANSLATIONS: readonly Translation[] = [
  { name: 'activity', wires: /\.activity$/, words: numbered(ACTIVITIES) },
  { name: 'filter', wires: /\.filter$/, words: numbered(FILTERS) },
  {
    name: 'address',
    wires: /\.address\d$/,
    words: [
      [BORDER_ADDRESS, 'border'],
      [NO_TAP, 'none'],
      [CORNER_ADDRESS, 'corner'],
      [ZERO_ADDRESS, 'zero'],
      [UNBOUND_ADDRESS, 'unbound'],
    ],
  },
];

/** Flags of a trace in a save file of GTKWave. */
const HEXADECIMAL = '22';
const DECIMAL = '24';
const BINARY = '28';
const SIGNED = '420';
const TRANSLATED = '2022';
const GROUP_BEGIN = '800200';
const GROUP_END = '1000200';

/** A file to be written. */
export interface ViewFile {
  readonly name: string;
  readonly text: string;
}

/** True for the name of a file that a save file of GTKWave can hold, which has no way to write a quote or a line end. */
export function isGtkwaveName(name: string): boolean {
  return !name.includes('"') && withoutBreaks(name) === name;
}

/**
 * The files that GTKWave shows a waveform with: `NAME.gtkw`, which has the stages as groups with the wires of lane 0,
 * and the words of enumerations, `NAME.activity.txt` and so on.
 *
 * @param name of the waveform without `.vcd`; all files belong into its folder
 */
export function gtkwaveFiles(name: string, wires: readonly Pick<Wire, 'path' | 'format'>[]): readonly ViewFile[] {
  const translations = TRANSLATIONS.map((translation, n) => ({ ...translation, number: n + 1 }));
  const used = new Set<number>();
  const trace = ({ path, format }: Pick<Wire, 'path' | 'format'>): string => {
    const { width } = format;
    const found = translations.find((translation) => translation.wires.test(path));
    const reference = width === 1 ? path : `${path}[${width - 1}:0]`;
    if (found === undefined) return `@${flagsOf(path, format)}\n${reference}\n`;
    used.add(found.number);
    return `@${TRANSLATED}\n^${found.number} ${name}.${found.name}.txt\n${reference}\n`;
  };
  const groups = [...STAGES, 'memory'].map((group) => {
    const own = wires.filter(({ path }) => path.startsWith(`texunit.${group}.`) && !/\.lane[123]\./.test(path));
    const lines = own.map(trace).join('');
    return own.length === 0 ? '' : `@${GROUP_BEGIN}\n-${group}\n${lines}@${GROUP_END}\n-${group}\n`;
  });
  const clock = wires.filter(({ path }) => path === 'texunit.clock').map(trace);
  const view = `[dumpfile] "${name}.vcd"\n[timestart] 0\n[sst_expanded] 0\n${clock.join('')}${groups.join('')}`;
  return [
    { name: `${name}.gtkw`, text: view },
    ...translations
      .filter(({ number }) => used.has(number))
      .map(({ name: of, words }) => ({
        name: `${name}.${of}.txt`,
        text: words.map(([value, word]) => `${(value >>> 0).toString(16)} ${word}\n`).join(''),
      })),
  ];
}

function flagsOf(path: string, format: Wire['format']): string {
  const { width } = format;
  if (width === 1) return BINARY;
  if (!('raw' in format) && format.signed) return SIGNED;
  return /\.(line|word\d|color_.|sample_.|axis_.)$/.test(path) || width === 64 ? HEXADECIMAL : DECIMAL;
}
