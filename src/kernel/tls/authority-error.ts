/** A certificate authority that gave no answer, or one that is not ACME: another attempt may succeed soon. */
export class AuthorityUnreachable extends Error {}
