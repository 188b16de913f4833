const ASCII = /^[\x20-\x7e]*$/;

/** A name as it is looked for: small letters, without accents. */
export const plain = (name: string): string =>
  // Of ten thousand names nearly all are plain already, and this is much quicker.
  (ASCII.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase().trim();
