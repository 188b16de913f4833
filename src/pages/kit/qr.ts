import { renderSVG } from 'uqr';
import { type Html, html, trusted } from './html.ts';

/** A code that a phone's camera reads, dark on light in any theme: others do not read it the other way round. */
export const qr = (text: string, label: string): Html =>
  html`<span class="qr" role="img" aria-label="${label}">${trusted(renderSVG(text, { border: 2, ecc: 'M', pixelSize: 8 }))}</span>`;
