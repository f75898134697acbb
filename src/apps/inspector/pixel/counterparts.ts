/**
 * Elements that belong together. `data-is` has the names of an element, such as `tap:0:1`, `line:0x40` or `pass:2`;
 * `data-on` those of what it is part of. Two elements are counterparts if they share a name, or one is part of the other.
 */
export function markCounterparts(root: Element, pointed: Element | null): void {
  const is = namesOf(pointed, 'is');
  const on = namesOf(pointed, 'on');
  for (const element of root.querySelectorAll('[data-is], [data-on]')) {
    const marked =
      namesOf(element, 'is').some((name) => is.includes(name) || on.includes(name)) ||
      namesOf(element, 'on').some((name) => is.includes(name));
    element.toggleAttribute('data-marked', marked);
  }
}

/** The element with names that an event came from; null beside any. */
export function namedElement(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest('[data-is], [data-on]') : null;
}

function namesOf(element: Element | null, kind: 'is' | 'on'): readonly string[] {
  const names = element?.getAttribute(`data-${kind}`) ?? '';
  return names.split(' ').filter((name) => name !== '');
}
