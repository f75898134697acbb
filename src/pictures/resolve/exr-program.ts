import { serveGuarded } from '../../threads/serve-guarded.ts';
import { decodeChecked } from './exr.ts';
import type { CheckedExr } from './exr-header.ts';
import type { LightPicture } from './multisample-picture.ts';

serveGuarded<CheckedExr, LightPicture>(async (checked) => {
  const result = await decodeChecked(checked);
  return { result, transfer: [result.values.buffer as ArrayBuffer] };
});
