import type { FaultName } from './switches/faults.ts';
import type { FreedomSettings } from './switches/freedoms.ts';
import { preferredSettings } from './switches/freedoms.ts';
import type { ForeignText } from './switches/freedom.ts';

/** The features that decide accesses out of bounds, null descriptors and texels without memory. */
export type DeviceFeature =
  'robustImageAccess' | 'robustImageAccess2' | 'nullDescriptor' | 'residencyNonResidentStrict';

/** A device that claims to follow a text: a value for each freedom, and the faults of its driver. */
export interface ForeignDevice {
  readonly text: ForeignText;
  readonly settings: FreedomSettings;
  readonly features: ReadonlySet<DeviceFeature>;
  readonly faults: ReadonlySet<FaultName>;
}

/** A device with the preferred settings; `changes` are laid over them. */
export function foreignDevice(
  text: ForeignText,
  changes: Partial<FreedomSettings> = {},
  faults: readonly FaultName[] = [],
  features: readonly DeviceFeature[] = ['robustImageAccess'],
): ForeignDevice {
  return {
    text,
    settings: { ...preferredSettings(text), ...changes },
    features: new Set(features),
    faults: new Set(faults),
  };
}

/** True where the driver of a device has a fault. */
export function faulty(device: ForeignDevice, name: FaultName): boolean {
  return device.faults.has(name);
}
