import { ICON, MASKABLE_ICON } from '../src/chat/organization/realm/image-data.ts';
/**
 * `node scripts/icons.ts` draws Klatch's icon in the sizes that operating systems want for installed apps. The source
 * is the drawing in src/chat/organization/realm/image-data.ts, the result is src/chat/web-client/icon-data.ts.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const draw = async (svg: string, size: number): Promise<string> => {
  const png = await sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10, colors: 32 })
    .toBuffer();
  return png.toString('base64');
};
const drawn = {
  '180': await draw(MASKABLE_ICON, 180),
  '192': await draw(ICON, 192),
  '512': await draw(ICON, 512),
  maskable: await draw(MASKABLE_ICON, 512),
};
const lines = Object.entries(drawn).map(
  ([name, data]) => `  ${/^\d/.test(name) ? `'${name}'` : name}:\n    '${data}',`,
);
writeFileSync(
  fileURLToPath(new URL('../src/chat/web-client/icon-data.ts', import.meta.url)),
  `/** Drawn by scripts/icons.ts: PNGs in base64. \`180\` is Apple's, \`maskable\` may be cut into any shape. */\nexport const ICON_SIZES = {\n${lines.join('\n')}\n} as const;\n`,
);
