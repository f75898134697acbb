/** Whether a stream shows colours. Of a pipe, Node leaves isTTY undefined, whatever its type says. */
export function showsColors(stream: typeof process.stdout): boolean {
  return stream.isTTY ? stream.hasColors() : false;
}
