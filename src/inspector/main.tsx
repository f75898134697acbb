import { render } from 'preact';

render(<p>…</p>, document.getElementById('inspector')!);
