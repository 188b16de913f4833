/** Generated for organizations without images of their own: a speech bubble with a reply. */
const bubbles = (edge: string) =>
  '<path fill="#fdfcfa" d="M24 18h34a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H34l-10 9V56a10 10 0 0 1-10-10V28a10 10 0 0 1 10-10z"/>' +
  `<path fill="#eba94d" stroke="${edge}" stroke-width="5" stroke-linejoin="round" d="M50 41h26a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10v11L64 75H50a10 10 0 0 1-10-10V51a10 10 0 0 1 10-10z"/>` +
  '<path fill="none" stroke="#0b4a4d" stroke-width="5" stroke-linecap="round" d="M52 54h22M52 63h13"/>';

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">' +
  `<rect width="100" height="100" rx="23" fill="#0b6468"/>${bubbles('#0b6468')}</svg>`;

/** The maskable form: only background outside the middle four fifths. */
export const MASKABLE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">' +
  `<rect width="100" height="100" fill="#0b6468"/><g transform="translate(12 10) scale(.76)">${bubbles('#0b6468')}</g></svg>`;

/** The icon, and the name as outlines that are visible on light and dark backgrounds. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -2 300 76" width="395" height="100">' +
  `<g transform="translate(0 2) scale(.68)"><rect width="100" height="100" rx="23" fill="#0b6468"/>${bubbles('#0b6468')}</g>` +
  '<g fill="none" stroke="#4f9a99" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M88 14v44M114 14L90 38l24 20"/><path d="M130 14v44"/>' +
  '<path d="M172 58V34M172 46a12 12 0 1 1-24 0a12 12 0 1 1 24 0z"/>' +
  '<path d="M192 20v30q0 8 9 8M184 34h16"/><path d="M234 38a12 12 0 1 0 0 16"/>' +
  '<path d="M250 14v44M250 44q2-10 12-10t12 10v14"/></g></svg>';
