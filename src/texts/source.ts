import { readFileSync } from 'node:fs';
import type { Texts } from './catalog.ts';
import { compileTexts } from './compile.ts';

/** Reads the texts of a language. Builds compile the files, and replace this module: see scripts/texts.mjs. */
export const readTexts = (language: string): Texts =>
  compileTexts(readFileSync(new URL(`./${language}.po`, import.meta.url), 'utf8'), language);
