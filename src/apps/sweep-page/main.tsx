import { render } from 'preact';
import { SweepPage } from './app.tsx';
import { DesignTable } from './data/design-table.ts';
import { DATA_ID, type PageData, ROOT_ID } from './data/page-data.ts';

const bytes = Uint8Array.from(atob(document.getElementById(DATA_ID)!.textContent), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const root = document.getElementById(ROOT_ID)!;
void new Response(stream).json().then((data: PageData) => {
  root.replaceChildren();
  render(<SweepPage table={new DesignTable(data)} root={root} />, root);
});
