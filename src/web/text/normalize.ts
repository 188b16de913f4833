const ASCII = /^[\x20-\x7e]*$/;

/** Normalizes a name for searching: lower case, without accents. */
export const normalizeName = (name: string): string =>
  // Most names are ASCII, which needs no normalization. This check is much faster.
  (ASCII.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase().trim();
