import type { Camera } from '../../../pictures/scenes/camera.ts';
import { turned } from '../../../pictures/scenes/camera-path.ts';
import { combined, cross, dot, type Vector } from '../../../pictures/scenes/vector.ts';
import type { Aim } from '../state/inspector-state.ts';

/** A camera turns around its place, or, in front of a thing, around its target. */
export type Motion = 'around-eye' | 'around-target';

/** Cosine of the least angle between view and up: there, left and right are lost. */
const STEEPEST = 0.999;

/** The camera turned to the right and upwards, in radians. */
export function turnedAim({ eye, target, up }: Camera, motion: Motion, right: number, above: number): Aim {
  const fixed = motion === 'around-eye' ? eye : target;
  const moving = motion === 'around-eye' ? target : eye;
  const arm = turned(combined(moving, 1, fixed, -1), up, right);
  const tilted = turned(arm, cross(arm, up), above);
  const steep = Math.abs(dot(tilted, up)) / Math.sqrt(dot(tilted, tilted) * dot(up, up)) > STEEPEST;
  const end = combined(fixed, 1, steep ? arm : tilted, 1);
  return motion === 'around-eye' ? { eye, target: end } : { eye: end, target };
}

/** The camera moved along its view, to the right and upwards, by shares of the distance to its target. */
export function movedAim({ eye, target, up }: Camera, forwards: number, right: number, above: number): Aim {
  const view = combined(target, 1, eye, -1);
  const length = Math.sqrt(dot(view, view));
  const across = cross(view, up);
  const shares: readonly (readonly [Vector, number])[] = [
    [view, forwards],
    [across, (right * length) / Math.sqrt(dot(across, across))],
    [up, (above * length) / Math.sqrt(dot(up, up))],
  ];
  const by = (place: Vector) => shares.reduce((at, [way, share]) => combined(at, 1, way, share), place);
  return { eye: by(eye), target: by(target) };
}
