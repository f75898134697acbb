const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML and HTML, in elements and in quoted attributes. Characters that XML 1.0 lacks become U+FFFD. */
export function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const writable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  return writable.replace(/[&<>"]/g, (c) => ENTITIES[c]);
}
