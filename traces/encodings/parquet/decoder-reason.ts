/**
 * The reason of a library's error on damaged data, in one line. An error of JavaScript itself says nothing to a user: the
 * library found data that contradict each other, and did not expect them.
 */
export function decoderReason(error: unknown): string {
  const own = error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
  const text = own ? error.message : typeof error === 'string' ? error : '';
  return text.split('\n', 1)[0] || 'its data contradict each other';
}
