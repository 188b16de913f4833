/**
 * `node scripts/sign-in-icons.ts` draws the icons of sign-in methods for the buttons of apps: letters and simple
 * shapes, no logos. The result is src/chat/people/identities/icon-data.ts.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Letters, as lines in a square of 100 × 100. */
const LETTERS = {
  A: 'M24 76L50 24l26 52M34 58h32',
  G: 'M70 34A25 25 0 1 0 75 52H54',
  H: 'M28 24v52M72 24v52M28 50h44',
  K: 'M32 24v52M70 24L32 56M46 44l26 32',
  L: 'M32 24v52h38',
  M: 'M22 76V26l28 34l28-34v50',
};
const letter = (name: keyof typeof LETTERS) => `<path d="${LETTERS[name]}"/>`;
/** Two letters side by side. */
const pair = (first: keyof typeof LETTERS, second: keyof typeof LETTERS) =>
  `<g transform="translate(1 21) scale(.58)">${letter(first)}</g><g transform="translate(46 21) scale(.58)">${letter(second)}</g>`;

const KEY = '<circle cx="35" cy="50" r="15"/><path d="M50 50h32v13M67 50v10"/>';
const DIRECTORY =
  '<path d="M50 34v16M28 66V50h44v16"/><circle cx="50" cy="27" r="7"/><circle cx="28" cy="73" r="7"/><circle cx="72" cy="73" r="7"/>';
const WINDOW = '<rect x="20" y="26" width="60" height="48" rx="7"/><path d="M20 42h60"/>';

const DRAWINGS: Record<string, { color: string; lines: string }> = {
  apple: { color: '#565b61', lines: letter('A') },
  authelia: { color: '#37588f', lines: letter('A') },
  authentik: { color: '#9a4a33', lines: letter('A') },
  browser: { color: '#0b6468', lines: WINDOW },
  github: { color: '#4a525b', lines: pair('G', 'H') },
  gitlab: { color: '#a5521f', lines: pair('G', 'L') },
  google: { color: '#3a6cab', lines: letter('G') },
  key: { color: '#0b6468', lines: KEY },
  keycloak: { color: '#4a6078', lines: letter('K') },
  ldap: { color: '#5d4f86', lines: DIRECTORY },
  microsoft: { color: '#2c6e94', lines: letter('M') },
};

async function draw({ color, lines }: { color: string; lines: string }): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" rx="23" fill="${color}"/><g fill="none" stroke="#fdfcfa" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>`;
  const png = await sharp(Buffer.from(svg), { density: 300 })
    .resize(96, 96)
    .png({ palette: true, compressionLevel: 9, effort: 10, colors: 16 })
    .toBuffer();
  return png.toString('base64');
}

const files: string[] = [];
// The formatter breaks the line after a long name only.
for (const [name, drawing] of Object.entries(DRAWINGS))
  files.push(`  ${name}:${name.length > 4 ? '\n   ' : ''} '${await draw(drawing)}',`);
writeFileSync(
  fileURLToPath(new URL('../src/chat/people/identities/icon-data.ts', import.meta.url)),
  `/** Drawn by scripts/sign-in-icons.ts: PNGs of 96 × 96 pixels in base64. */\nexport const ICON_FILES = {\n${files.join('\n')}\n} as const;\n`,
);
