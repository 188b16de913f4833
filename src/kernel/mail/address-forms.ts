import { domainToASCII, domainToUnicode } from 'node:url';

// A domain with letters outside ASCII has two spellings, which mail servers treat alike: `müller.test` and
// `xn--mller-kva.test`. Addresses are stored with the second one.

/** A domain in ASCII. One with characters that no domain can have stays as it is. */
export const asciiDomain = (domain: string): string =>
  /[^\x21-\x7e]/.test(domain) ? domainToASCII(domain) || domain : domain;

/** Applies a change to the domain of an address. */
function withDomain(email: string, change: (domain: string) => string): string {
  const start = email.lastIndexOf('@') + 1;
  return start === 0 ? email : email.slice(0, start) + change(email.slice(start));
}

/** An address with its domain in the form that is stored. */
export const asciiAddress = (email: string): string => withDomain(email, asciiDomain);

/** Whether two addresses are the same, however they are spelled. */
export const isSameAddress = (one: string, other: string): boolean =>
  asciiAddress(one).toLowerCase() === asciiAddress(other).toLowerCase();

/** The spellings of an address: as given, as it is stored, and as older versions and other programs may store it. */
export function formsOfAddress(email: string): string[] {
  const ascii = asciiAddress(email);
  const domain = ascii.slice(ascii.lastIndexOf('@') + 1);
  if (!/(?:^|\.)xn--/i.test(domain)) return [email];
  return [...new Set([email, ascii, withDomain(ascii, domainToUnicode)])];
}
