import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../.cache/fonts');

/**
 * The interface's font in browser tests. Letters of DejaVu Sans are wide and its lines low; Open Sans has the metrics
 * of Noto Sans, which many desktops have: narrow letters in high lines.
 */
const INTERFACE_FONTS = { usual: 'DejaVu Sans', other: 'Open Sans' } as const;
type Fonts = keyof typeof INTERFACE_FONTS;

/** `KLATCH_TEST_FONTS=other` chooses the second fonts, with which scripts/test.ts repeats some tests. */
const fonts: Fonts = process.env.KLATCH_TEST_FONTS === 'other' ? 'other' : 'usual';

/**
 * Writes a configuration with which programs find only the fonts that the tests bring, whatever the machine has.
 * `unpacked` is the folder with the fonts of Chromium's package. `KLATCH_TEST_MORE_FONTS` is a folder with fonts that
 * pictures need: of emoji and other scripts. Returns its path, for `FONTCONFIG_FILE`.
 */
export function writeFontConfiguration(unpacked: string): string {
  const dejavu = join(dirname(findPackageJSON('dejavu-fonts-ttf', import.meta.url)!), 'ttf');
  const interfaceFont = INTERFACE_FONTS[fonts];
  const families = {
    ...{ 'system-ui': interfaceFont, 'sans-serif': interfaceFont, sans: interfaceFont },
    ...{ serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' },
  };
  const more = process.env.KLATCH_TEST_MORE_FONTS;
  const folder = join(CACHE, more ? `${fonts}-and-more` : fonts);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fonts.conf');
  // Other test files may read it at this moment.
  writeFileSync(
    `${path}.${process.pid}`,
    configurationText([dejavu, unpacked, ...(more ? [more] : [])], join(folder, 'cache'), families),
  );
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

function configurationText(folders: readonly string[], cache: string, families: Record<string, string>): string {
  const aliases = Object.entries(families).map(
    ([family, font]) =>
      `<alias binding="strong"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${folder}</dir>`),
    `<cachedir>${cache}</cachedir>`,
    ...aliases,
    '</fontconfig>',
    '',
  ].join('\n');
}
