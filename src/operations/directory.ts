import { Type } from 'typebox';
import type { App } from '../app.ts';
import { trySignIn } from '../chat/people/identities/directory-actions.ts';
import { type Directory, findDirectory } from '../chat/people/identities/directory-rules.ts';
import { synchronize } from '../chat/people/identities/jobs.ts';
import { askDirectory, filterFor, findEntry } from '../chat/people/identities/ldap-client.ts';
import { ApiError, badRequest } from '../kernel/errors.ts';
import { failureReason, unreachable } from '../kernel/http/failure-reason.ts';
import { Maybe, Nullable, OneOf } from '../kernel/http/schema.ts';
import { asciiAddress } from '../kernel/mail/address-forms.ts';
import { operation } from './operation.ts';

const Change = Type.Object({
  change: OneOf('name', 'role', 'join group', 'leave group', 'deactivate'),
  /** The new name, the new role or the group. */
  value: Type.String(),
  /** Why the rules of this server forbid it. */
  rejected: Maybe(Type.String()),
});

/** What a sign-in would do. `user_id`: null if it would create the account. */
const SignIn = Type.Union([
  Type.Object({ rejected: Type.String() }),
  Type.Object({
    account: Type.Object({
      user_id: Nullable(Type.Integer()),
      email: Type.String(),
      full_name: Type.String(),
      role: Type.String(),
    }),
    changes: Type.Array(Change),
  }),
]);

/** What the directory says about a login name, and what a sign-in with it would do. */
const DirectoryCheck = Type.Object({
  url: Type.String(),
  base: Type.String(),
  filter: Type.String(),
  /** Why the directory could not be asked. */
  failure: Maybe(Type.String()),
  entries: Maybe(OneOf('none', 'one', 'several')),
  dn: Maybe(Type.String()),
  /** The attributes of the entry that the settings name. */
  attributes: Maybe(
    Type.Object({
      id: Type.String(),
      email: Maybe(Type.String()),
      name: Maybe(Type.String()),
      /** As the directory spells them. */
      groups: Type.Union([Type.Array(Type.String()), Type.Literal('withheld')]),
    }),
  ),
  /** Whether the password is right, if there was one. */
  isPassword: Maybe(Type.Boolean()),
  signIn: Maybe(SignIn),
});

/** The directory that the operator connected. Throws ApiError. */
function requireDirectory(app: App): Directory {
  const directory = findDirectory(app.config);
  if (!directory) throw badRequest('No LDAP directory is configured. Add an [ldap] table to klatch.toml');
  return directory;
}

export const directoryOperations = {
  /** Asks the directory about what somebody would enter to sign in. Changes nothing. */
  'ldap-check': operation({
    result: DirectoryCheck,
    audit: 'reads',
    async run(app, { name: input, password }: { name: string; password?: string }) {
      const directory = requireDirectory(app);
      const name = asciiAddress(input.trim()).toLowerCase();
      const asked = { url: directory.url, base: directory.base, filter: filterFor(directory, name) };
      const answer = await (password === undefined
        ? findEntry(directory, name)
        : askDirectory(directory, name, password)
      ).catch((error: unknown) => ({ failure: failureReason(error) }));
      if ('failure' in answer || answer.entries !== 'one') return { ...asked, ...answer };
      const { identity, groups, ...found } = answer;
      const attributes = { id: identity.subject, email: identity.email, name: identity.fullName, groups };
      return { ...asked, ...found, attributes, signIn: trySignIn(app, identity, directory) };
    },
  }),
  /** Updates all accounts from the directory, or returns what that would change. `reason`: why nothing was compared. */
  'ldap-sync': operation({
    result: Type.Object({
      entries: Type.Integer(),
      accounts: Type.Integer(),
      changes: Type.Array(Type.Object({ ...Change.properties, user_id: Type.Integer(), email: Type.String() })),
      reason: Maybe(Type.String()),
    }),
    audit: (_, { dryRun }) => (dryRun ? undefined : { kind: 'user_update', details: 'LDAP' }),
    async run(app: App, { dryRun = false }: { dryRun?: boolean }) {
      const { url } = requireDirectory(app);
      const done = await synchronize(app, { isTrial: dryRun }).catch((error: unknown) => {
        throw new ApiError(503, 'DIRECTORY_UNAVAILABLE', `The directory at ${unreachable(url, error)}`);
      });
      const changes = done.changes.map((one) => ({ ...one, email: app.users.byId(one.user_id)!.email }));
      return { ...done, changes };
    },
  }),
};
