import type { ComponentChildren } from 'preact';
import { DesignPanel } from './design/design-panel.tsx';
import { DrawTime, PicturePanel } from './picture/picture-panel.tsx';
import { PixelPanel } from './pixel/pixel-panel.tsx';
import { SourceBar } from './picture/source-bar.tsx';
import { session } from './state/inspector.ts';
import { useStored } from './state/store.ts';
import { TimePanel } from './time/time-panel.tsx';

/** The page: four regions, and the faults. */
export function Inspector() {
  const { faults } = useStored(session, 'faults');
  return (
    <>
      <header class="page-head">
        <button
          type="button"
          class="skip"
          onClick={() => document.querySelector<HTMLElement>('.picture-canvas')!.focus()}
        >
          Skip to the picture
        </button>
        <h1>texunit inspector</h1>
        <SourceBar />
      </header>
      <div role="status" class="faults">
        {Object.entries(faults).map(([origin, fault]) => (
          <p key={origin} class="fail">
            {fault}
          </p>
        ))}
      </div>
      <main>
        <PageRegion id="picture" title="Picture" aside={<DrawTime />}>
          <PicturePanel />
        </PageRegion>
        <PageRegion id="pixel" title="Pixel">
          <PixelPanel />
        </PageRegion>
        <PageRegion id="design" title="Design">
          <DesignPanel />
        </PageRegion>
        <PageRegion id="time" title="Time">
          <TimePanel />
        </PageRegion>
      </main>
    </>
  );
}

interface RegionProps {
  readonly id: string;
  readonly title: string;
  /** Shown beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the page with a heading; screen readers list it as a landmark. */
function PageRegion({ id, title, aside, children }: RegionProps) {
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
