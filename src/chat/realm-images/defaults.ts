/** Drawn for organisations without a picture of their own: two bubbles that overlap, as in a talk. */
const BUBBLES =
  '<path fill="#2f6fb3" d="M8 6h34a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H24L12 52V42H8a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8z"/>' +
  '<path fill="#f2a33c" d="M30 24h26a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8v8l-10-8H30a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8z"/>' +
  '<path fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" d="M32 36h22M32 45h14"/>';

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -2 76 76" width="100" height="100">${BUBBLES}</svg>`;

/** The bubbles, and the name in strokes that are seen on light and on dark. */
export const LOGO =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -2 300 76" width="395" height="100">${BUBBLES}` +
  '<g fill="none" stroke="#5f87b5" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M88 14v44M114 14L90 38l24 20"/><path d="M130 14v44"/>' +
  '<path d="M172 58V34M172 46a12 12 0 1 1-24 0a12 12 0 1 1 24 0z"/>' +
  '<path d="M192 20v30q0 8 9 8M184 34h16"/><path d="M234 38a12 12 0 1 0 0 16"/>' +
  '<path d="M250 14v44M250 44q2-10 12-10t12 10v14"/></g></svg>';
