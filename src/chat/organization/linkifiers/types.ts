import { type Static, Type } from 'typebox';

/** A linkifier: an RE2 pattern with named groups, and an RFC 6570 template with the same names. */
export const Linkifier = Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() });
export type Linkifier = Static<typeof Linkifier>;
