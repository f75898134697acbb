/** The texts that a device may claim to follow. */
export type ForeignText = 'd3d11' | 'vulkan';

/** A value of a switch. */
export type Choice = string | number | boolean;

/**
 * A freedom is a choice that a text leaves to the device. The lists hold the values that conform, the preferred one
 * first; a text that leaves no choice has one value.
 */
export interface Freedom<V extends Choice = Choice, D extends Choice = Choice, E extends Choice = Choice> {
  readonly section: string;
  readonly vulkan: readonly V[];
  readonly d3d11: readonly D[];
  /** Values that conform to Vulkan 1.0 to 1.3 alone, whose limits are lower. */
  readonly early: readonly E[];
}

type Lists<V, D, E> = { readonly vulkan: readonly V[]; readonly d3d11: readonly D[]; readonly early?: readonly E[] };

/** A freedom of both texts; `lists` keeps the types of its values. */
export function freedom<const V extends Choice, const D extends Choice, const E extends Choice = never>(
  section: string,
  lists: Lists<V, D, E>,
): Freedom<V, D, E> {
  return { section, vulkan: lists.vulkan, d3d11: lists.d3d11, early: lists.early ?? [] };
}
