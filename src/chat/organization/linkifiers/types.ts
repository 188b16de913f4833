import { type Static, Type } from 'typebox';

/** What turns text into links: an RE2 pattern with named groups, and an RFC 6570 address with the same names. */
export const Linkifier = Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() });
export type Linkifier = Static<typeof Linkifier>;
