/** A certificate authority that did not answer, or that does not speak ACME: another attempt may succeed soon. */
export class AuthorityUnreachable extends Error {}
