/** Standard values of `acr` for a sign-in with several factors: those of OpenID's PAPE and of REFEDS. */
const STANDARD_ACR: readonly string[] = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];

/**
 * Whether a signed token says that its user proved a second factor: by the method `mfa` (RFC 8176), or by a standard
 * value of `acr` or one of `known`.
 */
export function statesSecondFactor(claims: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
  const { amr, acr } = claims;
  if (Array.isArray(amr) && amr.includes('mfa')) return true;
  return typeof acr === 'string' && (STANDARD_ACR.includes(acr) || known.includes(acr));
}
