/** The most characters of a name, wherever it is shown. */
const NAME_LENGTH = 80;

/** A name that a file may give: characters of one line, no half of one. JSON Schema has the same pattern. */
// oxlint-disable-next-line no-control-regex
export const NAME = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{1,80}$/u;
/** The description of a name in errors. */
export const NAME_WORDS = `a name: one line of 1 to ${NAME_LENGTH} characters`;

/** A text on one line: spaces in place of line ends and other control characters. */
export function withoutBreaks(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** A name from a file or of one, cut short: at its beginning where it differs from others at its end. */
export function shortened(name: string, cut: 'beginning' | 'end' = 'end'): string {
  if (name.length <= NAME_LENGTH) return name;
  return cut === 'end' ? `${name.slice(0, NAME_LENGTH - 3)}...` : `...${name.slice(3 - NAME_LENGTH)}`;
}
