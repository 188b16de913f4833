import { type Static, Type } from 'typebox';

/** A domain whose addresses may have accounts, if the organization restricts them. */
export const RealmDomain = Type.Object({ domain: Type.String(), allow_subdomains: Type.Boolean() });
export type RealmDomain = Static<typeof RealmDomain>;
