import type { Catalog } from '../../texts/catalog.ts';

/** Loads the translations of error messages. Builds replace this module: see scripts/texts.mjs. */
export const loadCatalog = async (code: string): Promise<Catalog> =>
  (await import('../../texts/source.ts')).readTexts(code).errors;
