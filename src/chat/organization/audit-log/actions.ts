import type { App } from '../../../app.ts';
import type { AuditRecord } from '../../../kernel/audit/outputs.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { AuditedAction, StoredAuditEntry } from './types.ts';

/** Who does an audited action, from which address, and with which program. */
export interface AuditOrigin extends AuditSource {
  actor?: { id: number } | undefined;
}

/** The IP address and the program of a request. */
export interface AuditSource {
  address: string;
  client: string;
}

/** Adds an action to the audit log, in the current database turn. */
export function recordAction(app: App, action: AuditedAction, { actor, address, client }: AuditOrigin): void {
  const { kind, user_id = null, user_ids, stream_id: channel_id = null, group_id = null, details = '' } = action;
  const users = user_ids ? (user_ids.length > MAX_USERS ? [null] : user_ids) : [user_id];
  const all = user_ids && user_ids.length > MAX_USERS ? `${user_ids.length} users` : details;
  const entry = {
    time: seconds(app.clock),
    kind,
    actor_id: actor?.id ?? null,
    channel_id,
    group_id,
    details: all.slice(0, MAX_DETAILS),
    address,
    client: client.slice(0, MAX_CLIENT),
  };
  app.db.write(() => {
    for (const user_id of users) {
      const { id } = app.auditLog.add({ ...entry, user_id });
      app.db.afterCommit(() => app.auditOutputs.write(makeRecord(app, { ...entry, id, user_id })));
    }
  });
}

/** An entry for files and syslog. It has IDs and no names, so that no name outlives an erasure there. */
function makeRecord(app: App, entry: StoredAuditEntry): AuditRecord {
  const { id, time: timestamp, kind, actor_id, user_id, channel_id: stream_id, group_id, details } = entry;
  const { address: ip_address, client } = entry;
  const organization = app.config.url;
  return { id, timestamp, kind, actor_id, user_id, stream_id, group_id, details, ip_address, client, organization };
}

/**
 * Records the first use of an API key by each program. Later uses cost a lookup in memory. A key's owner could send
 * any number of names, so only the first ones are recorded.
 */
export function recordKeyUse(app: App, user: { id: number }, { address, client }: AuditSource): void {
  const known = app.memory.knownPrograms;
  let programs = known.get(user.id);
  if (!programs) known.set(user.id, (programs = new Set(app.auditLog.listPrograms(user.id, MAX_PROGRAMS))));
  if (programs.has(client) || programs.size >= MAX_PROGRAMS || app.disk.hasFailed) return;
  programs.add(client);
  recordFirstKeyUse(app, { user_id: user.id, address, client });
}

export interface KeyUse extends AuditSource {
  user_id: number;
}

/** Adds the first use of a key by a program. A process that follows lets the writer do it. */
export function recordFirstKeyUse(app: App, use: KeyUse): void {
  const { user_id, address, client } = use;
  if (app.db.isFollower) app.node!.tellWriter('key_use', use);
  else recordAction(app, { kind: 'api_key_use', user_id }, { actor: { id: user_id }, address, client });
}

/** Records that a user signed in by getting the API key, as programs do. */
export function recordKeySignIn(app: App, user: { id: number }, source: AuditSource): void {
  recordAction(app, { kind: 'sign_in', user_id: user.id, details: 'API key' }, { actor: user, ...source });
}

export interface SignInFailure {
  /** The account, if it is known. */
  user: { id: number } | undefined;
  /** What was wrong or refused: `password`, `passkey`, `second step`, or the name of an identity provider. */
  means: string;
}

/**
 * Records a failed sign-in. The address that was typed is not stored: it may be a password. Further failures of the
 * same hour are only in the server's log, so that nobody can fill the disk.
 */
export function recordSignInFailure(app: App, failure: SignInFailure, source: AuditSource): void {
  const hour = Math.floor(seconds(app.clock) / HOUR);
  const failures = app.memory.recordedFailures;
  if (failures.hour !== hour) Object.assign(failures, { hour, count: 0 });
  if (failures.count >= FAILURES_PER_HOUR) return;
  failures.count += 1;
  recordAction(app, { kind: 'sign_in_failure', user_id: failure.user?.id, details: failure.means }, source);
}

const HOUR = 3600;
/** Failed sign-ins that are recorded in an hour. */
const FAILURES_PER_HOUR = 30;
/** Users of one action that get an entry each. Of more, the number is recorded. */
const MAX_USERS = 100;
/** Programs that are recorded for a user. */
const MAX_PROGRAMS = 50;
const MAX_DETAILS = 1000;
const MAX_CLIENT = 60;

/** Removes a user's addresses and programs from the log. Call it inside `db.write`. */
export function forgetOrigins(app: App, { id }: { id: number }): void {
  app.auditLog.removeOrigins({ user: id });
}
