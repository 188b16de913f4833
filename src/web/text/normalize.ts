import { plainLetters } from '../../shared/plain-letters.ts';

/** Normalizes a name for searching: lower case, without accents. */
export const normalizeName = (name: string): string => plainLetters(name).trim();
