/** 12 345 678, digits in groups of three. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** 1 way, 2 ways. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A value with three significant digits. */
export function measured(value: number): string {
  return value === 0 ? '0' : value >= 100 ? grouped(value) : value.toPrecision(3);
}

/** A percentage with three significant digits: 12.0 %, 0.0512 %. */
export function percentText(ratio: number): string {
  return `${measured(100 * ratio)} %`;
}

/** A number of bytes in decimal units: 1.46 MB. */
export function byteCount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${unit === 0 ? bytes : (bytes / 1000 ** unit).toPrecision(3)} ${units[unit]}`;
}

/** A size of caches and lines in powers of 1024: 512 B, 16 KiB, 1.5 MiB. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** unit).toPrecision(3))} ${units[unit]}`;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A text with U+FFFD in place of each character that could control a terminal. Tabs and ends of lines stay. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, '\uFFFD');
}

/** The words of Node for a path with a NUL, which no call to the system takes. */
const NUL_PATH = /without null bytes\. Received '(.*)'/s;

/** True for an error of a call to the system, or of a path that no call takes. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && ('syscall' in error || NUL_PATH.test(error.message));
}

/** The system's words for an error of a call to it: those of "ENOSPC: no space left on device, write". */
export function systemWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, nul] = NUL_PATH.exec(message) ?? [];
  if (nul !== undefined) return `a NUL is in the name '${nul}'`;
  // Node 24: "ENOENT: process.cwd failed with error no such file or directory, the current ..., uv_cwd".
  const [, words] = /^[A-Z0-9]+: (?:[\w.]+ failed with error )?([^,]+)/.exec(message) ?? [];
  if (words === undefined) return message;
  return /, uv_cwd\b/.test(message) ? `${words}: the working folder` : words;
}
