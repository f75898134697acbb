import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceFeature } from './device.ts';
import { foreignDevice } from './device.ts';
import type { ForeignText } from './switches/freedom.ts';
import { faultNames } from './switches/faults.ts';
import { conformingValues, FREEDOM_NAMES } from './switches/freedoms.ts';
import type { NamedDevice } from './tables/switch-table.ts';
import { switchTable } from './tables/switch-table.ts';

/**
 * Writes requests.jsonl and results.jsonl of every fault, or of every conforming value of every freedom, to a folder:
 * `tsx write-switches.ts FOLDER TEXT faults|freedoms SEED MOST`. MOST is the number of requests of a scene.
 */
const [folder, name, kind, seed, most] = process.argv.slice(2);
const text = name as ForeignText;
const features: readonly DeviceFeature[] = ['robustImageAccess'];
const faults = (): NamedDevice[] => {
  return faultNames(text).map((fault) => ({ label: fault, device: foreignDevice(text, {}, [fault], features) }));
};
const freedoms = (): NamedDevice[] => {
  return FREEDOM_NAMES.flatMap((freedom) =>
    conformingValues(freedom, text)
      .slice(1)
      .map((value) => ({
        label: `${freedom}=${String(value)}`,
        device: foreignDevice(text, { [freedom]: value }, [], features),
      })),
  );
};
const devices = kind === 'faults' ? faults() : freedoms();
const reference = foreignDevice(text, {}, [], features);
const { requests, results } = switchTable(reference, devices, { seed: Number(seed), size: 1, most: Number(most) });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'requests.jsonl'), requests);
writeFileSync(join(folder, 'results.jsonl'), results);
process.stdout.write(`${devices.length} devices, ${results.trimEnd().split('\n').length - 1} requests\n`);
