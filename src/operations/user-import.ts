import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import { addSubscribers } from '../chat/channels/subscriptions/subscribe-actions.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { setMembership } from '../chat/people/groups/member-actions.ts';
import type { Group } from '../chat/people/groups/types.ts';
import { inviteByMail } from '../chat/people/invitations/actions.ts';
import { requireFreeEmail, requireFullName } from '../chat/people/users/field-rules.ts';
import { createUser } from '../chat/people/users/management-actions.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { Maybe, OneOf } from '../kernel/http/schema.ts';
import { type As, COMMAND_LINE, requireActor, requireChannel, requireGroup, requireRole } from './accounts.ts';
import { operation } from './operation.ts';

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
  wrong?: string;
}

/** What became of a line. `known`: the address has an account, which was not changed. */
export const PersonOutcome = Type.Object({
  line: Type.Integer(),
  email: Type.String(),
  result: OneOf('created', 'invited', 'known', 'failed'),
  reason: Maybe(Type.String()),
});
export type PersonOutcome = Static<typeof PersonOutcome>;

interface Import extends As {
  people: ImportedPerson[];
  dryRun?: boolean;
  invite?: boolean;
}

/** Undoes what a dry run did, with its events and mails. */
class DryRun extends Error {}

export const userImportOperations = {
  'user-import': operation({
    result: Type.Array(PersonOutcome),
    audit: 'itself',
    run: (app, { people, ...how }: Import) => people.map((person) => importPerson(app, person, how)),
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
      if (how.dryRun) throw new DryRun();
    });
    return done;
  } catch (error) {
    if (error instanceof DryRun) return done;
    if (error instanceof ApiError) return { line, email, result: 'failed', reason: explain(error) };
    throw error;
  }
}

/** An invitation's error has the reason for each address. */
function explain({ message, extra }: ApiError): string {
  const [first] = Array.isArray(extra.errors) ? (extra.errors as [string, string][]) : [];
  return first?.[1] ?? message;
}

function create(app: App, person: ImportedPerson, { as }: As): void {
  const email = requireFreeEmail(app, person.email);
  const full_name = requireFullName(app, person.name);
  const role = requireRole(person.role);
  const channels = person.channels.map((name) => requireChannel(app, name));
  const groups = person.groups.map((name) => requireOpenGroup(app, name));
  const user = createUser(app, { email, full_name, role, password_hash: null }, { isWelcomed: true });
  addSubscribers(app, [user], channels);
  for (const group of groups) setMembership(app, user, group, true);
  const actor = as === undefined ? undefined : requireActor(app, { as });
  recordAction(app, { kind: 'user_create', user_id: user.id, details: 'import' }, { actor, ...COMMAND_LINE });
}

function invite(app: App, person: ImportedPerson, { as }: As): void {
  const actor = requireActor(app, { as });
  inviteByMail(app, actor, person.email, {
    invite_as: requireRole(person.role),
    stream_ids: person.channels.map((name) => requireChannel(app, name).id),
    group_ids: person.groups.map((name) => requireOpenGroup(app, name).id),
    include_realm_default_subscriptions: true,
    notify_referrer_on_join: false,
  });
  const action = { kind: 'invitation_create', details: person.role } as const;
  recordAction(app, action, { actor: as === undefined ? undefined : actor, ...COMMAND_LINE });
}

/** Returns a group that people can be added to, by name or id. */
function requireOpenGroup(app: App, name: string): Group {
  const group = requireGroup(app, name);
  if (group.is_system) throw notFound(`No such group: ${name}`);
  return group;
}
