/** The reason why a request has no result. */
export class LeftOut extends Error {}

/** Refuses what has a field that WebGPU lacks, with any other value than the one that changes nothing. */
export function refuse(what, fields, neutral) {
  const lacking = Object.entries(neutral).find(([field, value]) => (fields[field] ?? value) !== value);
  if (lacking !== undefined) throw new LeftOut(`${what} with ${lacking[0]}`);
}

/** What `make` returns, or the reason why WebGPU refuses it. */
export async function validated(device, make) {
  device.pushErrorScope('validation');
  let made;
  let reason = null;
  try {
    made = make();
  } catch (thrown) {
    reason = thrown;
  }
  const refusal = await device.popErrorScope();
  reason ??= refusal;
  if (reason === null) return made;
  if (reason instanceof LeftOut) throw reason;
  throw new LeftOut(`WebGPU refuses it: ${reason.message.replace(/^no overload.*\n/, '').split('\n')[0]}`);
}
