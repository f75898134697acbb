import { Region } from './components/region.tsx';
import { DesignPanel } from './design/design-panel.tsx';
import { DrawTime, PicturePanel } from './picture/picture-panel.tsx';
import { PixelPanel } from './pixel/pixel-panel.tsx';
import { SourceBar } from './picture/source-bar.tsx';
import { session } from './state/inspector.ts';
import { useStored } from './state/store.ts';
import { TimePanel } from './time/time-panel.tsx';

/** The page: four regions, and the faults. */
export function App() {
  const faults = useStored(session, ({ faults }) => faults);
  return (
    <>
      <header class="page-head">
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
        <Region id="picture" title="Picture" aside={<DrawTime />}>
          <PicturePanel />
        </Region>
        <Region id="pixel" title="Pixel">
          <PixelPanel />
        </Region>
        <Region id="design" title="Design">
          <DesignPanel />
        </Region>
        <Region id="time" title="Time">
          <TimePanel />
        </Region>
      </main>
    </>
  );
}
