import type { App } from '../app.ts';
import { addSubscribers } from '../chat/channels/subscriptions/subscribe-actions.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { setMembership } from '../chat/people/groups/member-actions.ts';
import type { Group } from '../chat/people/groups/types.ts';
import { inviteByMail } from '../chat/people/invitations/actions.ts';
import { requireFreeEmail, requireFullName } from '../chat/people/users/field-rules.ts';
import { createUser } from '../chat/people/users/management-actions.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type As, actorOf, COMMAND_LINE, requireChannel, requireRole } from './accounts.ts';

/** A line of a CSV file. */
export interface ImportedPerson {
  line: number;
  email: string;
  name: string;
  role: string;
  /** By name or id. */
  channels: string[];
  groups: string[];
  /** Why the line cannot be used, as far as the file tells. */
  wrong?: string | undefined;
}

export interface PersonOutcome {
  line: number;
  email: string;
  /** `known`: the address has an account, which was not changed. */
  result: 'created' | 'invited' | 'known' | 'failed';
  reason?: string;
}

interface Import extends As {
  people: ImportedPerson[];
  dry_run: boolean;
  invite: boolean;
}

/** Undoes what a dry run did, with its events and mails. */
class DryRun extends Error {}

export const userImportCommands = {
  'user-import': (app: App, { people, ...how }: Import): { people: PersonOutcome[] } => ({
    people: people.map((person) => importPerson(app, person, how)),
  }),
};

function importPerson(app: App, person: ImportedPerson, how: Omit<Import, 'people'>): PersonOutcome {
  const { line, email } = person;
  if (person.wrong !== undefined) return { line, email, result: 'failed', reason: person.wrong };
  if (app.users.byEmail(email)) return { line, email, result: 'known' };
  const done: PersonOutcome = { line, email, result: how.invite ? 'invited' : 'created' };
  try {
    app.db.write(() => {
      if (how.invite) invite(app, person, how);
      else create(app, person, how);
      if (how.dry_run) throw new DryRun();
    });
    return done;
  } catch (error) {
    if (error instanceof DryRun) return done;
    if (error instanceof ApiError) return { line, email, result: 'failed', reason: reasonOf(error) };
    throw error;
  }
}

/** An invitation's error has the reason for each address. */
function reasonOf({ message, extra }: ApiError): string {
  const [first] = Array.isArray(extra.errors) ? (extra.errors as [string, string][]) : [];
  return first?.[1] ?? message;
}

function create(app: App, person: ImportedPerson, { as }: As): void {
  const email = requireFreeEmail(app, person.email);
  const full_name = requireFullName(app, person.name);
  const role = requireRole(person.role);
  const channels = person.channels.map((name) => requireChannel(app, name));
  const groups = person.groups.map((name) => requireGroup(app, name));
  const user = createUser(app, { email, full_name, role, password_hash: null }, { isWelcomed: true });
  addSubscribers(app, [user], channels);
  for (const group of groups) setMembership(app, user, group, true);
  const actor = as === undefined ? undefined : actorOf(app, { as });
  recordAction(app, { kind: 'user_create', user_id: user.id, details: 'import' }, { actor, ...COMMAND_LINE });
}

function invite(app: App, person: ImportedPerson, { as }: As): void {
  const actor = actorOf(app, { as });
  inviteByMail(app, actor, person.email, {
    invite_as: requireRole(person.role),
    stream_ids: person.channels.map((name) => requireChannel(app, name).id),
    group_ids: person.groups.map((name) => requireGroup(app, name).id),
    include_realm_default_subscriptions: true,
    notify_referrer_on_join: false,
  });
  const action = { kind: 'invitation_create', details: person.role } as const;
  recordAction(app, action, { actor: as === undefined ? undefined : actor, ...COMMAND_LINE });
}

/** Returns a group that people can be added to, by name or id. */
function requireGroup(app: App, input: string): Group {
  const group = app.groups.named(input) ?? (/^\d+$/.test(input) ? app.groups.byId(Number(input)) : undefined);
  if (!group || group.is_system || group.deactivated) throw notFound(`No such group: ${input}`);
  return group;
}
