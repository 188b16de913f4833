import type { App } from '../app.ts';
import { type SignInTrial, trySignIn } from '../chat/people/identities/directory-actions.ts';
import { type Directory, directoryOf } from '../chat/people/identities/directory-rules.ts';
import { synchronize } from '../chat/people/identities/jobs.ts';
import { askDirectory, filterFor, findEntry } from '../chat/people/identities/ldap-client.ts';
import { ApiError, badRequest } from '../kernel/errors.ts';
import { failureReason, unreachable } from '../kernel/http/failure-reason.ts';
import { asciiAddress } from '../kernel/mail/address-forms.ts';

/** What the directory says about a login name, and what a sign-in with it would do. */
interface DirectoryCheck {
  url: string;
  base: string;
  filter: string;
  /** Why the directory could not be asked. */
  failure?: string;
  entries?: 'none' | 'one' | 'several';
  dn?: string;
  /** The attributes of the entry that the settings name. */
  attributes?: {
    id: string;
    email: string | undefined;
    name: string | undefined;
    /** As the directory spells them. */
    groups: string[] | 'withheld';
  };
  /** Whether the password is right, if there was one. */
  isPassword?: boolean;
  signIn?: SignInTrial;
}

/** The directory that the operator connected. Throws ApiError. */
function requireDirectory(app: App): Directory {
  const directory = directoryOf(app.config);
  if (!directory) throw badRequest('No LDAP directory is configured. Add an [ldap] table to klatch.toml');
  return directory;
}

export const directoryCommands = {
  /** Asks the directory about what somebody would enter to sign in. Changes nothing. */
  'ldap-check': async (
    app: App,
    { name: input, password }: { name: string; password?: string | undefined },
  ): Promise<DirectoryCheck> => {
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
  /** Updates all accounts from the directory, or returns what that would change. */
  'ldap-sync': async (app: App, { isTrial }: { isTrial: boolean }) => {
    const { url } = requireDirectory(app);
    const done = await synchronize(app, { isTrial }).catch((error: unknown) => {
      throw new ApiError(503, 'DIRECTORY_UNAVAILABLE', `The directory at ${unreachable(url, error)}`);
    });
    const changes = done.changes.map((one) => ({ ...one, email: app.users.byId(one.user_id)!.email }));
    return { ...done, changes };
  },
};
