import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAMED = /^ +(\w+)(?: as (\w+))?,$/gm;

/**
 * Lucide's icons for the web client, with all lines of an icon in one path. A page has hundreds of icons, and the
 * browser would style and lay out every line as an element. Each icon is a module, so that a chunk contains only those
 * it needs.
 */
export const icons = {
  name: 'icons',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /design.(more-)?icons\.ts$/ }, ({ path }) => {
      const named = [...readFileSync(path, 'utf8').matchAll(NAMED)];
      return {
        contents: named.map(([, icon, name = icon]) => `export { default as ${name} } from 'icon:${icon}';`).join('\n'),
      };
    });
    onResolve({ filter: /^icon:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'icon', sideEffects: false }));
    onLoad({ filter: /.*/, namespace: 'icon' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(joined(lucide[path]).map(MIRRORED.has(path) ? mirrored : (line) => line))};`,
    }));
  },
};
/** Icons that point forward, back or to the beginning of a line. The style sheet mirrors them in right-to-left text. */
const MIRRORED = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ChevronLeft',
  'ChevronRight',
  'ExternalLink',
  'FolderInput',
  'Forward',
  'List',
  'ListTodo',
  'LogIn',
  'LogOut',
  'PanelLeft',
  'Reply',
  'SendHorizontal',
  'TextQuote',
]);
const mirrored = ([tag, attributes]) => [tag, { ...attributes, class: 'mirrored' }];

const lucide = createRequire(import.meta.url)('lucide');

/** A shape with its own attributes stays separate. */
function joined(icon) {
  const [own, plain] = [icon.filter(([, { fill }]) => fill), icon.filter(([, { fill }]) => !fill)];
  return [['path', { d: plain.map(([tag, shape]) => LINES[tag](shape)).join('') }], ...own];
}

/** The shapes as paths, each with an absolute start. */
const LINES = {
  // A leading “m” is relative to the corner, not to the end of the previous path.
  path: ({ d }) => d.replace(/^m/, 'M0 0m'),
  circle: ({ cx, cy, r }) => `M${cx - r} ${cy}${half(r, r, 2 * r)}${half(r, r, -2 * r)}z`,
  ellipse: ({ cx, cy, rx, ry }) => `M${cx - rx} ${cy}${half(rx, ry, 2 * rx)}${half(rx, ry, -2 * rx)}z`,
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
  rect({ x = 0, y = 0, width, height, ry = 0, rx = ry }) {
    const r = Number(rx);
    const corner = (dx, dy) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
    const [across, down] = [width - 2 * r, height - 2 * r];
    return `M${Number(x) + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
  },
};
const half = (rx, ry, across) => `a${rx} ${ry} 0 1 0 ${across} 0`;
