import type { ComponentChildren } from 'preact';

/** A part of the page with a heading; screen readers list it as a landmark. */
export function PageRegion({
  id,
  title,
  aside,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="region" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <header class="region-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </header>
      <div class="region-body">{children}</div>
    </section>
  );
}
