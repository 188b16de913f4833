import { render } from 'preact';

render(<p>Klatch</p>, document.getElementById('app')!);
