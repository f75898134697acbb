import type { AddressMode } from '../../../rtl-model/state/sampler.ts';

/** What `addressedTexel` gives for the border. */
export const BORDER = -1;

/** The texel that an address means (D3D11.3 7.18.9, case by case), or BORDER. */
export function addressedTexel(address: number, size: number, mode: AddressMode): number {
  if (address >= 0 && address < size) return address;
  switch (mode) {
    case 'repeat': {
      const rest = address % size;
      return rest < 0 ? rest + size : rest;
    }
    case 'mirrored_repeat': {
      const mirrored = address < 0 ? -address - 1 : address;
      const odd = Math.floor(mirrored / size) % 2 === 1;
      return odd ? size - (mirrored % size) - 1 : mirrored % size;
    }
    case 'clamp_to_edge':
      return address < 0 ? 0 : size - 1;
    case 'mirror_clamp_to_edge':
      return Math.min(address < 0 ? -address - 1 : address, size - 1);
    case 'clamp_to_border':
      return BORDER;
  }
}
