import type { Catalog } from '../../texts/catalog.ts';

/** The worker's texts by language. Builds replace this module: see scripts/texts.mjs. */
export const TEXTS: Readonly<Record<string, Catalog>> = {};
