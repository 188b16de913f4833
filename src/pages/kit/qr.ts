import { renderSVG } from 'uqr';
import { type Html, html, trustHtml } from './html.ts';

/** A QR code, dark on light in every theme, because cameras cannot read the inverse. */
export const qr = (text: string, label: Html): Html =>
  html`<span class="qr" role="img" aria-label="${label}">${trustHtml(renderSVG(text, { border: 2, ecc: 'M', pixelSize: 8 }))}</span>`;
